/** The state of a world, and the start of all. */

import type { Profile } from "../../spec/open-questions.ts";
import type { OrderSource } from "../core/order-base.ts";
import type { FaultPlayer } from "../faults/fault-player.ts";
import type { FaultRule } from "../faults/fault-rule.ts";
import type { World } from "../http/world.ts";
import type { Journal } from "../journal/journal.ts";
import type { WorldEvents } from "./events.ts";
import type { MadeOrders } from "./provider-states.ts";
import type { ShipClock } from "./ship-clock.ts";

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
