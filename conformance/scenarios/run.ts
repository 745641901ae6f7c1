/** What the steps of a run share. */

import type { GivenOrders } from "../history/given-orders.ts";
import type { Part } from "../history/parts.ts";
import type { Caller } from "./caller.ts";
import type { Roles } from "./roles.ts";

export interface Run {
  readonly caller: Caller;
  readonly given: GivenOrders;
  readonly roles: Roles;
  /** Waits until effects that come late would have come. */
  settle(): Promise<void>;
}

/** A few calls. Steps are played one after the other; what they found is nobody's business here. */
export interface Step {
  readonly part: Part;
  readonly name: string;
  /** Whether there are the orders it needs. Default: it needs none. */
  readonly isPossible?: (run: Run) => boolean;
  readonly play: (run: Run) => Promise<void>;
}
