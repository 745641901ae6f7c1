/** The worlds of one mock. Each is made at its first use, as a view of the same orders, and is separate from then on. */

import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { moveDates } from "../../fixtures/generate-orders.ts";
import type { OrderSource } from "../../fixtures/order-source.ts";
import { scenarioNamed, scenarios } from "../../fixtures/scenarios.ts";
import type { WorldSummary } from "../../spec/control-protocol.ts";
import type { Profile } from "../../spec/open-questions.ts";
import { NotKept, type StateStorage, WorldMemory } from "../core/order-storage.ts";
import { OrderBase, OrderStore } from "../core/order-store.ts";
import { FaultPlayer } from "../faults/fault-player.ts";
import type { FaultRule } from "../faults/fault-rule.ts";
import { createListCache } from "../http/list-orders.ts";
import { startWorldName, type World } from "../http/world.ts";
import { HeldEntries, Journal } from "../journal/journal.ts";
import type { Answered } from "../journal/journal-entry.ts";
import type { WorldEvents } from "./events.ts";
import type { MadeOrders } from "./provider-states.ts";
import { ShipClock } from "./ship-clock.ts";

/** The start of worlds. Mocks that share worlds use that of the first mock. */
export interface WorldStart {
  readonly source: OrderSource;
  readonly profile: Profile;
  readonly faults: readonly FaultRule[];
  /** Seconds after which a pending order ships; undefined for never. */
  readonly shipAfter: number | undefined;
}

export interface WorldState extends World {
  readonly faults: FaultPlayer;
  readonly journal: Journal;
  readonly shipClock: ShipClock | undefined;
  /** Milliseconds of the clock at the last request. */
  usedAt: number;
  /** Undefined before the first listener. */
  events?: WorldEvents | undefined;
  /** Orders that provider states made; undefined for none. */
  made?: MadeOrders | undefined;
}

export const maxOrders = 1_000_000;

/** Maximum number of remembered starts, each of which may take 10 MB by default. */
const maxLeftStarts = 2;

export interface WorldsOptions {
  readonly start: WorldStart;
  now(): number;
  /** The API key in messages. */
  readonly shownKey: string;
  /** Secrets that the journals must not show. */
  readonly secrets: readonly string[];
  readonly storage: StateStorage | undefined;
  /** Maximum number of worlds: a new name at each request would fill the memory otherwise. */
  readonly maxWorlds: number;
  readonly journalLength: number;
}

export class Worlds {
  readonly start: WorldState;
  readonly now: () => number;
  /** The start of the mock, and of a world after a reset without a source. */
  first: OrderBase;
  /** The start of new worlds. */
  next: OrderBase;
  /** The last custom starts that worlds have left, for `restore`. */
  leftStarts: readonly OrderBase[] = [];
  readonly #options: WorldsOptions;
  readonly #worlds = new Map<string, WorldState>();
  readonly #lists = createListCache();
  readonly #entries: HeldEntries;
  readonly #memory: WorldMemory;

