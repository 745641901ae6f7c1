/**
 * How a state file is laid out: an SQLite database with the orders that worlds
 * start from, in blocks, and every change a world made, a row each.
 * SQLite finds damage in its own structure only, so each row carries a sum.
 */

import { crc32 } from "node:zlib";
import { parseJson } from "../../base/json.ts";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import type { OrderSequence } from "../../fixtures/order-sequence.ts";
import { type ListFormat, orderText } from "../http/order-text.ts";

/** Marks a database as a state file of this kit: "StOr" in ASCII. */
export const applicationId = 0x53744f72;
/** The layout below; a newer kit that changes it counts up. */
export const formatVersion = 2;

/** Holds the orders that worlds start from; no world of a user's is called that. */
export const startName = "";

/**
 * `world` holds the start (name "") and each world that differs from it. `orders` and `blocks` say how many
 * orders of its own a world starts from, and in how many blocks they lie; null for those of the start.
 * A change whose text is null removed the order.
 */
export const schema = [
  "CREATE TABLE world (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, orders INTEGER, blocks INTEGER, sum INTEGER NOT NULL)",
  "CREATE TABLE block (world INTEGER NOT NULL, block INTEGER NOT NULL, orders TEXT NOT NULL, sum INTEGER NOT NULL, PRIMARY KEY (world, block)) WITHOUT ROWID",
  "CREATE TABLE change (world INTEGER NOT NULL, position INTEGER NOT NULL, text TEXT, sum INTEGER NOT NULL, PRIMARY KEY (world, position)) WITHOUT ROWID",
] as const;

export interface WorldRow {
  readonly id: number;
  readonly name: string;
  readonly orders: number | null;
  readonly blocks: number | null;
  readonly sum: number;
}
export interface BlockRow {
  readonly world: number;
  readonly block: number;
  readonly orders: string;
  readonly sum: number;
}
export interface ChangeRow {
  readonly world: number;
  readonly position: number;
  readonly text: string | null;
  readonly sum: number;
}

export const worldSum = ({ id, name, orders, blocks }: Omit<WorldRow, "sum">): number =>
  crc32(`${id} ${name} ${orders} ${blocks}`);
export const blockSum = ({ world, block, orders }: Omit<BlockRow, "sum">): number =>
  crc32(`${world} ${block} ${orders}`);
export const changeSum = ({ world, position, text }: Omit<ChangeRow, "sum">): number =>
  crc32(`${world} ${position} ${text}`);

const ordersPerBlock = 1000;

/** Orders as blocks: JSON arrays. */
export function* formatBlocks(orders: OrderSequence): Generator<string> {
  let texts: string[] = [];
  const block = () => `[${texts.join(",")}]`;
  for (const order of orders) {
    texts.push(formatOrder(order));
    if (texts.length < ordersPerBlock) continue;
    yield block();
    texts = [];
  }
  if (texts.length > 0) yield block();
}

/** Everything there is of an order. */
const wholeOrder: ListFormat = { cancelledInList: "unchanged", statusField: "shown" };

export function formatOrder(order: FixtureOrder): string {
  return orderText(order, wholeOrder)!;
}

export function parseOrder(text: string): FixtureOrder {
  return parseJson(text) as unknown as FixtureOrder;
}

export function parseBlock(block: string): readonly FixtureOrder[] {
  return parseJson(block) as unknown as readonly FixtureOrder[];
}
