/** Resets the shown world to its start or to other orders. */

import { useSignal } from "@preact/signals";
import { type ScenarioName, scenarioDescriptions } from "../../fixtures/scenario-descriptions.ts";
import { useModel } from "../model/model.ts";
import { Button } from "../parts/button.tsx";
import { Segments, ValueField, wholeNumber } from "../parts/controls.tsx";
import { FileDrop } from "../parts/file-drop.tsx";
import { bound, set } from "../parts/set.ts";

const ways = [
  ["start", "its start"],
  ["seed", "a seed"],
  ["scenario", "a scenario"],
  ["file", "a file"],
] as const;

export function ResetWorld() {
  const { session, worlds } = useModel();
  const way = useSignal<(typeof ways)[number][0]>("start");
  return (
    <section class="card stack" aria-label="Reset">
      <header class="row">
        <h2>Reset world {session.world.value} to</h2>
        <Segments label="Reset to" options={ways} {...bound(way)} />
      </header>
      {way.value === "start" && (
        <div class="inline-form row">
          <span class="grow muted">The orders, answers and faults that the mock was started with.</span>
          <Button look="primary" text="Reset" onPress={() => worlds.reset({})} />
        </div>
      )}
      {way.value === "seed" && <FromSeed />}
      {way.value === "scenario" && (
        <ul class="tiles">
          {Object.entries(scenarioDescriptions).map(([name, description]) => (
            <li key={name}>
              <button
                type="button"
                class="choice-card"
                onClick={() => worlds.reset({ fixtures: name as ScenarioName }, `scenario ${name}`)}
              >
                <strong>{name}</strong>
                <span class="muted small">{description}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {way.value === "file" && <FileDrop what="a fixtures file" onText={worlds.resetToFile} />}
    </section>
  );
}

function FromSeed() {
  const { session, worlds } = useModel();
  const seed = useSignal(session.health.value?.seed ?? 1);
  const orders = useSignal(25);
  return (
    <form
      class="inline-form row"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // A field that cannot be used keeps its message.
        if (event.currentTarget.querySelector("[aria-invalid=true]")) return;
        const source = { seed: seed.value, orders: orders.value, fixtures: undefined };
        void worlds.reset(source, `seed ${seed.value}`);
      }}
    >
      <ValueField
        label="Seed"
        shown={String(seed.value)}
        reading={wholeNumber(0, 2 ** 32 - 1)}
        onCommit={(value) => set(seed, value!)}
      />
      <ValueField
        label="Orders"
        shown={String(orders.value)}
        reading={wholeNumber(0, 1_000_000)}
        onCommit={(value) => set(orders, value!)}
      />
      <Button
        icon="dice"
        text="Random seed"
        onPress={() => set(seed, crypto.getRandomValues(new Uint32Array(1))[0]! % 100_000)}
      />
      <Button type="submit" look="primary" text="Reset" />
    </form>
  );
}
