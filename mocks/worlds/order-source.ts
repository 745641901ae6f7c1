/** Where a mock's first orders come from. */

import { inBatches, type Steps } from "../../base/steps.ts";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { moveDates } from "../../fixtures/generate-orders.ts";
import { type ScenarioName, scenarioNamed, scenarios } from "../../fixtures/scenarios.ts";

export interface OrderSource {
  readonly seed: number;
  readonly count: number;
  /** Orders to start from instead of generated ones, or the name of a scenario. */
  readonly fixtures?: readonly FixtureOrder[] | ScenarioName | undefined;
  /** Whole days by which all ship dates are moved; `dates: "relative"` has it so that they stay fresh. */
  readonly movedDays?: number;
}

export const maxOrders = 1_000_000;

export const usualSource: OrderSource = { seed: 1, count: 25 };

/** @throws {BadInput} for a scenario that does not exist */
export function* makeOrders({
  seed,
  count,
  fixtures = "default",
  movedDays = 0,
}: OrderSource): Steps<readonly FixtureOrder[]> {
  const isScenario = typeof fixtures === "string";
  if (!isScenario && movedDays === 0) return fixtures;
  const orders: FixtureOrder[] = [];
  yield* inBatches(
    // Asked once more for callers without types.
    isScenario ? scenarios[scenarioNamed(fixtures)].orders(seed, count) : fixtures,
    (order) => void orders.push(movedDays === 0 ? order : moveDates(order, movedDays)),
  );
  return orders;
}
