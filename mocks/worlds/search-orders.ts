/** Finds orders of a world: filtered, sorted, and a page at a time. */

import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { orderStatuses } from "../../spec/wire.ts";
import { described, field, integer, type MembersOf, word } from "../core/field.ts";
import { type OrderStore, ordersOf } from "../core/order-store.ts";

const sortFields = ["id", "petId", "quantity", "shipDate", "complete", "status"] as const;
type SortField = (typeof sortFields)[number];
const sorts = sortFields.flatMap((field) => [field, `-${field}`] as const);

const maxPageOrders = 1000;
const maxSearchText = 200;

export const queryFields = {
  /** Only orders in this state. */
  state: described(word(...orderStatuses), "Only orders in this state."),
  /** Only orders whose id begins with these digits. */
  id: field(
    "the first digits of ids",
    (value) => (typeof value === "string" && /^-?\d{0,19}$/.test(value) ? value : undefined),
    { type: "string", description: "Only orders whose id begins with these digits." },
  ),
  /** Only orders that have each of these words in `id`, `petId`, `status` or `shipDate`, in any letter case. */
  text: field(
    `at most ${maxSearchText} characters`,
    (value) => (typeof value === "string" && value.length <= maxSearchText ? value : undefined),
    {
      type: "string",
      description: "Only orders with each of these words in `id`, `petId`, `status` or `shipDate`.",
    },
  ),
  /** The field to sort by, with a minus before it for descending order. Default: the order of the list. */
  sort: described(word(...sorts), "Descending with a minus. Default: the order of the list."),
  /** Number of found orders to skip. Default: 0. */
  offset: described(integer(0, Number.MAX_SAFE_INTEGER), "Number of found orders to skip."),
  /** Maximum number of orders to return, up to 1000. Default: 100. */
  limit: described(integer(0, maxPageOrders), "Maximum number of orders. Default: 100."),
};

export type OrderQuery = MembersOf<typeof queryFields>;

export interface OrderPage {
  /** Number of orders that the query finds. */
  readonly total: number;
  /** Number of cancelled orders among them. */
  readonly cancelled: number;
  readonly orders: readonly FixtureOrder[];
}

export function searchOrders(store: OrderStore, query: OrderQuery): OrderPage {
  const { offset = 0, limit = 100 } = query;
  const found = find(store, query);
  const orders = found.slice(offset, offset + limit);
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
