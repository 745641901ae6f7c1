/** The key that calls are made with. */

import { useSignal } from "@preact/signals";
import { useModel } from "../model/model.ts";
import { Button } from "../parts/button.tsx";
import { Field } from "../parts/controls.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { set } from "../parts/set.ts";

const connectionWords = {
  connecting: "connecting",
  live: "live",
  lost: "not answering",
  closed: "closed",
  off: "off",
} as const;

export function Settings() {
  const { session, notices } = useModel();
  const isOpen = useSignal(false);
  const words = connectionWords[session.connection.value];
  return (
    <div class="settings">
      <span class={`live-mark ${session.connection.value}`}>
        <span aria-hidden="true" />
        {words}
      </span>
      <Button icon="key" label="Settings" onPress={() => set(isOpen, true)} />
      {isOpen.value && (
        <Dialog title="Settings" onClose={() => set(isOpen, false)}>
          <Field
            label="API key of the mock, without a world"
            hint="Calls from this page are made with it: cancels, requests sent again, the suite."
            problem={session.isKeyAccepted.value === false ? "The mock refuses this key." : undefined}
            value={session.apiKey.value}
            onInput={(key) => void notices.attempt(() => session.useKey(key.trim()))}
          />
          <p class="muted">
            API at <code>{session.address}</code>
            {session.health.value && `, kit ${session.health.value.version}`}
          </p>
          <div class="dialog-foot">
            <Button look="primary" onPress={() => set(isOpen, false)}>
              Done
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}
