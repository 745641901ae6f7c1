/** Worlds: separate sets of orders, each with its own key. */

import { useEffect } from "preact/hooks";
import { isWorldName } from "../../spec/control-protocol.ts";
import { useModel } from "../model/model.ts";
import type { WorldSummary } from "../model/page-control.ts";
import { startWorld } from "../model/session.ts";
import { Button } from "../parts/button.tsx";
import { TextForm } from "../parts/controls.tsx";
import { plural } from "../parts/format.ts";
import { ResetWorld } from "./reset-world.tsx";

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
          {idleSeconds > 1 && `, idle for ${idle(idleSeconds)}`}
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

function idle(seconds: number): string {
  if (seconds < 120) return plural(seconds, "second");
  return seconds < 7200
    ? plural(Math.floor(seconds / 60), "minute")
    : plural(Math.floor(seconds / 3600), "hour");
}
