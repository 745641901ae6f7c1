/** What goes wrong on purpose: the active rules, presets, and a card for each fault. */

import { useModel } from "../model/model.ts";
import type { FaultRule } from "../model/page-control.ts";
import { Button } from "../parts/button.tsx";
import { plural } from "../parts/format.ts";
import { Icon } from "../parts/icon.tsx";
import { FaultCard } from "./fault-card.tsx";
import { faultNames, presetWords, ruleEnds, ruleSentence } from "./fault-words.ts";

export function FaultsSection() {
  const { faults } = useModel();
  const rules = faults.rules.value;
  return (
    <div class="sheet">
      <section class="card" aria-label="Active">
        <header>
          <h2>Active</h2>
          <Button look="primary" disabled={rules.length === 0} onPress={faults.turnAllOff}>
            Turn all off
          </Button>
        </header>
        {rules.length === 0 ? (
          <p class="fine">No faults: every request is answered as the document says, at once.</p>
        ) : (
          <ul class="rules">
            {rules.map((rule, index) => (
              <ActiveRule key={index} rule={rule} onRemove={() => faults.remove(rule)} />
            ))}
          </ul>
        )}
      </section>
      <section aria-label="Presets">
        <h2 class="unseen">Presets</h2>
        <div class="choices">
          {presetWords.map(([name, icon, story]) => (
            <button type="button" class="choice-card" key={name} onClick={() => faults.preset(name)}>
              <Icon name={icon} />
              <strong>{name}</strong>
              <span>{story}</span>
            </button>
          ))}
        </div>
      </section>
      <section aria-label="Faults">
        <h2 class="unseen">Faults</h2>
        <ul class="faults">
          {faultNames.map((fault) => (
            <FaultCard key={fault} fault={fault} />
          ))}
        </ul>
      </section>
    </div>
  );
}

function ActiveRule({ rule, onRemove }: { readonly rule: FaultRule; readonly onRemove: () => void }) {
  const { name, played = 0 } = rule;
  const sentence = ruleSentence(rule);
  const ends = ruleEnds(rule);
  return (
    <li>
      <span class="grow">
        {sentence}
        {ends.length > 0 && <span class="muted">, {ends.join(", ")}</span>}
        {name && (
          <>
            {" "}
            <span class="tag">{name}</span>
          </>
        )}
      </span>
      <span class={`hits ${played > 0 ? "some" : ""}`}>
        {played === 0 ? "no hits yet" : plural(played, "hit")}
      </span>
      <Button icon="close" label={`Turn off: ${sentence}`} onPress={onRemove} />
    </li>
  );
}
