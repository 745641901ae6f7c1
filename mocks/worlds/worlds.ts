/**
 * The worlds of one mock: made from the same orders at first use, at the cost
 * of a view, and apart from each other from then on.
 */

import { inBatches, type Steps } from "../../base/steps.ts";
import type { OrderSequence } from "../../fixtures/order-sequence.ts";
import type { WorldSummary } from "../../spec/control-protocol.ts";
import type { Profile } from "../../spec/open-questions.ts";
import { NotKept, type StateStorage } from "../core/order-storage.ts";
import { createOrderBase, createOrderStore, type OrderBase } from "../core/order-store.ts";
import { createFaultPlayer, type FaultPlayer } from "../faults/fault-player.ts";
import type { FaultRule } from "../faults/fault-rule.ts";
import { createListCache } from "../http/list-orders.ts";
import type { MockReply, MockRequest } from "../http/reply.ts";
import { startWorldName, type World } from "../http/world.ts";
import { FetchedJournal } from "../journal/fetched-journal.ts";
import { createJournals, type Journal } from "../journal/journal.ts";
import type { JournalSecrets } from "../journal/journal-entry.ts";
import { WorldEvents } from "./events.ts";
import type { OrderSource } from "./order-source.ts";
import type { MadeOrders } from "./provider-states.ts";
import type { SharedStorage } from "./sharing.ts";
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
  /** Made for the first who follows it; there from the start where the world is shared. */
  events: WorldEvents | undefined;
  readonly memory: WorldMemory;
  /** Orders that provider states made; undefined for none. */
  made?: MadeOrders | undefined;
}

/** Orders that worlds can start from. */
export interface OrderStart {
  readonly source: OrderSource;
  readonly base: OrderBase;
}

export interface Worlds {
  readonly start: WorldState;
  /** Milliseconds of the clock. */
  now(): number;
  /** What the mock was started with: where a plain reset takes a world. */
  readonly first: OrderStart & { readonly profile: Profile };
  /** The world of that name, made at first use, with what was due shipped; undefined when there are too many. */
  open(name: string): WorldState | undefined;
  /** A request was answered in the world. @param tookMs without what its answer is held back */
  record(world: WorldState, request: MockRequest, reply: MockReply, tookMs?: number): void;
  /** Those in this process that are not shared with others. */
  all(): Iterable<WorldState>;
  summaries(): Iterable<WorldSummary>;
  /** Forgets those without a request for so many seconds, but for the start world; returns how many. */
  dropIdle(seconds: number): Steps<number>;
  /** Forgets what this process holds of a world; its orders stay where they are kept. */
  forget(name: string): void;
  /** Forgets a world and its orders. The start world stays. */
  drop(name: string): boolean;
  /** Orders of somebody's own that a world is about to leave: `restore` may want them. */
  rememberStart(world: WorldState): void;
  /** The last few of those. */
  readonly leftStarts: readonly OrderBase[];
  /** Where worlds to come start from. */
  readonly next: OrderStart;
  /** Worlds to come start from these orders, until they are told otherwise. */
  startNext(from: OrderStart): void;
  /** The same, and every world is to be reset to them. */
  startAll(from: OrderStart): void;
  /** Other orders in place of those that the mock was started with; worlds take them at their reset. */
  restart(from: OrderStart): void;
}

/** A fixtures body has 10 MB unless the mock is told otherwise: a few of them take no more than that. */
const mostLeftStarts = 2;

