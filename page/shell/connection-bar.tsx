/** Says that the mock is gone, and that it is looked for. Nothing is said while all is well. */

import { useModel } from "../model/model.ts";

export function ConnectionBar() {
  const { session } = useModel();
  const isLost = session.connection.value === "lost";
  return (
    <div class={`connection-bar ${isLost ? "lost" : ""}`} role="status" aria-label="Connection">
      {isLost && (
        <p>
          <span class="pulse" aria-hidden="true" />
          The mock does not answer. This page waits for it, and what is shown may be old.
        </p>
      )}
    </div>
  );
}
