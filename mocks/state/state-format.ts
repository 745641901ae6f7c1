/**
 * How a state file is laid out: an SQLite database with the orders that worlds start from, and every change a
 * world made, a row each. SQLite finds damage in its own structure only, so each row carries a sum.
 */

import { crc32 } from "node:zlib";
import { parseJson } from "../../base/json.ts";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { type ListFormat, orderText } from "../http/list-orders.ts";

/** Marks a database as a state file of this kit: "StOr" in ASCII. */
export const applicationId = 0x53744f72;
/** The layout below; a newer kit that changes it counts up. */
export const formatVersion = 3;

/** Holds the orders that worlds start from; no world of a user's is called that. */
export const startName = "";

/**
 * `start` holds orders as a JSON array: those of the world "", and of each world that starts from orders of its own.
 * A change whose text is null removed the order.
 */
export const schema = [
  "CREATE TABLE start (world TEXT PRIMARY KEY, orders TEXT NOT NULL, sum INTEGER NOT NULL) WITHOUT ROWID",
  "CREATE TABLE change (world TEXT NOT NULL, position INTEGER NOT NULL, text TEXT, sum INTEGER NOT NULL, PRIMARY KEY (world, position)) WITHOUT ROWID",
] as const;

export const startSum = (world: string, orders: string): number => crc32(`${world} ${orders}`);
export const changeSum = (world: string, position: number, text: string | null): number =>
  crc32(`${world} ${position} ${text}`);

/** Everything there is of an order. */
const wholeOrder: ListFormat = { cancelledInList: "unchanged", statusField: "shown" };

export function formatOrder(order: FixtureOrder): string {
  return orderText(order, wholeOrder)!;
}

export function parseOrder(text: string): FixtureOrder {
  return parseJson(text) as unknown as FixtureOrder;
}

export function parseOrders(text: string): readonly FixtureOrder[] {
  return parseJson(text) as unknown as readonly FixtureOrder[];
}
