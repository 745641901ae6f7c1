/** A mock's copy of one world of Redis, and the changes of its requests. */

import { formatJson } from "../../../base/json.ts";
import type { FixtureOrder } from "../../../fixtures/fixture-order.ts";
import type { WorldStorage } from "../../core/order-storage.ts";
import { createOrderBase, type OrderBase } from "../../core/order-store.ts";
import { startWorldName } from "../../http/world.ts";
import type { FetchedJournal } from "../../journal/journal.ts";
import type { JournalEntry } from "../../journal/journal-entry.ts";
import type { MockEvent } from "../../worlds/events.ts";
import type { OrderStart, WorldState } from "../../worlds/world-state.ts";
import { parseOrder, parseOrders } from "../state-worlds.ts";
import type { ChangedWorld } from "./redis-replies.ts";
import type { ExchangeFacts } from "./redis-scripts.ts";
import { Damaged, seal, unseal } from "./sealed.ts";
import { formatStart, type SharedStore } from "./shared-store.ts";
import { formatParts, loadParts, type WorldParts } from "./start-facts.ts";

/** Fields of a world in Redis apart from its orders. */
const worldFields: ReadonlySet<string> = new Set(["version", "parts", "own", "changed", "last"]);

/** The changes of the requests of one exchange. */
export class Batch {
  /** By position; undefined where an order was removed. */
  readonly writes = new Map<number, FixtureOrder | undefined>();
  readonly events: MockEvent[] = [];
  isReset = false;
  startAll: OrderStart | undefined;
  /** Worlds that are dropped, and their last use at most. */
  drop: { readonly names: readonly string[]; readonly usedUntil: number | undefined } | undefined;
}

export class WorldCopy implements WorldStorage {
  readonly name: string;
  readonly store: SharedStore;
  batch: Batch | undefined;
  state: WorldState | undefined;
  /** The version of the copy; empty where it must be read again. */
  version = "";
  /** The parts as Redis has them; empty if it has none yet. */
  #parts = "";
  /** The version at which the world got orders of its own, and those; empty for none. */
  ownId = "";
  #ownBase: OrderBase | undefined;

  constructor(name: string, store: SharedStore) {
    this.name = name;
    this.store = store;
  }

  get journal(): FetchedJournal | undefined {
    return this.state?.journal as FetchedJournal | undefined;
  }

  /** The copy in memory, made if it is not there. @returns false where there is no room for it */
  open(isRetry: boolean): boolean {
    if (this.state) return true;
    const { worlds, generation } = this.store;
    this.state = this.name === startWorldName ? worlds.start : worlds.open(this.name);
    if (!this.state) return false;
    this.#startOver();
    // Most worlds that are not here are new. Not after a drop that was not kept.
    this.version = isRetry ? "" : generation;
    return true;
  }

  /** Removes the world from memory. */
  forget(): void {
    this.discard();
    if (this.name === startWorldName) return;
    this.store.worlds.forget(this.name);
    this.state = undefined;
  }

  /** Drops the changes of a batch that was not stored: the copy is read again before its next use. */
  discard(): void {
    const { batch } = this;
    this.batch = undefined;
    this.version = "";
    if (batch?.startAll) this.store.worlds.next = this.store.next;
  }

  keep(version: string, { parts, own }: ExchangeFacts, batch?: Batch): void {
    if (batch?.startAll) {
      this.store.takeStart(version, batch.startAll);
      this.#startOver();
    } else if (batch?.isReset) {
      this.ownId = own === undefined ? "" : version;
      this.#ownBase = this.state?.store.base;
    }
    this.version = version;
    if (parts !== undefined) this.#parts = parts;
  }

