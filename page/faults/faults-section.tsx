/** Faults: the active rules, presets, and a card for each fault. */

import { useSignal } from "@preact/signals";
import { readId } from "../../base/ids.ts";
import { useModel } from "../model/model.ts";
import type { FaultRule } from "../model/page-control.ts";
import { Button } from "../parts/button.tsx";
import { type Reading, Select, Slider, ValueField, wholeNumber } from "../parts/controls.tsx";
import { formatMs, plural } from "../parts/format.ts";
import { Icon } from "../parts/icon.tsx";
import { set } from "../parts/set.ts";
import {
  delaySpan,
  type FaultName,
  faultNames,
  faultWords,
  percent,
  presetWords,
  ruleEnds,
  ruleSentence,
} from "./fault-words.ts";

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
        {rules.length === 0 ? (
          <p class="fine toned">No faults: every request is answered as the document says, at once.</p>
        ) : (
          <ul class="lines">
            {rules.map((rule, index) => (
              <ActiveRule key={index} rule={rule} onRemove={() => faults.remove(rule)} />
            ))}
          </ul>
        )}
      </section>
      <section aria-label="Presets">
        <h2 class="unseen">Presets</h2>
        <div class="tiles">
          {presetWords.map(([name, icon, description]) => (
            <button type="button" class="choice-card" key={name} onClick={() => faults.preset(name)}>
              <Icon name={icon} />
              <strong>{name}</strong>
              <span class="muted small">{description}</span>
            </button>
          ))}
        </div>
      </section>
      <section aria-label="Faults">
        <h2 class="unseen">Faults</h2>
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
  const ends = ruleEnds(rule);
  return (
    <li class="row">
      <span class="grow">
        {sentence}
        {ends.length > 0 && <span class="muted">, {ends.join(", ")}</span>}{" "}
        {name && <span class="tag">{name}</span>}
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
  const isOpen = useSignal(false);
  const isOn = faults.ruleOf(fault) !== undefined;
  return (
    <li class={`fault ${isOn ? "on" : ""} ${isOpen.value ? "open" : ""}`}>
      <div class="fault-head row">
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
        <Button
          look="quiet"
          label={`${fault}: ${isOpen.value ? "Less" : "Settings"}`}
          text={isOpen.value ? "Less" : "Settings"}
          aria-expanded={isOpen.value}
          onPress={() => set(isOpen, !isOpen.value)}
        />
      </div>
      <p class="muted small">{faultWords[fault]}</p>
      {isOpen.value && <FaultSettings fault={fault} />}
    </li>
  );
}

/** Values of the slider, with smaller steps for short times. */
const delays = [0, 20, 50, 100, 200, 300, 500, 800, 1200, 2000, 3000, 5000, 10_000, 30_000];
const placeOf = (ms: number) => {
  const place = delays.findIndex((delay) => delay >= ms);
  return place < 0 ? delays.length - 1 : place;
};

function DelaySliders({ ms }: { readonly ms: number | readonly [number, number] }) {
  const { faults } = useModel();
  const [least, most] = delaySpan(ms);
  const slider = (label: string, value: number, span: (chosen: number) => readonly [number, number]) => (
    <Slider
      label={label}
      value={placeOf(value)}
      steps={delays.length - 1}
      text={formatMs(value)}
      onInput={(place) => {
        faults.change("delay", { ms: span(delays[place]!) });
        // A moved slider switches the fault on.
        if (!faults.ruleOf("delay")) faults.turn("delay", true);
      }}
    />
  );
  return (
    <>
      {slider("At least", least, (chosen) => [chosen, Math.max(chosen, most)])}
      {slider("At most", most, (chosen) => [Math.min(chosen, least), chosen])}
    </>
  );
}

const operations = [
  ["", "every request"],
  ["listOrders", "lists"],
  ["cancelOrder", "cancels"],
] as const;
const anyCount = wholeNumber(1, 1_000_000);
/** A number would round its digits. */
const orderId: Reading<string> = {
  allowed: "An order id is an integer (int64)",
  read: (text) => (readId(text) === undefined ? undefined : text),
};
/** The statuses of a sequence, with commas or spaces between them. */
const statusList: Reading<readonly number[]> = {
  isText: true,
  allowed: "Statuses from 200 to 299 and 400 to 599, as in 200, 200, 503",
  read: (text) => (/^(?:[245]\d\d(?:[\s,]+|$))+$/.test(text) ? text.match(/\d+/g)!.map(Number) : undefined),
};

type SettingField = readonly [label: string, name: string, reading: Reading<unknown>];

/** The settings that one fault alone has. */
const ownFields: Readonly<Partial<Record<FaultName, SettingField>>> = {
  status: ["Status", "status", wholeNumber(400, 599)],
  sequence: ["Statuses in turn", "steps", statusList],
  "stale-list": ["Lists", "reads", wholeNumber(1, 1000)],
};

function FaultSettings({ fault }: { readonly fault: FaultName }) {
  const { faults } = useModel();
  const settings = faults.settingsOf(fault);
  const { operation = "", probability = 1 } = settings;
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
      {settings.fault === "delay" && <DelaySliders ms={settings.ms} />}
      {ownFields[fault] && field(ownFields[fault])}
      <Select
        label="Applies to"
        value={operation}
        options={operations}
        onInput={(value) => change("operation")(value || undefined)}
      />
      {field(["Only cancels of order", "order", orderId], "any")}
      {field(["Times", "times", anyCount], "no limit")}
      <details class="more">
        <summary>More</summary>
        <div class="fault-settings tiles">
          {field(["Let pass first", "after", anyCount], "0")}
          {field(["Seconds", "seconds", anyCount], "no limit")}
          <Slider
            label="Chance"
            value={Math.round(probability * 20)}
            steps={20}
            text={percent(probability)}
            onInput={(place) => change("probability")(place === 20 ? undefined : place / 20)}
          />
        </div>
      </details>
    </div>
  );
}
