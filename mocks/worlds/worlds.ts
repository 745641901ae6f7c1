/**
 * The worlds of one mock: made from the same orders at first use, at the cost
 * of a view, and apart from each other from then on.
 */

import type { OrderSequence } from "../../fixtures/order-sequence.ts";
import type { Profile } from "../../spec/open-questions.ts";
import type { StateKeeper } from "../core/order-keeper.ts";
import { createOrderBase, createOrderStore, type OrderBase } from "../core/order-store.ts";
import { createFaultPlayer, type FaultPlayer } from "../faults/fault-player.ts";
import type { FaultRule } from "../faults/fault-rule.ts";
import { createListCache } from "../http/list-bytes.ts";
import { startWorldName, type World } from "../http/world.ts";
import { createJournal, type Journal } from "../journal/journal.ts";
import type { ExchangeReader } from "../journal/read-exchange.ts";
import type { MockEvent } from "./events.ts";
import type { OrderSource } from "./order-source.ts";
import { createShipClock, type ShipClock } from "./ship-clock.ts";

/** What every world of a mock starts with. */
export interface WorldStart {
  readonly source: OrderSource;
  readonly orders: OrderSequence;
  readonly profile: Profile;
  readonly faults: readonly FaultRule[];
  /** The API key as a message may show it. */
  readonly shownKey: string;
  /** Seconds after which a pending order ships; undefined for never. */
  readonly shipAfter: number | undefined;
  /** A name made up for each request would fill the memory otherwise. */
  readonly mostWorlds: number;
  /** Entries the journal of a world holds. */
  readonly journalLength: number;
  /** Knows what the journals must not show. */
  readonly reader: ExchangeReader;
}

export interface WorldState extends World {
  /** Where its orders came from, and where a reset takes it. */
  source: OrderSource;
  base: OrderBase;
  readonly faults: FaultPlayer;
  readonly journal: Journal;
  readonly shipClock: ShipClock | undefined;
  /** Milliseconds of the clock at the last request. */
  usedAt: number;
  /** Who follows what happens here; made for the first. */
  listeners?: Set<(event: MockEvent) => void> | undefined;
}

export interface Worlds {
  readonly start: WorldState;
  /** What worlds to come start from. */
  readonly base: OrderBase;
  /** The world of that name, made at first use; undefined when there are too many. */
  open(name: string): WorldState | undefined;
  all(): Iterable<WorldState>;
  /** Forgets a world and its orders; the start world is put back instead. */
  drop(name: string): boolean;
  /** Another start for the worlds to come; those there are keep theirs. */
  restart(source: OrderSource, orders: OrderSequence): OrderBase;
}

export function createWorlds(first: WorldStart, now: () => number, keeper?: StateKeeper): Worlds {
  const worlds = new Map<string, WorldState>();
  const lists = createListCache();
  let { source } = first;
  let base = createOrderBase(first.orders);

  function make(name: string): WorldState {
    const kept = keeper?.world(name);
    const ownOrders = kept?.ownOrders();
    const ownBase = ownOrders ? createOrderBase(ownOrders) : base;
    const world: WorldState = {
      name,
      store: createOrderStore(ownBase, kept),
      profile: first.profile,
      shownKey: first.shownKey,
      listBytes: () => lists.read(world.store, world.profile),
      source,
      base: ownBase,
      faults: createFaultPlayer(first.faults, source.seed, now),
      journal: createJournal(first.journalLength, first.reader),
      shipClock: first.shipAfter === undefined ? undefined : createShipClock(first.shipAfter, now()),
      usedAt: now(),
    };
    return world;
  }

  const start = make(startWorldName);
  worlds.set(startWorldName, start);
  for (const name of keeper?.worldNames() ?? []) if (!worlds.has(name)) worlds.set(name, make(name));

  return {
    start,
    get base() {
      return base;
    },
    open(name) {
      let world = worlds.get(name);
      if (world) return world;
      if (worlds.size >= first.mostWorlds) return undefined;
      world = make(name);
      worlds.set(name, world);
      return world;
    },
    all: () => worlds.values(),
    drop(name) {
      if (name === startWorldName || !worlds.has(name)) return false;
      keeper?.world(name).drop();
      return worlds.delete(name);
    },
    restart(nextSource, orders) {
      keeper?.restart(orders);
      source = nextSource;
      base = createOrderBase(orders);
      return base;
    },
  };
}
