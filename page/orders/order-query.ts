/** Which orders of a world are to be shown, and in which order. */

import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import type { OrderStatus } from "../../spec/wire.ts";
import type { PageControl } from "../model/page-control.ts";

export type SortField = "id" | "petId" | "quantity" | "shipDate" | "complete" | "status";

export interface OrderQuery {
  /** Words that are a part of the id, petId, state or date. */
  readonly search: string;
  readonly status: OrderStatus | undefined;
  /** Undefined: as the API lists them. */
  readonly sort: SortField | undefined;
  readonly descending: boolean;
}

export const everyOrder: OrderQuery = { search: "", status: undefined, sort: undefined, descending: false };

export interface OrderPage {
  /** Orders that the query finds, and how many of them are cancelled. */
  readonly found: number;
  readonly cancelled: number;
  /** Place of the first among them. */
  readonly from: number;
  readonly orders: readonly FixtureOrder[];
}

/** A part of what the query finds. */
export async function readOrderPage(
  control: PageControl,
  { search, status, sort, descending }: OrderQuery,
  from: number,
  limit: number,
): Promise<OrderPage> {
  const { total, cancelled, orders } = await control.searchOrders({
    state: status,
    text: search === "" ? undefined : search.slice(0, 200),
    sort: sort && (descending ? `-${sort}` : sort),
    offset: from,
    limit,
  });
  return { found: total, cancelled, from, orders };
}

/** One page may hold so many. */
const pageOrders = 1000;

/** All that the query finds. */
export async function readEveryOrder(
  control: PageControl,
  query: OrderQuery,
): Promise<readonly FixtureOrder[]> {
  const all: FixtureOrder[] = [];
  for (;;) {
    const page = await readOrderPage(control, query, all.length, pageOrders);
    all.push(...page.orders);
    if (page.orders.length === 0 || all.length >= page.found) return all;
  }
}

const biggestId = 2n ** 63n - 1n;

/** An id that no order has: after the biggest, or else the smallest that is free. */
export async function suggestId(control: PageControl): Promise<bigint> {
  const { orders } = await control.searchOrders({ sort: "-id", limit: 1 });
  const [last] = orders;
  if (!last || last.id < 0n) return 1n;
  if (last.id < biggestId) return last.id + 1n;
  const { orders: first } = await control.searchOrders({ sort: "id", limit: pageOrders });
  const taken = new Set(first.map(({ id }) => id));
  let id = 1n;
  while (taken.has(id)) id++;
  return id;
}
