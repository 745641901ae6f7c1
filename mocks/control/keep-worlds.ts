/** Worlds that survive a reload of the page: their snapshots in a storage of the browser. */

import { formatJson, isJsonObject, parseJson } from "../../base/json.ts";
import type { FaultRule } from "../faults/fault-rule.ts";
import type { Control } from "./control.ts";

/** The used part of a `Storage`, such as `sessionStorage`. */
export interface TextStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/** The worlds of a mock and a storage, kept alike. */
export interface KeptWorlds {
  /** Takes over what another tab stored meanwhile. To be called before each request. */
  load(): void;
  /** Stores what became of the worlds. To be called after each answer, as an answer may make a world. */
  save(): void;
}

/**
 * Puts the worlds in the state that was stored, and stores what becomes of them: orders, profile and faults.
 * Worlds of another start (other orders, another profile), or that cannot be read, are dropped,
 * and a storage that is full or closed is done without. Tabs that share a storage see each other's changes.
 */
export function keepWorlds(control: Control, storage: TextStorage, key: string): KeptWorlds {
  const start = control.snapshot();
  let stored: string | undefined;
  let isLoading = false;

  function load(): void {
    const text = attempt(() => storage.getItem(key)) ?? "";
    if (text === stored) return;
    stored = text;
    isLoading = true;
    for (const [name, { state, faults }] of readWorlds(text, start)) {
      attempt(() => control.world(name).restore(state));
      attempt(() => control.world(name).setFaults(faults));
    }
    isLoading = false;
  }

  const watched = new Map<string, Control>();
  function save(): void {
    if (isLoading) return;
    const worlds = control.worlds().map(({ name }) => {
      const world = control.world(name);
      if (watched.get(name) !== world) watch(name, world);
      // After a reload a rule has the rest of its time.
      const faults = world.faults().map(({ secondsLeft, ...rule }) => ({
        ...rule,
        ...(secondsLeft !== undefined && { seconds: secondsLeft }),
      }));
      return [name, { state: world.snapshot(), faults }] as const;
    });
    const text = formatJson({ start, worlds: Object.fromEntries(worlds) });
    if (text === stored) return;
    stored = text;
    attempt(() => storage.setItem(key, text));
  }
  function watch(name: string, world: Control): void {
    watched.set(name, world);
    // Exchanges are followed by a call of `save` anyway.
    world.onEvent(({ event }) => event !== "exchange" && save());
  }
  load();
  save();
  // A browser says so in all other tabs (HTML, 12.2.1), so that changes by code and the page's view are up to date as well.
  globalThis.addEventListener?.("storage", (event) => {
    if ((event as StorageEvent).key === key) load();
  });
  return { load, save };
}

interface StoredWorld {
  readonly state: string;
  readonly faults: readonly FaultRule[];
}

/** Reads the stored worlds. Each is checked where it is used. */
function readWorlds(text: string, start: string): [name: string, world: StoredWorld][] {
  const json = attempt(() => parseJson(text));
  if (!isJsonObject(json) || json.start !== start || !isJsonObject(json.worlds)) return [];
  return Object.entries(json.worlds)
    .filter(([, world]) => isJsonObject(world))
    .map(([name, world]) => [name, world as unknown as StoredWorld]);
}

/** The outcome, or undefined: a storage may refuse anything, and a page runs anyway. */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
