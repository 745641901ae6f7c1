/**
 * The worlds of one mock: made from the same orders at first use, at the cost
 * of a view, and apart from each other from then on.
 */

import type { WorldSummary } from "../../spec/control-protocol.ts";
import type { StateStorage } from "../core/order-storage.ts";
import { createOrderBase, type OrderBase, OrderStore } from "../core/order-store.ts";
import { FaultPlayer } from "../faults/fault-player.ts";
import { createListCache } from "../http/list-orders.ts";
import { startWorldName } from "../http/world.ts";
import { createJournals } from "../journal/journal.ts";
import type { Answered } from "../journal/journal-entry.ts";
import { WorldEvents } from "./events.ts";
import type { SharedStorage } from "./sharing.ts";
import { ShipClock } from "./ship-clock.ts";
import { WorldMemory, WorldsRoom } from "./world-memory.ts";
import type { OrderStart, SharedWorlds, WorldLimits, WorldStart, WorldState } from "./world-state.ts";

/** A fixtures body has 10 MB unless the mock is told otherwise: a few of them take no more than that. */
const mostLeftStarts = 2;

interface WorldsOptions extends WorldLimits {
  readonly start: WorldStart;
  now(): number;
  /** The API key as a message may show it. */
  readonly shownKey: string;
  /** What the journals must not show. */
  readonly secrets: readonly string[];
  readonly storage: StateStorage | undefined;
  /** The storage, where it shares what it keeps with other mocks. */
  readonly shared: SharedStorage | undefined;
}

export class Worlds implements SharedWorlds {
  readonly start: WorldState;
  readonly now: () => number;
  first: SharedWorlds["first"];
  next: OrderStart;
  /** The last few orders of somebody's own that worlds have left: `restore` may want them. */
  leftStarts: readonly OrderBase[] = [];
  readonly #options: WorldsOptions;
  readonly #shared: SharedStorage | undefined;
  readonly #worlds = new Map<string, WorldState>();
  readonly #lists = createListCache();
  readonly #journals: ReturnType<typeof createJournals>;
  readonly #room: WorldsRoom;

  constructor(options: WorldsOptions) {
    const { start, now, storage, shared, journalLength, secrets } = options;
    this.#options = options;
    this.now = now;
    this.#shared = shared;
    this.#journals = createJournals(journalLength, secrets);
    const orders = storage ? storage.startOrders(() => start.orders) : start.orders;
    this.#room = new WorldsRoom(orders.length);
    this.first = { source: start.source, base: createOrderBase(orders), profile: start.profile };
    this.next = this.first;
    this.start = this.#make(startWorldName);
    for (const name of storage?.worldNames() ?? []) if (!this.#worlds.has(name)) this.#make(name);
  }

  #make(name: string): WorldState {
    const { start, shownKey, storage } = this.#options;
    const { profile, faults, shipAfter } = start;
    const { source } = this.next;
    const memory = new WorldMemory(this.#room, storage?.world(name), (id) => world.events?.orderChanged(id));
    const ownOrders = memory.ownOrders();
    const world: WorldState = {
      name,
      store: new OrderStore(ownOrders ? createOrderBase(ownOrders) : this.first.base, memory),
      profile,
      shownKey,
      list: () => this.#lists.read(world.store, world.profile),
      source,
      faults: new FaultPlayer(faults, source.seed, this.now),
      journal: this.#shared ? this.#journals.createFetched() : this.#journals.create(),
      shipClock: shipAfter === undefined ? undefined : new ShipClock(shipAfter, this.now()),
      usedAt: this.now(),
      events: this.#shared && new WorldEvents(name, this.#shared.relay(name)),
      memory,
    };
    memory.store = world.store;
    if (this.next !== this.first) world.store.reset(this.next.base, true);
    this.#worlds.set(name, world);
    return world;
  }

  open(name: string): WorldState | undefined {
    const known = this.#worlds.get(name);
    if (known) {
      known.shipClock?.advance(known.store, this.now());
      return known;
    }
    if (!this.#shared && this.#worlds.size >= this.#options.mostWorlds) return undefined;
    return this.#make(name);
  }

  record(world: WorldState, answered: Omit<Answered, "at">): void {
    const { events, journal } = world;
    world.usedAt = this.now();
    if (this.#options.journalLength > 0 || events?.isFollowed) {
      const entry = journal.record({ ...answered, at: world.usedAt });
      if (events?.isFollowed) events.tell({ event: "exchange", entry: entry() });
    }
    events?.tellOrders();
  }

  /** Those in this process. What is shared is another start's by itself, once it is asked for. */
  all(): Iterable<WorldState> {
    return this.#shared ? [this.start] : this.#worlds.values();
  }

  summaries(): WorldSummary[] {
    if (this.#shared) return [...this.#shared.summaries()];
    return Array.from(this.#worlds.values(), ({ name, store, usedAt }) => {
      const idleSeconds = Math.max(0, Math.floor((this.now() - usedAt) / 1000));
      return { name, changedOrders: store.changes().size, idleSeconds };
    });
  }

  /** Forgets a world and its orders. The start world stays. */
  drop(name: string): boolean {
    const world = name === startWorldName ? undefined : this.#worlds.get(name);
    if (!world) return false;
    this.rememberStart(world);
    world.memory.drop();
    world.journal.clear();
    this.#worlds.delete(name);
    world.events?.tell({ event: "dropped" });
    return true;
  }

  /** Forgets those without a request for so many seconds, but for the start world; returns how many. */
  dropIdle(seconds: number): number {
    if (this.#shared) return this.#shared.dropIdle(seconds);
    const idle = [...this.#worlds.values()].filter(({ usedAt }) => this.now() - usedAt >= seconds * 1000);
    return idle.filter(({ name }) => this.drop(name)).length;
  }

  forget(name: string): void {
    if (name !== startWorldName) this.#worlds.get(name)?.memory.drop();
    this.#worlds.delete(name);
  }

  /** A world is about to leave the orders that it started from. */
  rememberStart({ source, store: { base } }: WorldState): void {
    const isOwn = source.fixtures !== undefined && typeof source.fixtures !== "string";
    // Other orders can be made anew.
    if (!isOwn || base === this.first.base || this.leftStarts.includes(base)) return;
    this.leftStarts = [base, ...this.leftStarts].slice(0, mostLeftStarts);
  }

  /** Worlds to come start from these orders, and every world is to be reset to them. */
  startAll(from: OrderStart): void {
    this.next = from;
    this.#shared?.startAll(from);
  }

  /** Other orders in place of those that the mock was started with; worlds take them at their reset. */
  restart(from: OrderStart): void {
    this.#options.storage?.restart(from.base.orders);
    this.first = { ...from, profile: this.#options.start.profile };
    this.next = this.first;
  }
}
