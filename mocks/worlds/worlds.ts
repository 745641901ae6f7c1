/**
 * The worlds of one mock: each is made from the same orders at its first use, at the cost of a view, and is separate from
 * then on.
 */

import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { moveDates } from "../../fixtures/generate-orders.ts";
import { scenarioNamed, scenarios } from "../../fixtures/scenarios.ts";
import type { WorldSummary } from "../../spec/control-protocol.ts";
import type { Profile } from "../../spec/open-questions.ts";
import type { StateStorage } from "../core/order-storage.ts";
import { createOrderBase, type OrderBase, OrderStore } from "../core/order-store.ts";
import { FaultPlayer } from "../faults/fault-player.ts";
import { createListCache } from "../http/list-orders.ts";
import type { MockReply } from "../http/reply.ts";
import { startWorldName } from "../http/world.ts";
import { createJournals } from "../journal/journal.ts";
import type { Answered } from "../journal/journal-entry.ts";
import { type MockEvent, WorldEvents } from "./events.ts";
import type { SharedNeeds } from "./sharing.ts";
import { ShipClock } from "./ship-clock.ts";
import { WorldMemory, WorldsRoom } from "./world-memory.ts";
import type { OrderSource, OrderStart, WorldLimits, WorldStart, WorldState } from "./world-state.ts";

export const maxOrders = 1_000_000;

/** Maximum number of kept starts, each of which may have 10 MB by default. */
const maxLeftStarts = 2;

interface WorldsOptions extends WorldLimits {
  readonly start: WorldStart;
  now(): number;
  /** The API key in messages. */
  readonly shownKey: string;
  /** Secrets that the journals must not show. */
  readonly secrets: readonly string[];
  readonly storage: StateStorage | undefined;
  /** The storage, where it is shared with other mocks. */
  readonly shared: SharedStorage | undefined;
}

