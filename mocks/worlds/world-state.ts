/** What a world is, what it starts with, and what a mock does with its worlds. */

import type { Steps } from "../../base/steps.ts";
import type { OrderSequence } from "../../fixtures/fixture-order.ts";
import type { WorldSummary } from "../../spec/control-protocol.ts";
import type { Profile } from "../../spec/open-questions.ts";
import type { OrderBase } from "../core/order-store.ts";
import type { FaultPlayer } from "../faults/fault-player.ts";
import type { FaultRule } from "../faults/fault-rule.ts";
import type { World } from "../http/world.ts";
import type { Journal } from "../journal/journal.ts";
import type { Answered, CleanerOf } from "../journal/journal-entry.ts";
import type { WorldEvents } from "./events.ts";
import type { OrderSource } from "./order-source.ts";
import type { MadeOrders } from "./provider-states.ts";
import type { ShipClock } from "./ship-clock.ts";
import type { WorldMemory } from "./world-memory.ts";

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
  /** Takes out what the journals must not show. */
  readonly cleanerOf: CleanerOf;
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
  /** A request was answered in the world. */
  record(world: WorldState, answered: Omit<Answered, "at">): void;
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
