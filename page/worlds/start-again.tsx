/** The world that is shown, from another seed, a scenario or a file. */

import { useSignal } from "@preact/signals";
import { type ScenarioName, scenarioDescriptions } from "../../fixtures/scenario-descriptions.ts";
import { useModel } from "../model/model.ts";
import { Button } from "../parts/button.tsx";
import { Segments } from "../parts/controls.tsx";
import { FileDrop } from "../parts/file-drop.tsx";
import { NumberField } from "../parts/number-field.tsx";

type Way = "seed" | "scenario" | "file";
const ways = [
  ["seed", "a seed"],
  ["scenario", "a scenario"],
  ["file", "a file"],
] as const;

export function StartAgain() {
  const { session, worlds } = useModel();
  const way = useSignal<Way>("seed");
  return (
    <section class="card" aria-label="Start again">
      <header>
        <h2>Start {session.world.value} again from</h2>
        <Segments
          label="Start from"
          value={way.value}
          options={ways}
          onChange={(value) => {
            way.value = value;
          }}
        />
      </header>
      {way.value === "seed" && <FromSeed />}
      {way.value === "scenario" && (
        <ul class="scenarios">
          {Object.entries(scenarioDescriptions).map(([name, story]) => (
            <li key={name}>
              <button
                type="button"
                class="scenario"
                onClick={() => worlds.startFromScenario(name as ScenarioName)}
              >
                <strong>{name}</strong>
                <span>{story}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {way.value === "file" && <FileDrop what="a fixtures file" onText={worlds.startFromFile} />}
    </section>
  );
}

const mostSeed = 2 ** 32 - 1;

function FromSeed() {
  const { session, worlds } = useModel();
  const seed = useSignal(session.health.value?.seed ?? 1);
  const count = useSignal(25);
  return (
    <form
      class="inline-form"
      onSubmit={(event) => {
        event.preventDefault();
        void worlds.startFromSeed(seed.value, count.value);
      }}
    >
      <NumberField
        label="Seed"
        value={seed.value}
        most={mostSeed}
        onCommit={(value) => {
          seed.value = value ?? 1;
        }}
      />
      <NumberField
        label="Orders"
        value={count.value}
        most={1_000_000}
        onCommit={(value) => {
          count.value = value ?? 25;
        }}
      />
      <Button
        icon="dice"
        onPress={() => {
          seed.value = crypto.getRandomValues(new Uint32Array(1))[0]! % 100_000;
        }}
      >
        Roll
      </Button>
      <Button type="submit" look="primary">
        Start again
      </Button>
    </form>
  );
}
