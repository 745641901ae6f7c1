/** Where a mock's first orders come from. */

import { BadInput, quoteValue, suggestName } from "../../base/bad-input.ts";
import { moveDates } from "../../fixtures/move-dates.ts";
import { createOrderColumns } from "../../fixtures/order-columns.ts";
import type { OrderSequence } from "../../fixtures/order-sequence.ts";
import { type Scenario, scenarioNames, scenarios } from "../../fixtures/scenarios.ts";

export interface OrderSource {
  /** Seed of the generated orders. */
  readonly seed: number;
  /** How many to generate. */
  readonly count: number;
  /** Orders to start from instead of generated ones, or the name of a scenario. */
  readonly fixtures?: OrderSequence | string | undefined;
  /** Whole days by which all ship dates are moved; `dates: "relative"` has it so that they stay fresh. */
  readonly movedDays?: number;
}

export const usualSource: OrderSource = { seed: 1, count: 25 };

/** @throws {BadInput} for a scenario that does not exist */
export function ordersFrom({ seed, count, fixtures, movedDays = 0 }: OrderSource): OrderSequence {
  if (fixtures === undefined) return createOrderColumns(seed, count, movedDays);
  const orders = typeof fixtures === "string" ? findScenario(fixtures).orders(seed, count) : fixtures;
  return movedDays === 0 ? orders : Array.from(orders, (order) => moveDates(order, movedDays));
}

function findScenario(fixtures: string): Scenario {
  const scenario = Object.hasOwn(scenarios, fixtures)
    ? scenarios[fixtures as keyof typeof scenarios]
    : undefined;
  if (!scenario) {
    throw new BadInput(
      `Cannot start from scenario ${quoteValue(fixtures)}: there is no such scenario. ${suggestName(fixtures, scenarioNames())}`,
    );
  }
  return scenario;
}
