/** Reads and writes the rows of a state file, each call whole or not at all. */

import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import type { OrderSequence } from "../../fixtures/order-sequence.ts";
import { NotKept } from "../core/order-storage.ts";
import type { Database } from "./load-sqlite.ts";
import {
  type BlockRow,
  blockSum,
  type ChangeRow,
  changeSum,
  formatBlocks,
  formatOrder,
  parseBlock,
  parseOrder,
  type WorldRow,
  worldSum,
} from "./state-format.ts";

export type StateTables = ReturnType<typeof createStateTables>;

/** @param onKept called after each change that was kept, and with `false` after one that could not be */
export function createStateTables(database: Database, onKept: (isKept: boolean) => void = () => {}) {
  const worlds = database.prepare("SELECT * FROM world");
  const putWorld = database.prepare("INSERT OR REPLACE INTO world VALUES (?, ?, ?, ?, ?)");
  const dropWorld = database.prepare("DELETE FROM world WHERE id = ?");
  const blocks = database.prepare("SELECT orders FROM block WHERE world = ? ORDER BY block");
  const putBlock = database.prepare("INSERT INTO block VALUES (?, ?, ?, ?)");
  const dropBlocks = database.prepare("DELETE FROM block WHERE world = ?");
  const changes = database.prepare("SELECT position, text FROM change WHERE world = ? ORDER BY position");
  const putChange = database.prepare("INSERT OR REPLACE INTO change VALUES (?, ?, ?, ?)");
  const dropChanges = database.prepare("DELETE FROM change WHERE world = ?");

  function rollBack(): void {
    // SQLite may have done so by itself, as when the disk is full.
    if (database.isTransaction) database.exec("ROLLBACK");
  }

  return {
    worlds: () => worlds.all() as unknown as readonly WorldRow[],
    orders: (world: number): readonly FixtureOrder[] =>
      (blocks.all(world) as unknown as BlockRow[]).flatMap((row) => parseBlock(row.orders)),
    changes: (world: number) =>
      (changes.all(world) as unknown as ChangeRow[]).map(
        ({ position, text }) => [position, text === null ? undefined : parseOrder(text)] as const,
      ),

    /** @param orders those that the world starts from; left out where it has none of its own */
    putWorld(id: number, name: string, orders?: OrderSequence): void {
      dropBlocks.run(id);
      let count = 0;
      for (const text of orders ? formatBlocks(orders) : []) {
        const row = { world: id, block: count++, orders: text };
        putBlock.run(id, row.block, text, blockSum(row));
      }
      const row = { id, name, orders: orders?.length ?? null, blocks: orders ? count : null };
      putWorld.run(id, name, row.orders, row.blocks, worldSum(row));
    },
    putChange(world: number, position: number, order: FixtureOrder | undefined): void {
      const text = order ? formatOrder(order) : null;
      putChange.run(world, position, text, changeSum({ world, position, text }));
    },
    dropChanges: (world: number) => void dropChanges.run(world),
    dropWorld(id: number): void {
      dropChanges.run(id);
      dropBlocks.run(id);
      dropWorld.run(id);
    },
    clear: () => database.exec("DELETE FROM change; DELETE FROM block; DELETE FROM world"),

    /** Does all of it or nothing. @throws {NotKept} */
    keep(work: () => void): void {
      try {
        database.exec("BEGIN IMMEDIATE");
        work();
        database.exec("COMMIT");
      } catch (error) {
        rollBack();
        onKept(false);
        throw notKept(error);
      }
      onKept(true);
    },
    /** The same for what is one statement, at a third of the cost. @throws {NotKept} */
    keepOne(work: () => void): void {
      try {
        work();
      } catch (error) {
        onKept(false);
        throw notKept(error);
      }
      onKept(true);
    },
  };
}

function notKept(error: unknown): NotKept {
  const fact = error instanceof Error ? error.message : String(error);
  return new NotKept(`The change could not be kept in the state file, and was not made: ${fact}.`);
}
