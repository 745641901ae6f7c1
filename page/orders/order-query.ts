/** Which orders of a world are to be shown, and in which order. */

import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import type { OrderStatus } from "../../spec/wire.ts";
import type { PageControl } from "../model/page-control.ts";

export type SortField = "id" | "petId" | "quantity" | "shipDate" | "complete" | "status";

export interface OrderQuery {
  /** What the id begins with; whatever is no digit of it is passed over. */
  readonly search: string;
  readonly status: OrderStatus | undefined;
  /** Undefined: as the API lists them. */
  readonly sort: SortField | undefined;
  readonly descending: boolean;
}

export interface OrderPage {
  /** Orders that the query finds. */
  readonly found: number;
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
  const digits = search.replace(/[^\d-]|(?<=.)-/g, "");
  const { total, orders } = await control.searchOrders({
    state: status,
    id: digits === "" || digits === "-" ? undefined : digits,
    sort: sort && (descending ? `-${sort}` : sort),
    offset: from,
    limit,
  });
  return { found: total, from, orders };
}
