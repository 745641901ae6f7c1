/** Worlds: separate sets of orders, each with its own key. */

import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect } from "preact/hooks";
import { type ScenarioName, scenarioDescriptions } from "../../fixtures/scenario-descriptions.ts";
import { isWorldName, type WorldSummary } from "../../spec/control-protocol.ts";
import { useModel } from "../model/model.ts";
import { startWorld } from "../model/session.ts";
import { Button } from "../parts/button.tsx";
import { TextForm, ValueField } from "../parts/controls.tsx";
import { FileDrop } from "../parts/file-drop.tsx";
import { formatMs, plural } from "../parts/format.ts";
import { wholeNumber } from "../parts/reading.ts";
import { set } from "../parts/set.ts";

/** Time in ms between readings of the worlds: there is no event for worlds of other clients. */
const readMs = 2000;
const maxShown = 200;

export function WorldsSection() {
  const { session, worlds } = useModel();
  const all = worlds.list.value;
  useEffect(() => {
    void worlds.read();
    const timer = setInterval(() => {
      if (!document.hidden && session.connection.value === "live") void worlds.read();
    }, readMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <div class="sheet stack">
      <section class="card stack" aria-label="Worlds">
        <header class="row">
          <h2>{plural(all.length, "world")}</h2>
          <TextForm
            label="Name of a new world"
            placeholder="ann"
            problemOf={(name) =>
              isWorldName(name) ? undefined : "A name has 1 to 64 letters, digits, . - _"
            }
            button="Add world"
            icon="add"
            onSubmit={session.switchWorld}
          />
        </header>
        <p class="muted">
          A world is a set of orders of its own, opened by a key. The one that is shown is chosen at the top.
        </p>
        <ul class="lines">
          {all.slice(0, maxShown).map((world) => (
            <WorldItem key={world.name} world={world} />
          ))}
        </ul>
        {all.length > maxShown && <p class="muted">The first {maxShown} are shown.</p>}
      </section>
      <ResetWorld />
      <SharedState />
    </div>
  );
}

function WorldItem({ world: { name, changedOrders, idleSeconds } }: { readonly world: WorldSummary }) {
  const { session, worlds, notices } = useModel();
  const isShown = session.world.value === name;
  const key = session.keyOf(name);
  return (
    <li class="row">
      <div class="grow">
        <strong>{name}</strong> {isShown && <span class="tag">shown here</span>}
        <div class="muted small">
          key <code>{key}</code>,{" "}
          {changedOrders === 0 ? "as it started" : `${plural(changedOrders, "order")} changed`}
          {idleSeconds > 1 && `, idle for ${formatMs(idleSeconds * 1000)}`}
        </div>
      </div>
      <Button icon="key" label={`Copy the key of world ${name}`} onPress={() => notices.copy(key, key)} />
      <Button
        icon="remove"
        look="danger"
        label={`Delete world ${name}`}
        disabled={name === startWorld}
        onPress={() => worlds.drop(name)}
      />
    </li>
  );
}

/** The state of the world as a text or a link, which opens the same orders and answers in another mock. */
function SharedState() {
  const { session, worlds, notices, pageUrl } = useModel();
  const snapshot = async () => {
    const state = await session.control().snapshot();
    return pageUrl === undefined ? state : `${pageUrl}#state=${state}`;
  };
  const [button, what] =
    pageUrl === undefined ? ["Copy the state", "the state"] : ["Copy a link", "a link to this state"];
  return (
    <section class="card stack" aria-label="Share the state">
      <header class="row">
        <h2>Share this state</h2>
        <Button icon="link" text={button} onPress={() => notices.copy(what, snapshot())} />
      </header>
      <TextForm
        label="A state or a link to one"
        placeholder="eyJzbm… or a link"
        button="Open"
        onSubmit={worlds.openState}
      />
    </section>
  );
}

/** Resets the world to the mock's start, or to other orders. */
function ResetWorld() {
  const { session, worlds } = useModel();
  return (
    <section class="card stack" aria-label="Reset">
      <header class="row">
        <h2>Reset world {session.world.value}</h2>
        <Button look="primary" text="Reset to its start" onPress={() => worlds.reset({})} />
      </header>
      <FromSeed />
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
      <FileDrop what="a fixtures file" onText={worlds.resetToFile} />
    </section>
  );
}

function FromSeed() {
  const { session, worlds } = useModel();
  const health = session.health.value;
  const seed = useSignal(1);
  const orders = useSignal(25);
  // In another world, and after a reset to another seed, the field has the world's seed.
  useLayoutEffect(() => set(seed, health?.seed ?? 1), [health?.world, health?.seed]);
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
      <Button type="submit" text="Reset to the seed" />
    </form>
  );
}
