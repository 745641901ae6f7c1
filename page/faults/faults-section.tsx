/** Faults: the active rules, presets, and a card for each fault. */

import { readId } from "../../base/ids.ts";
import { useModel } from "../model/model.ts";
import type { FaultRule } from "../model/page-control.ts";
import { Button } from "../parts/button.tsx";
import { type Reading, Select, ValueField, wholeNumber } from "../parts/controls.tsx";
import { plural } from "../parts/format.ts";
import { Icon } from "../parts/icon.tsx";
import { type FaultName, faultNames, faultWords, presetWords, ruleSentence } from "./fault-words.ts";

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

const operations = [
  ["", "every request"],
  ["listOrders", "lists"],
  ["cancelOrder", "cancels"],
] as const;
const anyCount = wholeNumber(1, 1_000_000);
const order: Reading<string> = {
  allowed: "An order id is an integer (int64)",
  // As text, since a number would round its digits.
  read: (text) => (readId(text) === undefined ? undefined : text),
};
const delay: Reading<readonly [number, number]> = {
  isText: true,
  allowed: "Milliseconds, or a range, as in 300, 800",
  read(text) {
    const [, min, max = min] = /^(\d{1,7})(?:[\s,]+(\d{1,7}))?$/.exec(text) ?? [];
    return Number(min) <= Number(max) ? [Number(min), Number(max)] : undefined;
  },
};
const statuses: Reading<readonly number[]> = {
  isText: true,
  allowed: "Statuses from 200 to 299 and 400 to 599, as in 200, 200, 503",
  read: (text) => (/^(?:[245]\d\d(?:[\s,]+|$))+$/.test(text) ? text.match(/\d+/g)!.map(Number) : undefined),
};
const chance: Reading<number> = {
  isText: true,
  allowed: "A number from 0 to 1, as in 0.25",
  read: (text) => (/^(?:0?\.\d+|[01](?:\.0*)?)$/.test(text) ? Number(text) : undefined),
};

type SettingField = readonly [label: string, name: string, reading: Reading<unknown>];

/** The settings that one fault alone has. */
const ownFields: Readonly<Partial<Record<FaultName, SettingField>>> = {
  delay: ["Milliseconds", "ms", delay],
  status: ["Status", "status", wholeNumber(400, 599)],
  sequence: ["Statuses in turn", "steps", statuses],
  "stale-list": ["Lists", "reads", wholeNumber(1, 100)],
};

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
