/** Where a mock's first orders come from. */

import { BadInput, quoteValue, suggestName } from "../../base/bad-input.ts";
import { packOrders } from "../../fixtures/generate-orders.ts";
import type { OrderSequence } from "../../fixtures/order-sequence.ts";
import { scenarioNames, scenarios } from "../../fixtures/scenarios.ts";

export interface OrderSource {
  /** Seed of the generated orders. */
  readonly seed: number;
  /** How many to generate. */
  readonly count: number;
  /** Orders to start from instead of generated ones, or the name of a scenario. */
  readonly fixtures?: OrderSequence | string | undefined;
}

export const usualSource: OrderSource = { seed: 1, count: 25 };

/** @throws {BadInput} for a scenario that does not exist */
export function ordersFrom({ seed, count, fixtures }: OrderSource): OrderSequence {
  if (fixtures === undefined) return packOrders(seed, count);
  if (typeof fixtures !== "string") return fixtures;
  const scenario = Object.hasOwn(scenarios, fixtures)
    ? scenarios[fixtures as keyof typeof scenarios]
    : undefined;
  if (!scenario) {
    throw new BadInput(
      `Cannot start from scenario ${quoteValue(fixtures)}: there is no such scenario. ${suggestName(fixtures, scenarioNames())}`,
    );
  }
  return scenario.orders(seed, count);
}
