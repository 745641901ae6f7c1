/**
 * The worlds of one mock: made from the same orders at first use, at the cost
 * of a view, and apart from each other from then on.
 */

import { inBatches } from "../../base/steps.ts";
import { NotKept, type StateStorage } from "../core/order-storage.ts";
import { createOrderBase, type OrderBase, OrderStore } from "../core/order-store.ts";
import { FaultPlayer } from "../faults/fault-player.ts";
import { createListCache } from "../http/list-orders.ts";
import { startWorldName } from "../http/world.ts";
import { FetchedJournal } from "../journal/fetched-journal.ts";
import { createJournals } from "../journal/journal.ts";
import { WorldEvents } from "./events.ts";
import type { SharedStorage } from "./sharing.ts";
import { ShipClock } from "./ship-clock.ts";
import { WorldMemory, WorldsRoom } from "./world-memory.ts";
import type { OrderStart, WorldStart, WorldState, Worlds } from "./world-state.ts";

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
  const createJournal = createJournals(options.journalLength, options.cleanerOf);
  const room = new WorldsRoom(options.orders.length);
  const { profile, shipAfter } = options;
  let first = { source: options.source, base: createOrderBase(options.orders), profile };
  let next: OrderStart = first;

  function make(name: string): WorldState {
    const memory = new WorldMemory(room, storage?.world(name), (id) => world.events?.orderChanged(id));
    const ownOrders = memory.ownOrders();
    const { source } = next;
    const world: WorldState = {
      name,
      store: new OrderStore(ownOrders ? createOrderBase(ownOrders) : first.base, memory),
      profile,
      shownKey: options.shownKey,
      list: () => lists.read(world.store, world.profile),
      source,
      faults: new FaultPlayer(options.faults, source.seed, now),
      journal: shared ? new FetchedJournal(options.cleanerOf) : createJournal(),
      shipClock: shipAfter === undefined ? undefined : new ShipClock(shipAfter, now()),
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
    record(world, answered) {
      const { events, journal } = world;
      world.usedAt = now();
      if (options.journalLength > 0 || events?.isFollowed) {
        const entry = journal.record({ ...answered, at: world.usedAt });
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