/** @param shared the storage, where it shares what it keeps with other mocks */
export function createWorlds(
  options: WorldStart,
  now: () => number,
  storage?: StateStorage,
  shared?: SharedStorage,
): Worlds {
  const worlds = new Map<string, WorldState>();
  const lists = createListCache();
  const journals = createJournals(options.journalLength, options.secrets);
  const room = createWorldsRoom(mostWorldBytes + bytesOfChanging(options.orders.length));
  const { profile, shipAfter } = options;
  let first = { source: options.source, base: createOrderBase(options.orders), profile };
  let next: OrderStart = first;

  function make(name: string): WorldState {
    const memory = new WorldMemory(room, storage?.world(name), (id) => world.events?.orderChanged(id));
    const ownOrders = memory.ownOrders();
    const { source } = next;
    const world: WorldState = {
      name,
      store: createOrderStore(ownOrders ? createOrderBase(ownOrders) : first.base, memory),
      profile,
      shownKey: options.shownKey,
      list: () => lists.read(world.store, world.profile),
      source,
      faults: createFaultPlayer(options.faults, source.seed, now),
      journal: shared ? new FetchedJournal(options.secrets) : journals.create(),
      shipClock: shipAfter === undefined ? undefined : createShipClock(shipAfter, now()),
      usedAt: now(),
      events: shared && new WorldEvents(name, shared.relay(name)),
      memory,
    };
    memory.store = world.store;
    if (next !== first) world.store.reset(next.base, true);
    return world;
  }

  const start = make(startWorldName);
  worlds.set(startWorldName, start);
  for (const name of storage?.worldNames() ?? []) if (!worlds.has(name)) worlds.set(name, make(name));

  let leftStarts: readonly OrderBase[] = [];
  function rememberStart({ source, store: { base } }: WorldState): void {
    const isOwn = source.fixtures !== undefined && typeof source.fixtures !== "string";
    // Other orders can be made anew.
    if (!isOwn || base === first.base || leftStarts.includes(base)) return;
    leftStarts = [base, ...leftStarts].slice(0, mostLeftStarts);
  }

  function drop(name: string): boolean {
    const world = name === startWorldName ? undefined : worlds.get(name);
    if (!world) return false;
    rememberStart(world);
    world.memory.drop();
    world.journal.clear();
    worlds.delete(name);
    world.events?.tell({ event: "dropped" });
    return true;
  }

  return {
    start,
    now,
    get first() {
      return first;
    },
    open(name) {
      const known = worlds.get(name);
      if (shared && !shared.mayOpen(name)) return undefined;
      if (known) {
        known.shipClock?.advance(known.store, now());
        return known;
      }
      if (!shared && worlds.size >= options.mostWorlds) return undefined;
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
    record(world, request, reply, tookMs) {
      const { events, journal } = world;
      world.usedAt = now();
      if (options.journalLength > 0 || events?.isFollowed) {
        const entry = journal.record(request, reply, world.usedAt, tookMs);
        events?.tell({ event: "exchange", entry });
      }
      events?.tellOrders();
    },
    // What is shared is somebody else's, too: each world is another start's by itself, once it is asked for.
    all: () => (shared ? [start] : worlds.values()),
    *summaries() {
      if (shared) return yield* shared.summaries();
      for (const { name, store, usedAt } of worlds.values()) {
        const idleSeconds = Math.max(0, Math.floor((now() - usedAt) / 1000));
        yield { name, changedOrders: store.changes().size, idleSeconds };
      }
    },
    drop,
    rememberStart,
    get leftStarts() {
      return leftStarts;
    },
    *dropIdle(seconds) {
      if (shared) return shared.dropIdle(seconds);
      const idle = [...worlds.values()].filter(({ usedAt }) => now() - usedAt >= seconds * 1000);
      let dropped = 0;
      yield* inBatches(idle, ({ name }) => {
        if (drop(name)) dropped++;
      });
      return dropped;
    },
    forget(name) {
      const world = name === startWorldName ? undefined : worlds.get(name);
      world?.memory.drop();
      worlds.delete(name);
    },
    get next() {
      return next;
    },
    startNext(from) {
      next = from;
    },
    startAll(from) {
      next = from;
      shared?.startAll(from);
    },
    restart(from) {
      storage?.restart(from.base.orders);
      first = { ...from, profile };
      next = first;
    },
  };
}
