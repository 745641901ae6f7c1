/**
 * The worlds of one mock: made from the same orders at first use, at the cost
 * of a view, and apart from each other from then on.
 */

import type { OrderSequence } from "../../fixtures/order-sequence.ts";
import type { Profile } from "../../spec/open-questions.ts";
import { NotKept, type StateKeeper } from "../core/order-keeper.ts";
import { createOrderBase, createOrderStore, type OrderBase } from "../core/order-store.ts";
import { createFaultPlayer, type FaultPlayer } from "../faults/fault-player.ts";
import type { FaultRule } from "../faults/fault-rule.ts";
import { createListCache } from "../http/list-bytes.ts";
import type { MockReply, MockRequest } from "../http/reply.ts";
import { startWorldName, type World } from "../http/world.ts";
import { createJournals, type Journal } from "../journal/journal.ts";
import type { JournalSecrets } from "../journal/journal-secrets.ts";
import { WorldEvents } from "./events.ts";
import type { OrderSource } from "./order-source.ts";
import { createShipClock, type ShipClock } from "./ship-clock.ts";
import { bytesOfChanging, createWorldsRoom, mostWorldBytes, WorldMemory } from "./world-memory.ts";

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
  /** What the journals must not show. */
  readonly secrets: JournalSecrets;
}

export interface WorldState extends World {
  /** Where its orders came from. */
  source: OrderSource;
  readonly faults: FaultPlayer;
  readonly journal: Journal;
  readonly shipClock: ShipClock | undefined;
  /** Milliseconds of the clock at the last request. */
  usedAt: number;
  readonly events: WorldEvents;
  readonly memory: WorldMemory;
}

/** Orders that worlds can start from. */
export interface OrderStart {
  readonly source: OrderSource;
  readonly base: OrderBase;
}

export interface Worlds {
  readonly start: WorldState;
  /** What the mock was started with: where a plain reset takes a world. */
  readonly first: OrderStart & { readonly profile: Profile };
  /** The world of that name, made at first use, with what was due shipped; undefined when there are too many. */
  open(name: string): WorldState | undefined;
  /** A request was answered in the world. */
  record(world: WorldState, request: MockRequest, reply: MockReply): void;
  all(): Iterable<WorldState>;
  /** Forgets a world and its orders. The start world stays. */
  drop(name: string): boolean;
  /** Worlds to come start from these orders, until they are told otherwise. */
  startNext(from: OrderStart): void;
  /** Other orders in place of those that the mock was started with; worlds take them at their reset. */
  restart(from: OrderStart): void;
}

export function createWorlds(options: WorldStart, now: () => number, keeper?: StateKeeper): Worlds {
  const worlds = new Map<string, WorldState>();
  const lists = createListCache();
  const journals = createJournals(options.journalLength, options.secrets);
  const room = createWorldsRoom(mostWorldBytes + bytesOfChanging(options.orders.length));
  const { profile, shipAfter } = options;
  let first = { source: options.source, base: createOrderBase(options.orders), profile };
  let next: OrderStart = first;

  function make(name: string): WorldState {
    const events = new WorldEvents(name);
    const memory = new WorldMemory(room, keeper?.world(name), (id) => events.orderChanged(id));
    const ownOrders = memory.ownOrders();
    const { source } = next;
    const world: WorldState = {
      name,
      store: createOrderStore(ownOrders ? createOrderBase(ownOrders) : first.base, memory),
      profile,
      shownKey: options.shownKey,
      listBytes: () => lists.read(world.store, world.profile),
      source,
      faults: createFaultPlayer(options.faults, source.seed, now),
      journal: journals.create(),
      shipClock: shipAfter === undefined ? undefined : createShipClock(shipAfter, now()),
      usedAt: now(),
      events,
      memory,
    };
    memory.store = world.store;
    if (next !== first) world.store.reset(next.base, true);
    return world;
  }

  const start = make(startWorldName);
  worlds.set(startWorldName, start);
  for (const name of keeper?.worldNames() ?? []) if (!worlds.has(name)) worlds.set(name, make(name));

  return {
    start,
    get first() {
      return first;
    },
    open(name) {
      const known = worlds.get(name);
      if (known) {
        known.shipClock?.advance(known.store, now());
        return known;
      }
      if (worlds.size >= options.mostWorlds) return undefined;
      try {
        const world = make(name);
        worlds.set(name, world);
        return world;
      } catch (error) {
        // There is no room for it.
        if (error instanceof NotKept) return undefined;
        throw error;
      }
    },
    record(world, request, reply) {
      const { events, journal } = world;
      world.usedAt = now();
      if (options.journalLength > 0 || events.isFollowed) {
        const entry = journal.record(request, reply, world.usedAt);
        events.tell({ event: "exchange", entry });
      }
      events.tellOrders();
    },
    all: () => worlds.values(),
    drop(name) {
      const world = name === startWorldName ? undefined : worlds.get(name);
      if (!world) return false;
      world.memory.drop();
      world.journal.clear();
      worlds.delete(name);
      world.events.tell({ event: "dropped" });
      return true;
    },
    startNext(from) {
      next = from;
    },
    restart(from) {
      keeper?.restart(from.base.orders);
      first = { ...from, profile };
      next = first;
    },
  };
}
