/** Where a mock's first orders come from. */

import { moveDates } from "../../fixtures/move-dates.ts";
import { createOrderColumns } from "../../fixtures/order-columns.ts";
import type { OrderSequence } from "../../fixtures/order-sequence.ts";
import { type ScenarioName, scenarioNamed, scenarios } from "../../fixtures/scenarios.ts";

export interface OrderSource {
  /** Seed of the generated orders. */
  readonly seed: number;
  /** How many to generate. */
  readonly count: number;
  /** Orders to start from instead of generated ones, or the name of a scenario. */
  readonly fixtures?: OrderSequence | ScenarioName | undefined;
  /** Whole days by which all ship dates are moved; `dates: "relative"` has it so that they stay fresh. */
  readonly movedDays?: number;
}

/** More orders than this are not generated. */
export const maxOrders = 1_000_000;

export const usualSource: OrderSource = { seed: 1, count: 25 };

/** @throws {BadInput} for a scenario that does not exist */
export function ordersFrom({ seed, count, fixtures, movedDays = 0 }: OrderSource): OrderSequence {
  if (fixtures === undefined) return createOrderColumns(seed, count, movedDays);
  const orders =
    typeof fixtures === "string"
      ? // Asked once more for callers without types.
        scenarios[scenarioNamed(fixtures)].orders(seed, count)
      : fixtures;
  return movedDays === 0 ? orders : Array.from(orders, (order) => moveDates(order, movedDays));
}
