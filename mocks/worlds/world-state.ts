/** The state of a world, its start, and a mock's operations on its worlds. */

import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import type { ScenarioName } from "../../fixtures/scenarios.ts";
import type { Profile } from "../../spec/open-questions.ts";
import type { OrderBase } from "../core/order-store.ts";
import type { FaultPlayer } from "../faults/fault-player.ts";
import type { FaultRule } from "../faults/fault-rule.ts";
import type { World } from "../http/world.ts";
import type { Journal } from "../journal/journal.ts";
import type { WorldEvents } from "./events.ts";
import type { MadeOrders } from "./provider-states.ts";
import type { ShipClock } from "./ship-clock.ts";

/** The source of a world's first orders. */
export interface OrderSource {
  readonly seed: number;
  readonly count: number;
  /** Orders in place of generated ones, or the name of a scenario. */
  readonly fixtures?: readonly FixtureOrder[] | ScenarioName | undefined;
  /** Whole days by which all ship dates are moved, for `dates: "relative"`. */
  readonly movedDays?: number;
}

/** The start of worlds. Mocks that share worlds use that of the first mock. */
export interface WorldStart {
  readonly source: OrderSource;
  readonly orders: readonly FixtureOrder[];
  readonly profile: Profile;
  readonly faults: readonly FaultRule[];
  /** Seconds after which a pending order ships; undefined for never. */
  readonly shipAfter: number | undefined;
}

export interface WorldState extends World {
  source: OrderSource;
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

export interface OrderStart {
  readonly source: OrderSource;
  readonly base: OrderBase;
}
