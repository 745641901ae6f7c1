/** What of the control plane may take long on many orders or worlds, in steps. `Control` does each at once. */

import type { Steps } from "../../base/steps.ts";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import type { Health, WorldSummary } from "../../spec/control-protocol.ts";
import type { Profile } from "../../spec/open-questions.ts";
import type { OrderSource } from "../worlds/order-source.ts";
import type { OrderPage, OrderQuery } from "../worlds/search-orders.ts";
import type { Control } from "./control.ts";

/** A world's control with its work in steps. */
export interface SteppedControl extends Control {
  readonly steps: ControlSteps;
  world(name: string): SteppedControl;
}

export interface ControlSteps {
  /** The orders as they are now, one by one. */
  orders(): Iterable<FixtureOrder>;
  searchOrders(query: OrderQuery): Steps<OrderPage>;
  reset(source: Partial<OrderSource> | undefined): Steps<Health>;
  resetAll(source: Partial<OrderSource> | undefined): Steps<Health>;
  snapshot(): Steps<string>;
  restore(snapshot: string): Steps<Health>;
  setProfile(profile: Partial<Profile>): Steps<Profile>;
  worlds(): Iterable<WorldSummary>;
  dropIdleWorlds(seconds: number): Steps<number>;
}
