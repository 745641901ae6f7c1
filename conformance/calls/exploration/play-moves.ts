/** Plays a history on orders that it was given. */

import type { GivenOrders } from "../../evidence/given-orders.ts";
import type { Call } from "../../evidence/read-call.ts";
import type { Caller } from "../caller.ts";
import { callPoint } from "../points.ts";
import { groupsOf, type Move } from "./move.ts";

/**
 * A move whose order is not there is left out, and one whose id may be somebody's.
 * @returns the calls, those that were sent at once side by side
 */
export async function playMoves(
  caller: Caller,
  moves: readonly Move[],
  given: GivenOrders,
): Promise<readonly (readonly Call[])[]> {
  const steps: (readonly Call[])[] = [];
  for (const group of groupsOf(moves)) {
    const calls = await Promise.all(group.map((move) => callMove(caller, move, given)));
    const made = calls.filter((call) => call !== undefined);
    if (made.length > 0) steps.push(made);
  }
  return steps;
}

function callMove(caller: Caller, { point, slot, form }: Move, given: GivenOrders) {
  const orders = { none: [], pending: given.pending, shipped: given.shipped, cancelled: [] }[point.state];
  return callPoint(caller, point, orders[slot], { next: () => form });
}
