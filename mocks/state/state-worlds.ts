/**
 * The worlds in a state file: the start of each, and its changes. The file is an SQLite database with a row for each
 * change.
 */

import type { DatabaseSync } from "node:sqlite";
import { BadInput } from "../../base/bad-input.ts";
import { readJson } from "../../base/json.ts";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { keepRead, parseFixtures, readFixtureOrder } from "../../fixtures/parse-fixtures.ts";
import { NotKept, type OrderStorage } from "../core/order-storage.ts";
import { wholeOrderText } from "../http/list-orders.ts";

/** @param checkPlace throws where changes would go into a file that is no longer there */
export function createStateWorlds(
  database: DatabaseSync,
  checkPlace: () => void = () => undefined,
): OrderStorage {
  const names = database.prepare("SELECT world FROM start WHERE world <> ? UNION SELECT world FROM change");
  const start = database.prepare("SELECT orders FROM start WHERE world = ?");
  const putStart = database.prepare("INSERT INTO start VALUES (?, ?)");
  const dropStart = database.prepare("DELETE FROM start WHERE world = ?");
  const changes = database.prepare("SELECT position, text FROM change WHERE world = ? ORDER BY position");
  const putChange = database.prepare("INSERT OR REPLACE INTO change VALUES (?, ?, ?)");
  const dropChanges = database.prepare("DELETE FROM change WHERE world = ?");

  /** @throws {NotKept} */
  function keep(work: () => void): void {
    try {
      checkPlace();
      work();
    } catch (error) {
      // SQLite may have rolled back already, as when the disk is full.
      if (database.isTransaction) database.exec("ROLLBACK");
      const fact = error instanceof Error ? error.message : String(error);
      throw new NotKept(`The change could not be kept in the state file, and was not made: ${fact}.`);
    }
  }
  /** Makes all changes or none. @throws {NotKept} */
  function keepAll(work: () => void): void {
    keep(() => {
      database.exec("BEGIN IMMEDIATE");
      work();
      database.exec("COMMIT");
    });
  }
  function ordersOf(world: string): readonly FixtureOrder[] | undefined {
    const row = start.get(world) as { readonly orders: string } | undefined;
    return row && parseOrders(String(row.orders));
  }
  function startFrom(world: string, orders: readonly FixtureOrder[]): void {
    putStart.run(world, `[${Array.from(orders, wholeOrderText).join(",")}]`);
  }
  function forget(world: string): void {
    dropChanges.run(world);
    dropStart.run(world);
  }

  return {
    orders: () => ordersOf(startName) ?? refuse("the orders that worlds start from are missing"),
    restart: (orders) =>
      keepAll(() => {
        database.exec("DELETE FROM change; DELETE FROM start");
        startFrom(startName, orders);
      }),
    worldNames: () => names.all(startName).map(({ world }) => String(world)),
    ownOrders: ordersOf,
    changes: (world) =>
      (changes.all(world) as { position: number; text: string | null }[]).map(({ position, text }) => [
        position,
        text === null ? undefined : parseOrder(String(text)),
      ]),
    // One statement needs no transaction, which would cost three times as much.
    write: (world, position, order) =>
      keep(() => putChange.run(world, position, order ? wholeOrderText(order) : null)),
    reset: (world, ownOrders) =>
      keepAll(() => {
        forget(world);
        if (ownOrders) startFrom(world, ownOrders);
      }),
    drop: (world) => keepAll(() => forget(world)),
  };
}

/** Marks a database as a state file of this kit: "StOr" in ASCII. */
export const applicationId = 0x53744f72;
/** The version of the layout below, which increases with each change. */
export const formatVersion = 5;

/** The name in the table of the orders from which worlds start; no user's world has this name. */
const startName = "";

/**
 * `start` holds orders as a JSON array: those of the world "", and of each world that starts from orders of its own.
 * A change whose text is null removed the order. `start` has rowids, since SQLite reads whole rows to find one in a table
 * without, and these are large.
 */
export const schema = [
  "CREATE TABLE start (world TEXT PRIMARY KEY, orders TEXT NOT NULL) STRICT",
  "CREATE TABLE change (world TEXT NOT NULL, position INTEGER NOT NULL, text TEXT, PRIMARY KEY (world, position)) STRICT, WITHOUT ROWID",
] as const;

const where = "of the state";

function refuse(fact: string): never {
  throw new BadInput(`Cannot read fixtures ${where}: ${fact}`);
}

/** @throws {BadInput} for a text that is not an order */
export function parseOrder(text: string): FixtureOrder {
  return readFixtureOrder(readJson(text, refuse), where);
}

/** @throws {BadInput} for a text that is not a list of orders */
export function parseOrders(text: string): readonly FixtureOrder[] {
  return keepRead(parseFixtures(text, where));
}
