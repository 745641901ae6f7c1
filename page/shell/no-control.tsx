/** In place of everything where the mock cannot be controlled: why, and what opens it. */

import { useSignal } from "@preact/signals";
import { useModel } from "../model/model.ts";
import { Button } from "../parts/button.tsx";
import { Field } from "../parts/controls.tsx";
import { Icon } from "../parts/icon.tsx";
import { set } from "../parts/set.ts";

export function NoControl() {
  const { session } = useModel();
  const isOff = session.connection.value === "off";
  const title = isOff ? "The control plane is off" : "The control plane is closed";
  return (
    <section class="no-control" aria-label={title}>
      <div class="card">
        <h2>
          <Icon name="key" />
          {title}
        </h2>
        {isOff ? (
          <>
            <p>
              This page works through the mock's control plane, and this mock was started without it. The API
              answers as usual, at <code>{session.address}</code>.
            </p>
            <p>
              To switch it on, start the mock without <code>--no-control</code>, or with{" "}
              <code>control: true</code> in code. Then load this page again.
            </p>
          </>
        ) : (
          <p>{session.refusal.value}</p>
        )}
        {!isOff && /token/i.test(session.refusal.value) && <TokenForm />}
      </div>
    </section>
  );
}

function TokenForm() {
  const { session } = useModel();
  const token = useSignal("");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (token.value !== "") session.useToken(token.value);
      }}
    >
      <Field
        label="Control token"
        type="password"
        value={token.value}
        problem={session.isTokenWrong.value ? "The mock refused this token." : undefined}
        onInput={(value) => set(token, value)}
      />
      <Button type="submit" look="primary" disabled={token.value === ""}>
        Open
      </Button>
    </form>
  );
}
