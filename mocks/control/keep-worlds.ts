/** Worlds that survive a reload of the page: their snapshots in a storage of the browser. */

import { formatJson, isJsonObject, parseJson } from "../../base/json.ts";
import type { Control } from "./control.ts";

/** What is needed of a `Storage`, such as `sessionStorage`. */
export interface TextStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/**
 * Puts the worlds in the state that was stored, and stores what becomes of them: orders and profile.
 * What was stored for another start (other orders, another profile) or cannot be read is forgotten,
 * and a storage that is full or closed is done without.
 * @returns to be called after each answer, as an answer may make a world
 */
export function keepWorlds(control: Control, storage: TextStorage, key: string): () => void {
  const start = control.snapshot();
  let stored = attempt(() => storage.getItem(key)) ?? "";
  for (const [name, snapshot] of readSnapshots(stored, start))
    attempt(() => control.world(name).restore(snapshot));

  const watched = new Map<string, Control>();
  function save(): void {
    const snapshots = control.worlds().map(({ name }) => {
      const world = control.world(name);
      if (watched.get(name) !== world) watch(name, world);
      return [name, world.snapshot()] as const;
    });
    const text = formatJson({ start, worlds: Object.fromEntries(snapshots) });
    if (text === stored) return;
    stored = text;
    attempt(() => storage.setItem(key, text));
  }
  function watch(name: string, world: Control): void {
    watched.set(name, world);
    // Exchanges are followed by a call of `save` anyway.
    world.onEvent(({ event }) => event !== "exchange" && save());
  }
  save();
  return save;
}

function readSnapshots(text: string, start: string): [string, string][] {
  const json = attempt(() => parseJson(text));
  if (!isJsonObject(json) || json.start !== start || !isJsonObject(json.worlds)) return [];
  return Object.entries(json.worlds).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
}

/** The outcome, or undefined: a storage may refuse anything, and a page runs all the same. */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
