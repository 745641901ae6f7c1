/** Worlds: sets of orders that do not see each other, each with a key of its own. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { isWorldName } from "../../spec/control-protocol.ts";
import { useModel } from "../model/model.ts";
import type { WorldSummary } from "../model/page-control.ts";
import { startWorld } from "../model/session.ts";
import { Button } from "../parts/button.tsx";
import { Field } from "../parts/controls.tsx";
import { plural } from "../parts/format.ts";
import { set } from "../parts/set.ts";
import { ResetWorld } from "./reset-world.tsx";

/** Other clients open worlds, too, and nothing tells of that (milliseconds). */
const readMs = 2000;

export function WorldsSection() {
  const { session, worlds } = useModel();
  useEffect(() => {
    void worlds.read();
    const timer = setInterval(() => {
      if (!document.hidden && session.connection.value === "live") void worlds.read();
    }, readMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <div class="sheet">
      <section class="card" aria-label="Worlds">
        <header>
          <h2>{plural(worlds.list.value.length, "world")}</h2>
          <OpenWorld />
        </header>
        <p class="muted">
          A world is a set of orders of its own, opened by a key. The one that is shown is chosen at the top.
        </p>
        <ul class="world-list">
          {worlds.list.value.slice(0, 200).map((world) => (
            <WorldItem key={world.name} world={world} />
          ))}
        </ul>
        {worlds.list.value.length > 200 && <p class="muted">The first 200 are shown.</p>}
      </section>
      <ResetWorld />
      <SharedState />
    </div>
  );
}

function OpenWorld() {
  const { session } = useModel();
  const name = useSignal("");
  const isFine = isWorldName(name.value);
  return (
    <form
      class="inline-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isFine) return;
        session.switchWorld(name.value);
        name.value = "";
      }}
    >
      <Field
        label="Name of a new world"
        placeholder="ann"
        value={name.value}
        problem={name.value !== "" && !isFine ? "A name has 1 to 64 letters, digits, . - _" : undefined}
        onInput={(text) => set(name, text)}
      />
      <Button type="submit" icon="add" disabled={!isFine}>
        Add world
      </Button>
    </form>
  );
}

function WorldItem({ world: { name, changedOrders, idleSeconds } }: { readonly world: WorldSummary }) {
  const { session, worlds, notices } = useModel();
  const isShown = session.world.value === name;
  return (
    <li class={isShown ? "shown" : ""}>
      <span class="grow">
        <strong>{name}</strong> {isShown && <span class="tag">shown here</span>}
        <span class="muted">
          key <code>{session.keyOf(name)}</code>,{" "}
          {changedOrders === 0 ? "as it started" : `${plural(changedOrders, "order")} changed`}
          {idleSeconds > 1 && `, idle for ${idle(idleSeconds)}`}
        </span>
      </span>
      <Button
        icon="key"
        label={`Copy the key of world ${name}`}
        onPress={() => notices.copy(session.keyOf(name), session.keyOf(name))}
      />
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

/** The state of the world as a text or a link, which opens the same orders and answers elsewhere. */
function SharedState() {
  const { session, worlds, notices, pageUrl } = useModel();
  const text = useSignal("");
  const snapshot = async () => {
    const state = await session.control().snapshot();
    return pageUrl === undefined ? state : `${pageUrl}#state=${encodeURIComponent(state)}`;
  };
  const copyLink = () =>
    notices.copy(pageUrl === undefined ? "the state" : "a link to this state", snapshot());
  return (
    <section class="card" aria-label="Share the state">
      <header>
        <h2>Share this state</h2>
        <Button icon="link" onPress={copyLink}>
          {pageUrl === undefined ? "Copy the state" : "Copy a link"}
        </Button>
      </header>
      <form
        class="inline-form"
        onSubmit={(event) => {
          event.preventDefault();
          void worlds.openState(text.value);
        }}
      >
        <Field
          label="A state or a link to one"
          placeholder="so1~seed=… or a link"
          value={text.value}
          onInput={(value) => set(text, value)}
        />
        <Button type="submit" disabled={text.value.trim() === ""}>
          Open
        </Button>
      </form>
    </section>
  );
}

function idle(seconds: number): string {
  if (seconds < 120) return plural(seconds, "second");
  return seconds < 7200
    ? plural(Math.floor(seconds / 60), "minute")
    : plural(Math.floor(seconds / 3600), "hour");
}
