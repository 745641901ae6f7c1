/** The orders that a run was given, in known states: no state is derived from an answer. */

import { BadInput } from "../../base/bad-input.ts";
import { readIds } from "../../base/ids.ts";

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

/**
 * The orders with their ids as int64, which code may give as numbers or texts.
 * @throws {BadInput} for ids that are none, too many orders, or one that is given twice: it cannot be in two states
 */
export function readGivenOrders(orders: Partial<GivenOrders> = {}): GivenOrders {
  const refuse = (fact: string): never => {
    throw new BadInput(`Cannot judge with these orders: ${fact}`);
  };
  const given = {
    pending: readIds(orders.pending, "pending", refuse),
    shipped: readIds(orders.shipped, "shipped", refuse),
  };
  const count = givenIds(given).length;
  if (count > maxGivenOrders)
    throw new BadInput(
      `Cannot judge with ${count} orders: a run cancels each of them, and takes at most ${maxGivenOrders}. Give fewer; two pending ones and a shipped one are enough.`,
    );
  const seen = new Set<bigint>();
  for (const id of givenIds(given)) {
    if (seen.has(id)) refuse(`order ${id} is given twice.`);
    seen.add(id);
  }
  return given;
}
