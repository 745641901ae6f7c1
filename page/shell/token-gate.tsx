/** In place of everything where the mock refuses control: its own reason, and a place for the token. */

import { useSignal } from "@preact/signals";
import { useModel } from "../model/model.ts";
import { Button } from "../parts/button.tsx";
import { Field } from "../parts/controls.tsx";
import { Icon } from "../parts/icon.tsx";

export function TokenGate() {
  const { session } = useModel();
  const token = useSignal("");
  return (
    <section class="gate" aria-label="Closed">
      <form
        class="card"
        onSubmit={(event) => {
          event.preventDefault();
          session.useToken(token.value);
        }}
      >
        <h2>
          <Icon name="key" />
          The control plane is closed
        </h2>
        <p>{session.refusal.value}</p>
        <Field
          label="Control token"
          type="password"
          value={token.value}
          onInput={(value) => {
            token.value = value;
          }}
        />
        <Button type="submit" look="primary" disabled={token.value === ""}>
          Open
        </Button>
      </form>
    </section>
  );
}