  constructor(options: WorldsOptions) {
    const { start, now, journalLength, secrets } = options;
    this.#options = options;
    this.now = now;
    this.#entries = new HeldEntries(journalLength, secrets);
    let made: readonly FixtureOrder[] | undefined;
    const make = () => (made ??= makeOrders(start.source));
    const storage = options.storage?.open(make);
    // A new storage has the made orders: reading them back would take as long again.
    this.first = new OrderBase(made ?? storage?.orders() ?? make(), start.source);
    this.first.isFirst = true;
    this.next = this.first;
    this.#memory = new WorldMemory(this.first.orders.length, storage, () => this.forgetOldest());
    this.start = this.make(startWorldName);
    for (const name of storage?.worldNames() ?? []) if (!this.#worlds.has(name)) this.make(name);
  }

  make(name: string): WorldState {
    const { start, shownKey } = this.#options;
    const { profile, faults, shipAfter } = start;
    const store = new OrderStore(this.first, this.#memory, name, (id) => world.events?.orderChanged(id));
    if (this.next !== this.first) store.reset(this.next);
    const world: WorldState = {
      name,
      store,
      profile,
      shownKey,
      list: () => this.#lists.read(store, world.profile),
      faults: new FaultPlayer(faults, store.base.source.seed, this.now),
      journal: new Journal(this.#entries),
      shipClock: shipAfter === undefined ? undefined : new ShipClock(shipAfter, this.now()),
      usedAt: this.now(),
    };
    this.#worlds.set(name, world);
    return world;
  }

  find(name: string): WorldState | undefined {
    return this.#worlds.get(name);
  }

  /** The world with a name, made at its first use, with due orders shipped. @throws {NotKept} when there are too many */
  open(name: string): WorldState {
    const known = this.find(name);
    known?.shipClock?.advance(known.store, this.now());
    if (!known && this.#worlds.size >= this.#options.maxWorlds) throw tooManyWorlds();
    return known ?? this.make(name);
  }

  record(world: WorldState, answered: Omit<Answered, "at">): void {
    const { events, journal } = world;
    world.usedAt = this.now();
    const entry = journal.record({ ...answered, at: world.usedAt });
    if (events?.isFollowed) events.emit({ event: "exchange", entry: entry() });
    events?.emitOrders();
  }

  all(): Iterable<WorldState> {
    return this.#worlds.values();
  }

  summaries(): WorldSummary[] {
    return Array.from(this.#worlds.values(), ({ name, store, usedAt }) => {
      const idleSeconds = Math.max(0, Math.floor((this.now() - usedAt) / 1000));
      return { name, changedOrders: store.changes().size, idleSeconds };
    });
  }

  /** Drops a world and its orders. The start world stays. */
  drop(name: string): boolean {
    const isThere = name !== startWorldName && this.has(name);
    if (isThere) this.remove([name]);
    return isThere;
  }

  protected has(name: string): boolean {
    return this.#worlds.has(name);
  }

  /** Forgets a world that is stored elsewhere, to give back its memory. @returns whether there was one */
  protected forgetOldest(): boolean {
    return false;
  }

  /** Drops worlds without a request for a number of seconds, except the start world; returns how many. */
  dropIdle(seconds: number): number {
    const names = this.summaries().flatMap(({ name, idleSeconds }) =>
      name !== startWorldName && idleSeconds >= seconds ? [name] : [],
    );
    this.remove(names, seconds);
    return names.length;
  }

  /** @param _idleSeconds only those without a request for this time */
  protected remove(names: readonly string[], _idleSeconds?: number): void {
    for (const name of names) {
      const world = this.#worlds.get(name)!;
      this.rememberStart(world);
      this.forget(name);
      world.journal.clear();
      world.events?.emit({ event: "dropped" });
    }
  }

  /** Removes a world from this mock, and drops its storage. @returns whether it was there */
  forget(name: string): boolean {
    this.#worlds.get(name)?.store.drop();
    return this.#worlds.delete(name);
  }

  reset(world: WorldState, base: OrderBase): void {
    this.rememberStart(world);
    world.store.reset(base);
    world.profile = this.#options.start.profile;
    world.faults.restart(base.source.seed);
    world.journal.clear();
    world.shipClock?.restart(this.now());
    world.made = undefined;
    world.events?.emit({ event: "reset" });
  }

  /** Remembers a custom start. Called before a world leaves it. */
  protected rememberStart({ store: { base } }: WorldState): void {
    // Only custom orders cannot be generated again.
    if (!hasOwnOrders(base) || base.isFirst || this.leftStarts.includes(base)) return;
    this.leftStarts = [base, ...this.leftStarts].slice(0, maxLeftStarts);
  }

  /** Sets the start of new worlds; the caller resets the present ones to it. */
  startAll(from: OrderBase): void {
    this.next = from;
  }

  /** Replaces the start of the mock; the present worlds get it at their next reset. */
  restart(from: OrderBase): void {
    this.#memory.storage?.restart(from.orders);
    this.first.isFirst = false;
    from.isFirst = true;
    this.first = from;
    this.next = from;
  }
}

export const tooManyWorlds = () =>
  new NotKept(
    "There are too many worlds. Drop some: DELETE /_mock/worlds?idle=60 drops those idle for a minute.",
    "too_many_worlds",
  );

/** Whether its orders were given, and not made from a seed or a scenario. */
export const hasOwnOrders = ({ source: { fixtures } }: OrderBase): boolean => typeof fixtures === "object";

/** @throws {BadInput} for a scenario that does not exist */
export const createOrderBase = (source: OrderSource): OrderBase => new OrderBase(makeOrders(source), source);

/** @throws {BadInput} for a scenario that does not exist */
function makeOrders({
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
