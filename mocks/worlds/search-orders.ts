/** Finds orders of a world: filtered, sorted, and a page at a time. */

import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import type { OrderStatus } from "../../spec/wire.ts";
import { type OrderStore, ordersOf } from "../core/order-store.ts";

const sortFields = ["id", "petId", "quantity", "shipDate", "complete", "status"] as const;
type SortField = (typeof sortFields)[number];
export const sorts = sortFields.flatMap((field) => [field, `-${field}`] as const);

export interface OrderQuery {
  /** Only orders in this state. */
  readonly state?: OrderStatus | undefined;
  /** Only orders whose id begins with these digits. */
  readonly id?: string | undefined;
  /** Only orders that have each of these words in `id`, `petId`, `status` or `shipDate`, in any letter case. */
  readonly text?: string | undefined;
  /** The field to sort by, with a minus before it for descending order. Default: the order of the list. */
  readonly sort?: SortField | `-${SortField}` | undefined;
  /** Number of found orders to skip. Default: 0. */
  readonly offset?: number | undefined;
  /** Maximum number of orders to return, up to 1000. Default: 100. */
  readonly limit?: number | undefined;
}

export interface OrderPage {
  /** Number of orders that the query finds. */
  readonly total: number;
  /** Number of cancelled orders among them. */
  readonly cancelled: number;
  readonly orders: readonly FixtureOrder[];
}

export const maxPageOrders = 1000;

export function searchOrders(store: OrderStore, query: OrderQuery): OrderPage {
  const { offset = 0, limit = 100 } = query;
  const found = find(store, query);
  const orders = found.slice(offset, offset + Math.min(limit, maxPageOrders));
  let cancelled = 0;
  for (const { status } of found) if (status === "cancelled") cancelled++;
  return { total: found.length, cancelled, orders };
}

function find(store: OrderStore, { state, id, text, sort }: OrderQuery): readonly FixtureOrder[] {
  const words = text?.toLowerCase().split(/\s+/).filter(Boolean) ?? [];
  const found: FixtureOrder[] = [];
  for (const order of ordersOf(store)) {
    if (state !== undefined && order.status !== state) continue;
    if (id !== undefined && !String(order.id).startsWith(id)) continue;
    if (words.length === 0 || holds(order, words)) found.push(order);
  }
  if (sort === undefined) return found;
  const field = sort.replace("-", "") as SortField;
  const sign = sort.startsWith("-") ? -1 : 1;
  return found.sort((a, b) => sign * compare(a[field], b[field]));
}

function holds({ id, petId, status, shipDate }: FixtureOrder, words: readonly string[]): boolean {
  const text = `${id} ${petId ?? ""} ${status} ${shipDate ?? ""}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

/** Compares orders by a field; orders without it come first. */
function compare(a: FixtureOrder[SortField], b: FixtureOrder[SortField]): number {
  if (a === b) return 0;
  if (a === undefined || b === undefined) return a === undefined ? -1 : 1;
  return a < b ? -1 : 1;
}
