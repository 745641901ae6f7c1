/** What a world is besides its orders, as text that another process can go on from. */

import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import type { ScenarioName } from "../../fixtures/scenarios.ts";
import type { Profile } from "../../spec/open-questions.ts";
import type { OrderBase } from "../core/order-store.ts";
import type { SavedFaults } from "../faults/fault-player.ts";
import type { OrderSource } from "./order-source.ts";
import type { MadeOrders } from "./provider-states.ts";
import type { SavedClock } from "./ship-clock.ts";
import type { SharedWorlds, WorldState } from "./world-state.ts";

/** An order source without the orders of somebody's own, which lie elsewhere: `true` stands for them. */
export interface SavedSource extends Omit<OrderSource, "fixtures"> {
  readonly fixtures?: ScenarioName | true | undefined;
}

export interface WorldParts {
  /** The orders it starts from: the mock's, those of worlds to come, or others. */
  readonly start: "first" | "next" | "own";
  readonly source: SavedSource;
  readonly profile: Profile;
  readonly faults?: SavedFaults | undefined;
  readonly ship?: SavedClock | undefined;
  readonly made?: MadeOrders | undefined;
}

/** The same text for the same state. */
export function formatParts(
  world: WorldState,
  { first, next }: Pick<SharedWorlds, "first" | "next">,
): string {
  const { base } = world.store;
  const parts: WorldParts = {
    start: base === first.base ? "first" : base === next.base ? "next" : "own",
    source: savedSource(world.source),
    profile: world.profile,
    faults: world.faults.save(),
    ship: world.shipClock?.save(),
    made: world.made,
  };
  return JSON.stringify(parts);
}

/** Puts the world where the parts have it. Its orders and their start are not touched. */
export function loadParts(world: WorldState, parts: WorldParts, base: OrderBase): void {
  world.source = sourceOf(parts.source, base.orders);
  world.profile = parts.profile;
  if (parts.faults) world.faults.load(parts.faults);
  else world.faults.restart(world.source.seed);
  if (parts.ship) world.shipClock?.load(parts.ship);
  world.made = parts.made;
}

export function savedSource({ fixtures, ...source }: OrderSource): SavedSource {
  return { ...source, fixtures: typeof fixtures === "object" ? true : fixtures };
}

export function sourceOf({ fixtures, ...source }: SavedSource, own: readonly FixtureOrder[]): OrderSource {
  return { ...source, fixtures: fixtures === true ? own : fixtures };
}