export class Worlds {
  readonly start: WorldState;
  readonly now: () => number;
  /** The start of the mock, to which a plain reset takes a world. */
  first: OrderStart & { readonly profile: Profile };
  /** The start of new worlds. */
  next: OrderStart;
  /** The last few custom orders that worlds have left, for `restore`. */
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
    const memory = new WorldMemory(this.#room, storage?.world(name), (id) => world.events?.orderChanged(id));
    const ownOrders = memory.ownOrders();
    const { source: nextSource } = this.next;
    const source = ownOrders ? { ...nextSource, fixtures: ownOrders } : nextSource;
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
      events: this.#shared && new WorldEvents(name, (event) => this.#shared?.emit(event)),
      memory,
    };
    memory.store = world.store;
    if (this.next !== this.first) world.store.reset(this.next.base, true);
    this.#worlds.set(name, world);
    return world;
  }

  /** The world with a name, made at its first use, with due orders shipped; undefined when there are too many. */
  open(name: string): WorldState | undefined {
    const known = this.#worlds.get(name);
    if (known) {
      known.shipClock?.advance(known.store, this.now());
      return known;
    }
    if (!this.#shared && this.#worlds.size >= this.#options.maxWorlds) return undefined;
    return this.#make(name);
  }

  record(world: WorldState, answered: Omit<Answered, "at">): void {
    const { events, journal } = world;
    world.usedAt = this.now();
    if (this.#options.journalLength > 0 || events?.isFollowed) {
      const entry = journal.record({ ...answered, at: world.usedAt });
      if (events?.isFollowed) events.emit({ event: "exchange", entry: entry() });
    }
    events?.emitOrders();
  }

  /** The worlds in this process. Shared worlds get the other start at their next use. */
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

  /** Drops a world and its orders. The start world stays. */
  drop(name: string): boolean {
    const shared = this.#shared;
    const isThere = shared ? shared.summaries().some((world) => world.name === name) : this.#worlds.has(name);
    if (name === startWorldName || !isThere) return false;
    if (shared) shared.drop([name]);
    else this.#drop(name);
    return true;
  }

  /** Drops worlds without a request for a number of seconds, except the start world; returns how many. */
  dropIdle(seconds: number): number {
    const names = this.summaries().flatMap(({ name, idleSeconds }) =>
      name !== startWorldName && idleSeconds >= seconds ? [name] : [],
    );
    if (this.#shared) this.#shared.drop(names, seconds);
    else for (const name of names) this.#drop(name);
    return names.length;
  }

  #drop(name: string): void {
    const world = this.#worlds.get(name)!;
    this.rememberStart(world);
    world.memory.drop();
    world.journal.clear();
    this.#worlds.delete(name);
    world.events?.emit({ event: "dropped" });
  }

  /** Removes a world from this process; its orders stay in the storage. */
  forget(name: string): void {
    if (name !== startWorldName) this.#worlds.get(name)?.memory.drop();
    this.#worlds.delete(name);
  }

  reset(world: WorldState, { source, base }: OrderStart): void {
    this.rememberStart(world);
    world.store.reset(base, base !== this.first.base);
    world.source = source;
    world.profile = this.first.profile;
    world.faults.restart(source.seed);
    world.journal.clear();
    world.shipClock?.restart(this.now());
    world.made = undefined;
    world.events?.emit({ event: "reset" });
  }

  /** Called before a world leaves its first orders. */
  rememberStart({ source, store: { base } }: WorldState): void {
    const isOwn = source.fixtures !== undefined && typeof source.fixtures !== "string";
    // Other orders can be generated again.
    if (!isOwn || base === this.first.base || this.leftStarts.includes(base)) return;
    this.leftStarts = [base, ...this.leftStarts].slice(0, maxLeftStarts);
  }

  /** New worlds start from these orders, and every world is reset to them. */
  startAll(from: OrderStart): void {
    this.next = from;
    this.#shared?.startAll(from);
  }

  /** Sets other orders in place of those of the mock's start; worlds get them at their reset. */
  restart(from: OrderStart): void {
    this.#options.storage?.restart(from.base.orders);
    this.first = { ...from, profile: this.#options.start.profile };
    this.next = this.first;
  }
}

export const defaultSource: OrderSource = { seed: 1, count: 25 };

/** @throws {BadInput} for a scenario that does not exist */
export function makeOrders({
  seed,
  count,
  fixtures = "default",
  movedDays = 0,
}: OrderSource): readonly FixtureOrder[] {
  // The name is checked again for callers without types.
  const orders =
    typeof fixtures === "string" ? [...scenarios[scenarioNamed(fixtures)].orders(seed, count)] : fixtures;
  return movedDays === 0 ? orders : orders.map((order) => moveDates(order, movedDays));
}

/**
 * Where worlds are that several mocks share. Every request is answered in memory, as in a mock of its own, between
 * two exchanges with it: one that brings the world up to date, and one that keeps what the request changed, or has it
 * answered again.
 */
export interface SharedStorage extends StateStorage {
  readonly start: WorldStart;
  /** Milliseconds of the clock that all have in common. */
  now(): number;
  /** Receives the events of all worlds. */
  emit(event: MockEvent): void;
  /** The state at the beginning of the request that needs it. */
  summaries(): readonly WorldSummary[];
  /** @param idleSeconds only those without a request for this time */
  drop(names: readonly string[], idleSeconds?: number): void;
  /** Every world starts from these orders from now on, without its changes. */
  startAll(from: OrderStart): void;
  join(worlds: Worlds, limits: WorldLimits): void;
  readonly isReady: boolean;
  /**
   * Answers once all that the request changed is kept. Rejects with `StateRefused`.
   * @param instead answers where the store cannot be reached soon; left out, the request waits, and gets a 503
   */
  answer(needs: SharedNeeds, run: () => MockReply, instead?: () => MockReply): Promise<MockReply>;
}
