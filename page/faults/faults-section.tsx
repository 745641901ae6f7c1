/** Faults: the active rules, presets, and a card for each fault. */

import { useModel } from "../model/model.ts";
import type { FaultRule } from "../model/page-control.ts";
import { Button } from "../parts/button.tsx";
import { Select, ValueField } from "../parts/controls.tsx";
import { plural } from "../parts/format.ts";
import { Icon } from "../parts/icon.tsx";
import { wholeNumber } from "../parts/reading.ts";
import { type FaultName, faultNames, faultWords, presetWords, ruleSentence } from "./fault-words.ts";
import { anyCount, chance, order, ownFields, type SettingField } from "./setting-fields.ts";

export function FaultsSection() {
  const { faults } = useModel();
  const rules = faults.rules.value;
  return (
    <div class="sheet stack">
      <section class="card stack" aria-label="Active">
        <header class="row">
          <h2>Active</h2>
          <Button
            look="primary"
            text="Turn all off"
            disabled={rules.length === 0}
            onPress={faults.turnAllOff}
          />
        </header>
        <ul class="lines">
          {rules.length === 0 && (
            <li class="fine toned row">
              No faults: every request is answered as the document says, at once.
            </li>
          )}
          {rules.map((rule, index) => (
            <ActiveRule key={index} rule={rule} onRemove={() => faults.remove(rule)} />
          ))}
        </ul>
      </section>
      <section class="tiles" aria-label="Presets">
        {presetWords.map(([name, icon, description]) => (
          <button type="button" class="choice-card" key={name} onClick={() => faults.preset(name)}>
            <Icon name={icon} />
            <strong>{name}</strong>
            <span class="muted small">{description}</span>
          </button>
        ))}
      </section>
      <section aria-label="Faults">
        <ul class="faults tiles">
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
  return (
    <li class="row">
      <span class="grow">
        {sentence} {name && <span class="tag">{name}</span>}
      </span>
      <span class={`hits ${played > 0 ? "failed toned" : "muted"}`}>
        {played === 0 ? "no hits yet" : plural(played, "hit")}
      </span>
      <Button icon="close" label={`Turn off: ${sentence}`} onPress={onRemove} />
    </li>
  );
}

/** A fault's switch, and its settings: the requests, the number of times and the duration. */
function FaultCard({ fault }: { readonly fault: FaultName }) {
  const { faults } = useModel();
  const isOn = faults.ruleOf(fault) !== undefined;
  return (
    <li class={`fault ${isOn ? "on" : ""}`}>
      <label class="switch">
        <input
          type="checkbox"
          role="switch"
          checked={isOn}
          aria-checked={isOn}
          onChange={(event) => faults.turn(fault, event.currentTarget.checked)}
        />
        {fault}
      </label>
      <p class="muted small">{faultWords[fault]}</p>
      <details>
        <summary class="muted small" aria-label={`${fault}: Settings`}>
          Settings
        </summary>
        <FaultSettings fault={fault} />
      </details>
    </li>
  );
}

const operations = Object.entries({ "": "every request", listOrders: "lists", cancelOrder: "cancels" });
function FaultSettings({ fault }: { readonly fault: FaultName }) {
  const { faults } = useModel();
  const settings = faults.settingsOf(fault);
  const values: Readonly<Record<string, unknown>> = { ...settings };
  const change = (name: string) => (value: unknown) => faults.change(fault, { [name]: value });
  const field = ([label, name, reading]: SettingField, placeholder?: string) => (
    <ValueField
      label={label}
      shown={[values[name]].flat().join(", ")}
      reading={reading}
      placeholder={placeholder}
      onCommit={change(name)}
    />
  );
  return (
    <div class="fault-settings tiles">
      {ownFields[fault] && field(ownFields[fault])}
      <Select
        label="Applies to"
        value={settings.operation ?? ""}
        options={operations}
        onInput={(value) => change("operation")(value || undefined)}
      />
      {field(["Only cancels of order", "order", order], "any")}
      {field(["Times", "times", anyCount], "no limit")}
      <details class="more">
        <summary>More</summary>
        <div class="fault-settings tiles">
          {field(["Let pass first", "after", wholeNumber(0, 1_000_000)], "0")}
          {field(["Seconds", "seconds", wholeNumber(1, 36_000)], "no limit")}
          {field(["Chance", "probability", chance], "1")}
        </div>
      </details>
    </div>
  );
}
