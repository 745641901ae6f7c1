/** Which orders of a world are to be shown, and in which order. */

import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import type { OrderStatus } from "../../spec/wire.ts";
import type { PageControl } from "../model/page-control.ts";

export type SortField = "id" | "petId" | "quantity" | "shipDate" | "status";

export interface OrderQuery {
  /** Digits of the id. */
  readonly search: string;
  readonly status: OrderStatus | undefined;
  /** Undefined: as the API lists them. */
  readonly sort: SortField | undefined;
  readonly descending: boolean;
}

export interface OrderPage {
  /** Orders that the query finds. */
  readonly found: number;
  readonly from: number;
  readonly orders: readonly FixtureOrder[];
}

/** A part of what the query finds. */
export async function readOrderPage(
  control: PageControl,
  { search, status, sort, descending }: OrderQuery,
  from: number,
  count: number,
): Promise<OrderPage> {
  const all = await control.orders();
  const matching = all.filter(
    (order) => (!status || order.status === status) && (search === "" || String(order.id).startsWith(search)),
  );
  if (sort) {
    const sign = descending ? -1 : 1;
    matching.sort((a, b) => sign * compare(a[sort], b[sort]));
  } else if (descending) matching.reverse();
  return { found: matching.length, from, orders: matching.slice(from, from + count) };
}

function compare(a: FixtureOrder[SortField], b: FixtureOrder[SortField]): number {
  if (a === b) return 0;
  if (a === undefined) return 1;
  return b === undefined || a < b ? -1 : 1;
}