  /** The changes of a batch as arguments of the script. */
  describe(batch: Batch): Partial<ExchangeFacts> {
    const { startAll, drop, isReset, writes } = batch;
    const { worlds } = this.store;
    const clear = this.journal?.wasCleared === true;
    if (startAll) return { kind: "all", clear, ...formatStart(startAll, worlds) };
    if (drop) return { kind: "drop", clear, dropped: drop.names, usedUntil: drop.usedUntil };
    const { store } = this.state!;
    const parts = seal(formatParts(this.state!, worlds));
    const changed = store.changes().size;
    if (isReset) {
      const isOwn = store.base !== worlds.first.base && store.base !== worlds.next.base;
      return {
        kind: "reset",
        clear,
        parts,
        changed,
        own: isOwn ? seal(formatJson(store.base.orders)) : undefined,
      };
    }
    const isSame = parts === this.#parts;
    const kind = isSame && writes.size === 0 ? undefined : "write";
    return { kind, clear, changed, parts: isSame ? undefined : parts };
  }

  /** @throws {Damaged} */
  load({ version, ownText, fields }: ChangedWorld): void {
    const { worlds } = this.store;
    const { store, events } = this.state!;
    const text = fields.get("parts");
    if (text === undefined) this.#startOver();
    else {
      const parts = JSON.parse(unseal(text)) as WorldParts;
      const base = this.#baseOf(parts, ownText, fields.get("own"));
      store.reset(base, base !== worlds.first.base);
      loadParts(this.state!, parts, base);
      this.#parts = text;
      this.ownId = fields.get("own") ?? "";
      this.#ownBase = base;
    }
    const positions = [...fields.keys()].filter((name) => !worldFields.has(name)).map(Number);
    for (const position of positions.sort((a, b) => a - b)) {
      const order = unseal(fields.get(String(position)));
      if (position >= store.base.orders.length + positions.length) throw new Damaged();
      // At the end, what was removed is no change.
      const isNothing = order === "" && position >= store.base.orders.length;
      if (!isNothing) store.set(position, order === "" ? undefined : parseOrder(order));
    }
    events?.forgetOrders();
    this.version = version;
  }

  #baseOf({ start }: WorldParts, ownText: string, ownId: string | undefined): OrderBase {
    if (start !== "own") return this.store.worlds[start].base;
    // Its own orders are sent to mocks that lack them.
    if (ownText !== "") return createOrderBase(parseOrders(unseal(ownText)));
    if (!this.#ownBase || ownId !== this.ownId) throw new Damaged();
    return this.#ownBase;
  }

  /** The state of a new world, which is not in Redis. */
  #startOver(): void {
    const { worlds } = this.store;
    const { faults, shipClock } = this.state!;
    worlds.reset(this.state!, worlds.next);
    this.ownId = "";
    // A clock and chances that have begun to run are the same for all only once they are kept.
    this.#parts = shipClock || faults.rules().length > 0 ? "" : seal(formatParts(this.state!, worlds));
  }

  // Changes from Redis are applied while there is no batch.
  ownOrders(): undefined {
    return undefined;
  }
  changes(): [] {
    return [];
  }
  write(position: number, order: FixtureOrder | undefined): void {
    this.batch?.writes.set(position, order);
  }
  reset(): void {
    if (!this.batch) return;
    this.batch.isReset = true;
    this.batch.writes.clear();
  }
  drop(): void {}
}

/** The journal's entries, and the events with a number in place of each entry. */
export function formatEvents(all: readonly MockEvent[]) {
  const entries: string[] = [];
  const events = all.map((event) =>
    event.event === "exchange" ? entries.push(seal(JSON.stringify(event.entry))) - 1 : event,
  );
  return { entries, events: events.length === 0 ? undefined : seal(JSON.stringify(events)) };
}

/** The events of a message. @param world gives its name to them @throws {Damaged} */
export function parseEvents(message: string, world: string): readonly MockEvent[] {
  const [_world, first, events, ...entries] = message.split("\n");
  return (JSON.parse(unseal(events)) as readonly (MockEvent | number)[]).map((event) =>
    typeof event === "number"
      ? { event: "exchange", world, entry: numbered(entries[event]!, Number(first) + event) }
      : { ...event, world },
  );
}

/** @throws {Damaged} */
export function numbered(text: string, id: number): JournalEntry {
  return { ...(JSON.parse(unseal(text)) as JournalEntry), id };
}
