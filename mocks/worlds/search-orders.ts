/** A page of a world's orders: filtered, sorted, and never more than somebody can look at. */

import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import type { OrderStatus } from "../../spec/wire.ts";
import type { OrderStore } from "../core/order-store.ts";

export const sortFields = ["id", "petId", "quantity", "shipDate", "complete", "status"] as const;
export type SortField = (typeof sortFields)[number];

export interface OrderQuery {
  /** Orders in this state only. */
  readonly state?: OrderStatus | undefined;
  /** Orders whose id begins with these digits. */
  readonly id?: string | undefined;
  /** A field to sort by, falling with a minus before it. Default: as the list has them. */
  readonly sort?: SortField | `-${SortField}` | undefined;
  /** How many of those found to pass over. Default: 0. */
  readonly offset?: number | undefined;
  /** How many to give, 1000 at most. Default: 100. */
  readonly limit?: number | undefined;
}

export interface OrderPage {
  /** How many orders the query finds. */
  readonly total: number;
  readonly orders: readonly FixtureOrder[];
}

/** Orders of one page at most. */
export const mostPageOrders = 1000;

/** What the last query of a store found: its next page is then a look-up. */
interface Found {
  readonly key: string;
  readonly version: number;
  readonly positions: Uint32Array;
}
const lastFound = new WeakMap<OrderStore, Found>();

export function searchOrders(store: OrderStore, query: OrderQuery = {}): OrderPage {
  const { offset = 0, limit = 100 } = query;
  const positions = find(store, query);
  const shown = positions.subarray(offset, offset + Math.min(limit, mostPageOrders));
  return { total: positions.length, orders: Array.from(shown, (position) => store.at(position)!) };
}

function find(store: OrderStore, { state, id, sort }: OrderQuery): Uint32Array {
  const key = JSON.stringify([state, id, sort]);
  const last = lastFound.get(store);
  if (last?.key === key && last.version === store.version) return last.positions;
  let found: { readonly position: number; readonly order: FixtureOrder }[] = [];
  for (let position = 0; position < store.size; position++) {
    const order = store.at(position);
    if (!order || (state !== undefined && order.status !== state)) continue;
    if (id !== undefined && !String(order.id).startsWith(id)) continue;
    found.push({ position, order });
  }
  if (sort !== undefined) {
    const falls = sort.startsWith("-");
    const field = (falls ? sort.slice(1) : sort) as SortField;
    const sign = falls ? -1 : 1;
    found = found.sort((a, b) => sign * compare(a.order[field], b.order[field]) || a.position - b.position);
  }
  const positions = Uint32Array.from(found, ({ position }) => position);
  lastFound.set(store, { key, version: store.version, positions });
  return positions;
}

/** Orders without the field come first. */
function compare(a: FixtureOrder[SortField], b: FixtureOrder[SortField]): number {
  if (a === b) return 0;
  if (a === undefined || b === undefined) return a === undefined ? -1 : 1;
  return a < b ? -1 : 1;
}
