/** Worlds that survive a reload of the page: their snapshots in a storage of the browser. */

import { formatJson, isJsonObject, parseJson } from "../../base/json.ts";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import type { FaultRule } from "../faults/fault-rule.ts";
import { Control } from "./control.ts";

/** The used part of a `Storage`, such as `sessionStorage`. */
export interface TextStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/**
 * Restores the stored worlds, and stores their changes: orders, profile and faults. Worlds of another start (other orders,
 * another profile), or that cannot be read, are dropped; a storage that is full or closed is not used. Tabs that share a
 * storage see each other's changes.
 */
export function keepWorlds(control: Control, storage: TextStorage, key: string) {
  const start = control.snapshot();
  let stored: string | undefined;
  let isLoading = false;

  /** Reads the changes that another tab has stored. Called before each request. */
  function load(): void {
    const text = attempt(() => storage.getItem(key)) ?? "";
    if (text === stored) return;
    stored = text;
    const worlds = readWorlds(text, start);
    if (!worlds) return;
    isLoading = true;
    for (const { name } of control.worlds()) if (!worlds.has(name)) attempt(() => control.dropWorld(name));
    for (const [name, { ownOrders, state, faults }] of worlds) {
      if (ownOrders) attempt(() => control.world(name).reset({ fixtures: ownOrders }));
      attempt(() => control.world(name).restore(state));
      attempt(() => control.world(name).setFaults(faults));
    }
    isLoading = false;
  }

  const watched = new Map<string, Control>();
  /** Stores the worlds. Called after each answer, since an answer may make a world. */
  function save(): void {
    if (isLoading) return;
    const worlds = control.worlds().map(({ name }) => {
      const world = control.world(name);
      if (watched.get(name) !== world) watch(name, world);
      // After a reload a rule has its remaining time.
      const faults = world.faults().map(({ secondsLeft, ...rule }) => ({
        ...rule,
        ...(secondsLeft !== undefined && { seconds: secondsLeft }),
      }));
      return [name, { ownOrders: Control.ownOrdersOf(world), state: world.snapshot(), faults }] as const;
    });
    const text = formatJson({ start, worlds: Object.fromEntries(worlds) });
    if (text === stored) return;
    stored = text;
    attempt(() => storage.setItem(key, text));
  }
  function watch(name: string, world: Control): void {
    watched.set(name, world);
    // `save` is called after each exchange anyway.
    world.onEvent(({ event }) => event !== "exchange" && save());
  }
  load();
  save();
  // A browser notifies all other tabs (HTML, 12.2.1), so that changes by code and the page's view are current as well.
  globalThis.addEventListener?.("storage", (event) => {
    if ((event as StorageEvent).key === key) load();
  });
  return { load, save };
}

interface StoredWorld {
  readonly ownOrders?: readonly FixtureOrder[] | undefined;
  readonly state: string;
  readonly faults: readonly FaultRule[];
}

/** Reads the stored worlds, by name; undefined for those of another start. Each is checked where it is used. */
function readWorlds(text: string, start: string): ReadonlyMap<string, StoredWorld> | undefined {
  const json = attempt(() => parseJson(text));
  if (!isJsonObject(json) || json.start !== start || !isJsonObject(json.worlds)) return undefined;
  const worlds = Object.entries(json.worlds).filter(([, world]) => isJsonObject(world));
  return new Map(worlds as unknown as [string, StoredWorld][]);
}

/** The result of an action, or undefined after an error: a storage may refuse any call, and the page must run anyway. */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
