/** A page of a world's orders: filtered, sorted, and never more than somebody can look at. */

import { sortInSteps } from "../../base/sort-in-steps.ts";
import type { Steps } from "../../base/steps.ts";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import type { OrderStatus } from "../../spec/wire.ts";
import { type OrderStore, type OrderView, viewOf } from "../core/order-store.ts";

export const sortFields = ["id", "petId", "quantity", "shipDate", "complete", "status"] as const;
export type SortField = (typeof sortFields)[number];

export interface OrderQuery {
  /** Orders in this state only. */
  readonly state?: OrderStatus | undefined;
  /** Orders whose id begins with these digits. */
  readonly id?: string | undefined;
  /** Orders of which each of these words is a part of `id`, `petId`, `status` or `shipDate`, in any letter case. */
  readonly text?: string | undefined;
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
  /** How many of those are cancelled. */
  readonly cancelled: number;
  readonly orders: readonly FixtureOrder[];
}

/** Orders of one page at most. */
export const mostPageOrders = 1000;

/** What the last query of a store found: its next page is then a look-up. */
interface LastFound {
  readonly key: string;
  readonly version: number;
  readonly found: Found;
}
interface Found {
  readonly positions: Uint32Array;
  readonly cancelled: number;
}
const lastFound = new WeakMap<OrderStore, LastFound>();

/** The orders as they are when the search begins. */
export function* searchOrders(store: OrderStore, query: OrderQuery = {}): Steps<OrderPage> {
  const { offset = 0, limit = 100, state, id, text, sort } = query;
  const { version } = store;
  const view = viewOf(store);
  const key = JSON.stringify([state, id, text, sort]);
  const last = lastFound.get(store);
  const isSame = last?.key === key && last.version === version;
  const found = isSame ? last.found : yield* find(view, query);
  lastFound.set(store, { key, version, found });
  const { positions, cancelled } = found;
  const shown = positions.subarray(offset, offset + Math.min(limit, mostPageOrders));
  const orders = Array.from(shown, (position) => view.at(position)!);
  return { total: positions.length, cancelled, orders };
}

const ordersOfStep = 256;

function* find(view: OrderView, { state, id, text, sort }: OrderQuery): Steps<Found> {
  const falls = sort?.startsWith("-") ?? false;
  const field = (falls ? sort?.slice(1) : sort) as SortField | undefined;
  const words = text?.toLowerCase().split(/\s+/).filter(Boolean) ?? [];
  let cancelled = 0;
  const found: { readonly position: number; readonly value: FixtureOrder[SortField] }[] = [];
  for (let position = 0; position < view.size; position++) {
    if (position % ordersOfStep === ordersOfStep - 1) yield;
    const order = view.at(position);
    if (!order || (state !== undefined && order.status !== state)) continue;
    if (id !== undefined && !String(order.id).startsWith(id)) continue;
    if (words.length > 0 && !holds(order, words)) continue;
    if (order.status === "cancelled") cancelled++;
    found.push({ position, value: field && order[field] });
  }
  const sign = falls ? -1 : 1;
  const sorted = field ? yield* sortInSteps(found, (a, b) => sign * compare(a.value, b.value)) : found;
  const positions = new Uint32Array(sorted.length);
  // By hand: `from` takes a hundred times as long.
  for (let index = 0; index < sorted.length; index++) positions[index] = sorted[index]!.position;
  return { positions, cancelled };
}

function holds({ id, petId, status, shipDate }: FixtureOrder, words: readonly string[]): boolean {
  const text = `${id} ${petId ?? ""} ${status} ${shipDate ?? ""}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

/** Orders without the field come first. */
function compare(a: FixtureOrder[SortField], b: FixtureOrder[SortField]): number {
  if (a === b) return 0;
  if (a === undefined || b === undefined) return a === undefined ? -1 : 1;
  return a < b ? -1 : 1;
}
