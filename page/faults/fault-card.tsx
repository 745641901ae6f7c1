/** A fault's switch, and in its settings where, how often and how long it applies. */

import { useSignal } from "@preact/signals";
import { useModel } from "../model/model.ts";
import { Button } from "../parts/button.tsx";
import { Select, Slider, Switch } from "../parts/controls.tsx";
import { formatMs } from "../parts/format.ts";
import { NumberField } from "../parts/number-field.tsx";
import { set } from "../parts/set.ts";
import { delaySpan, type FaultName, faultWords, percent } from "./fault-words.ts";

const operations = [
  ["", "every request"],
  ["listOrders", "lists"],
  ["cancelOrder", "cancels"],
] as const;

export function FaultCard({ fault }: { readonly fault: FaultName }) {
  const { faults } = useModel();
  const isOpen = useSignal(false);
  const rule = faults.ruleOf(fault);
  const { title, story } = faultWords[fault];
  return (
    <li class={`fault ${rule ? "on" : ""} ${isOpen.value ? "open" : ""}`}>
      <div class="fault-head">
        <Switch label={title} on={rule !== undefined} onChange={(on) => faults.turn(fault, on)} />
        <Button look="quiet" expanded={isOpen.value} onPress={() => set(isOpen, !isOpen.value)}>
          <span class="unseen">{title}: </span>
          {isOpen.value ? "Less" : "Settings"}
        </Button>
      </div>
      <p class="muted">{story}</p>
      {isOpen.value && <FaultSettings fault={fault} />}
    </li>
  );
}

/** Places on the slider: small steps where they are felt. */
const delays = [0, 20, 50, 100, 200, 300, 500, 800, 1200, 2000, 3000, 5000, 10_000, 30_000];
const placeOf = (ms: number) => {
  const place = delays.findIndex((delay) => delay >= ms);
  return place < 0 ? delays.length - 1 : place;
};

function DelaySliders() {
  const { faults } = useModel();
  const settings = faults.settingsOf("delay");
  const [least, most] = settings.fault === "delay" ? delaySpan(settings.ms) : [0, 0];
  const set = (low: number, high: number) => {
    faults.change("delay", { ms: [low, high] });
    // Moving a slider is asking for it.
    if (!faults.ruleOf("delay")) faults.turn("delay", true);
  };
  return (
    <>
      <Slider
        label="At least"
        value={placeOf(least)}
        steps={delays.length - 1}
        text={formatMs(least)}
        onInput={(place) => set(delays[place]!, Math.max(delays[place]!, most))}
      />
      <Slider
        label="At most"
        value={placeOf(most)}
        steps={delays.length - 1}
        text={formatMs(most)}
        onInput={(place) => set(Math.min(delays[place]!, least), delays[place]!)}
      />
    </>
  );
}

const mostTimes = 1_000_000;

function FaultSettings({ fault }: { readonly fault: FaultName }) {
  const { faults } = useModel();
  const settings = faults.settingsOf(fault);
  const { operation = "", order, times, seconds, probability = 1 } = settings;
  const change = (name: string) => (value: unknown) => faults.change(fault, { [name]: value });
  return (
    <div class="fault-settings">
      {settings.fault === "delay" && <DelaySliders />}
      {settings.fault === "status" && (
        <NumberField
          label="Status"
          value={settings.status}
          required
          least={400}
          most={599}
          onCommit={change("status")}
        />
      )}
      {settings.fault === "stale-list" && (
        <NumberField
          label="Lists"
          value={settings.reads}
          required
          least={1}
          most={1000}
          onCommit={change("reads")}
        />
      )}
      <Select
        label="Applies to"
        value={operation}
        options={operations}
        onChange={(value) => change("operation")(value === "" ? undefined : value)}
      />
      <NumberField
        label="Only cancels of order"
        kind="int64"
        value={order === undefined ? undefined : String(order)}
        placeholder="any"
        onCommit={change("order")}
      />
      <NumberField
        label="Times"
        value={times}
        least={1}
        most={mostTimes}
        placeholder="no limit"
        onCommit={change("times")}
      />
      <details class="more">
        <summary>More</summary>
        <div class="fault-settings">
          <NumberField
            label="Seconds"
            value={seconds}
            least={1}
            most={mostTimes}
            placeholder="no limit"
            onCommit={change("seconds")}
          />
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
