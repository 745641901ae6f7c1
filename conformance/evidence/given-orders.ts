/** The orders that a run was given, in known states: no state is derived from an answer. */

import { BadInput } from "../../base/bad-input.ts";

/** Orders a run may use up. */
export interface GivenOrders {
  readonly pending: readonly bigint[];
  readonly shipped: readonly bigint[];
}

/** The ids of the orders of both states. */
export const givenIds = ({ pending, shipped }: GivenOrders): readonly bigint[] => [...pending, ...shipped];

/** Numbers of orders by state. */
export interface OrderCounts {
  readonly pending: number;
  readonly shipped: number;
}

/** Numbers of orders that a run requests. Two pending and one shipped are enough for every must. */
export const wantedOrders: OrderCounts = { pending: 5, shipped: 1 };

const states = new WeakMap<GivenOrders, ReadonlyMap<bigint, keyof GivenOrders>>();

/**
 * The state in which an order was given; undefined where it was not given. Fast for many orders, since it is needed often.
 */
export function givenState(given: GivenOrders, id: bigint | undefined): keyof GivenOrders | undefined {
  if (id === undefined) return undefined;
  const known = states.get(given) ?? readStates(given);
  states.set(given, known);
  return known.get(id);
}

const readStates = ({ pending, shipped }: GivenOrders): ReadonlyMap<bigint, keyof GivenOrders> =>
  new Map([
    ...pending.map((id) => [id, "pending"] as const),
    ...shipped.map((id) => [id, "shipped"] as const),
  ]);

/** Maximum number of given orders: a run cancels each of them and compares it with each call. */
export const maxGivenOrders = 1000;

/** @throws {BadInput} for too many orders, or for one that is given twice: it cannot be in two states */
export function checkGivenOrders(given: GivenOrders): void {
  const count = givenIds(given).length;
  if (count > maxGivenOrders)
    throw new BadInput(
      `Cannot judge with ${count} orders: a run cancels each of them, and takes at most ${maxGivenOrders}. Give fewer; two pending ones and a shipped one are enough.`,
    );
  const seen = new Set<bigint>();
  for (const id of givenIds(given)) {
    if (seen.has(id)) throw new BadInput(`Cannot judge with these orders: order ${id} is given twice.`);
    seen.add(id);
  }
}
