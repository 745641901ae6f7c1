/** Whether a database holds what this kit wrote: SQLite's own check, then every row's sum. */

import type { Database } from "./load-sqlite.ts";
import {
  type BlockRow,
  blockSum,
  type ChangeRow,
  changeSum,
  schema,
  startName,
  type WorldRow,
  worldSum,
} from "./state-format.ts";

/** What is wrong with a database, in a few words; undefined when it is whole. */
export function findDamage(database: Database): string | undefined {
  const rows = <Row>(sql: string) => database.prepare(sql).iterate() as unknown as Iterable<Row>;
  const layout = [
    ...rows<{ sql: string }>("SELECT sql FROM sqlite_schema WHERE sql NOT NULL ORDER BY rowid"),
  ];
  if (layout.map(({ sql }) => sql).join() !== schema.join())
    return "its tables are not those of a state file";
  const [verdict] = [...rows<{ integrity_check: string }>("PRAGMA integrity_check(1)")];
  if (verdict?.integrity_check !== "ok") return verdict?.integrity_check.replace(/\s+/g, " ");

  const blocks = new Map<number, number>();
  for (const row of rows<BlockRow>("SELECT * FROM block ORDER BY world, block")) {
    const count = blocks.get(row.world) ?? 0;
    if (row.sum !== blockSum(row) || row.block !== count) return "a block of orders is not what was written";
    blocks.set(row.world, count + 1);
  }
  const worlds = new Set<number>();
  let hasStart = false;
  for (const row of rows<WorldRow>("SELECT * FROM world")) {
    if (row.sum !== worldSum(row)) return "a world is not what was written";
    if ((row.blocks ?? 0) !== (blocks.get(row.id) ?? 0)) return "orders are missing";
    worlds.add(row.id);
    hasStart ||= row.name === startName && row.blocks !== null;
  }
  if (!hasStart || [...blocks.keys()].some((id) => !worlds.has(id))) return "a world is missing";
  for (const row of rows<ChangeRow>("SELECT * FROM change")) {
    if (row.sum !== changeSum(row) || !worlds.has(row.world)) return "a change is not what was written";
  }
  return undefined;
}
