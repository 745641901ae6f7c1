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
import { formatStart, type SharedStore } from "./shared-store.ts";
import { formatParts, loadParts, type WorldParts } from "./start-facts.ts";

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

  keep(version: string, { parts, ownText }: ExchangeFacts, batch?: Batch): void {
    if (batch?.startAll) {
      this.store.takeStart(version, batch.startAll);
      this.#startOver();
    } else if (batch?.isReset) {
      this.ownId = ownText === "" ? "" : version;
      this.#ownBase = this.state?.store.base;
    }
    this.version = version;
    if (parts !== "") this.#parts = parts;
  }

  /** The changes of a batch as arguments of the script. */
  describe(batch: Batch): Partial<ExchangeFacts> {
    const { startAll, drop, isReset, writes } = batch;
    const { worlds } = this.store;
    const clear = this.journal?.wasCleared ? "1" : "";
    if (startAll) return { kind: "all", clear, ...formatStart(startAll, worlds) };
    if (drop)
      return { kind: "drop", clear, dropped: drop.names.join(" "), usedUntil: String(drop.usedUntil ?? "") };
    const { store } = this.state!;
    const parts = formatParts(this.state!, worlds);
    const changed = String(store.changes().size);
    if (isReset) {
      const isOwn = store.base !== worlds.first.base && store.base !== worlds.next.base;
      const ownText = isOwn ? formatJson(store.base.orders) : "";
      return { kind: "reset", clear, parts, changed, ownText };
    }
    const isSame = parts === this.#parts;
    return { kind: isSame && writes.size === 0 ? "" : "write", clear, changed, parts: isSame ? "" : parts };
  }

  load({ version, parts: text, ownId, ownText, pairs }: ChangedWorld): void {
    const { worlds } = this.store;
    const { store, events } = this.state!;
    if (text === "") this.#startOver();
    else {
      const parts = JSON.parse(text) as WorldParts;
      const base = this.#baseOf(parts, ownText);
      store.reset(base, base !== worlds.first.base);
      loadParts(this.state!, parts, base);
      this.#parts = text;
      this.ownId = ownId;
      this.#ownBase = base;
    }
    for (const [position, order] of pairs) {
      if (position >= store.base.orders.length + pairs.length)
        throw new Error(`no order has the place ${position}`);
      // At the end, what was removed is no change.
      const isNothing = order === "" && position >= store.base.orders.length;
      if (!isNothing) store.set(position, order === "" ? undefined : parseOrder(order));
    }
    events?.forgetOrders();
    this.version = version;
  }

  #baseOf({ start }: WorldParts, ownText: string): OrderBase {
    if (start !== "own") return this.store.worlds[start].base;
    // Its own orders are sent to mocks that lack them.
    return ownText === "" ? this.#ownBase! : createOrderBase(parseOrders(ownText));
  }

  /** The state of a new world, which is not in Redis. */
  #startOver(): void {
    const { worlds } = this.store;
    const { faults, shipClock } = this.state!;
    worlds.reset(this.state!, worlds.next);
    this.ownId = "";
    // A clock and chances that have begun to run are the same for all only once they are kept.
    this.#parts = shipClock || faults.rules().length > 0 ? "" : formatParts(this.state!, worlds);
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
    event.event === "exchange" ? entries.push(JSON.stringify(event.entry)) - 1 : event,
  );
  return { entries, events: events.length === 0 ? "" : JSON.stringify(events) };
}

/** The events of a message. @param world gives its name to them */
export function parseEvents(message: string, world: string): readonly MockEvent[] {
  const [_world, first, events = "[]", ...entries] = message.split("\n");
  return (JSON.parse(events) as readonly (MockEvent | number)[]).map((event) =>
    typeof event === "number"
      ? { event: "exchange", world, entry: numbered(entries[event]!, Number(first) + event) }
      : { ...event, world },
  );
}

export function numbered(text: string, id: number): JournalEntry {
  return { ...(JSON.parse(text) as JournalEntry), id };
}
