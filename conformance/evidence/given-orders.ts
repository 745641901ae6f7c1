/** The orders a run was given, in states that are known: an answer is never asked which state an order is in. */

import { BadInput } from "../../base/bad-input.ts";

/** Orders a run may use up. */
export interface GivenOrders {
  readonly pending: readonly bigint[];
  readonly shipped: readonly bigint[];
}

/** How many orders of each state. */
export interface OrderCounts {
  readonly pending: number;
  readonly shipped: number;
}

/** How many orders of each kind a run asks for. Two pending and a shipped one are enough for every must. */
export const wantedOrders: OrderCounts = { pending: 5, shipped: 1 };

/** @throws {BadInput} for an order that is given twice: it cannot be in two states */
export function checkGivenOrders({ pending, shipped }: GivenOrders): void {
  const seen = new Set<bigint>();
  for (const id of [...pending, ...shipped]) {
    if (seen.has(id)) throw new BadInput(`Cannot judge with these orders: order ${id} is given twice.`);
    seen.add(id);
  }
}
