/** Replaces all sections where the mock cannot be controlled, with the reason and the next step. */

import { useModel } from "../model/model.ts";
import { TextForm } from "../parts/controls.tsx";
import { Icon } from "../parts/icon.tsx";

export function NoControl() {
  const { session } = useModel();
  const isOff = session.connection.value === "off";
  const title = isOff ? "The control plane is off" : "The control plane is closed";
  return (
    <section class="no-control" aria-label={title}>
      <div class="card stack">
        <h2>
          <Icon name="key" />
          {title}
        </h2>
        {isOff ? (
          <p>
            This page works through the mock's control plane, and this mock was started without it. The API
            answers as usual, at <code>{session.address}</code>. To switch the control plane on, start the
            mock without <code>--no-control</code>, or with <code>control: true</code> in code. Then load this
            page again.
          </p>
        ) : (
          <p>{session.refusal.value}</p>
        )}
        {!isOff && /token/i.test(session.refusal.value) && (
          <TextForm
            label="Control token"
            type="password"
            problemOf={(token) =>
              token === session.refusedToken.value ? "The mock refused this token." : undefined
            }
            button="Open"
            look="primary"
            onSubmit={session.useToken}
          />
        )}
      </div>
    </section>
  );
}
