/** Important lines above every section, and notices in a corner. */

import { ruleSentence } from "../faults/fault-words.ts";
import { useModel } from "../model/model.ts";
import { Button } from "../parts/button.tsx";
import { TextForm } from "../parts/controls.tsx";
import { plural } from "../parts/format.ts";
import { Icon } from "../parts/icon.tsx";

export function Alerts() {
  const { session, notices } = useModel();
  const broken = session.health.value?.broken;
  return (
    <div class="alerts">
      <div class="alert-place" role="status" aria-label="Connection">
        {session.connection.value === "lost" && (
          <div class="alert warn row">
            <span class="dot pulse" aria-hidden="true" />
            <span class="grow">
              The mock does not answer. This page waits for it, and what is shown may be old.
            </span>
          </div>
        )}
      </div>
      {broken && (
        <div class="alert failed row" role="note" aria-label="Wrong on purpose">
          <Icon name="alert" />
          <span class="grow">
            This mock is wrong on purpose (<code>--broken {broken.id}</code>): {broken.story}
          </span>
        </div>
      )}
      {session.connection.value === "live" && session.isKeyAccepted.value === false && (
        <div class="alert warn row">
          <Icon name="key" />
          <TextForm
            name="API key"
            label="This mock has an API key of its own. Enter it, so that the page can call the API:"
            type="password"
            problemOf={(key) => (key === session.refusedKey.value ? "The mock refused this key." : undefined)}
            button="Use key"
            look="primary"
            onSubmit={(key) => notices.attempt(() => session.useKey(key))}
          />
        </div>
      )}
      <ActiveFaults />
    </div>
  );
}

/** The active fault, with its remaining matches and a button that turns it off. */
function ActiveFaults() {
  const { faults, section } = useModel();
  // That section has a list of them.
  const rules = section.value === "faults" ? [] : faults.rules.value;
  const [first] = rules;
  return (
    <div class="alert-place" role="status" aria-label="Active faults">
      {first && (
        <div class="alert failed row">
          <Icon name="faults" />
          <span class="grow">
            {rules.length > 1 && <strong>{plural(rules.length, "fault")}: </strong>}
            {ruleSentence(first)}
            {rules.length > 1 && ", …"}
          </span>
          <Button text="Turn off" onPress={faults.turnAllOff} />
        </div>
      )}
    </div>
  );
}

const maxShown = 2;

/** Notices, which screen readers announce. Two are shown; older ones are counted. */
export function NoticeList() {
  const { notices } = useModel();
  const all = notices.list.value;
  const folded = all.length - maxShown;
  return (
    <div class="notices" role="status" aria-label="Notices">
      {folded > 0 && <p class="tag">{plural(folded, "older notice")}</p>}
      {all.slice(-maxShown).map(({ id, kind, text, undo }) => (
        <div key={id} class={`notice ${kind}`}>
          <Icon name={kind === "done" ? "check" : "alert"} />
          <span class="grow">{text}</span>
          {undo && <Button look="quiet" text="Undo" onPress={undo} />}
          <Button icon="close" label="Dismiss" onPress={() => notices.dismiss(id)} />
        </div>
      ))}
    </div>
  );
}
