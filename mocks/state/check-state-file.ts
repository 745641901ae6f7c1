/** Checks a state file before it is opened for writing. */

import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  openSync,
  readSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { BadInput } from "../../base/bad-input.ts";
import { isWorldName } from "../../spec/control-protocol.ts";
import { type OrderStorage, WorldMemory } from "../core/order-storage.ts";
import { OrderBase, OrderStore } from "../core/order-store.ts";
import { applicationId, createStateWorlds, formatVersion, schema } from "./state-worlds.ts";

export function refuseState(path: string, fact: string, nextStep: string): never {
  throw new BadInput(`Cannot use state file ${path}: ${fact}. ${nextStep}`);
}

export const otherName = "Name another file with --state.";

/**
 * Whether there is a file to continue; false where one can be made.
 * @throws {BadInput} for a place or a file that cannot be used
 */
export function findStateFile(path: string): boolean {
  // SQLite's name for a database in memory, which would keep nothing.
  if (path === ":memory:") refuseState(path, "it is not a file name", "Use --state memory to keep nothing.");
  const folder = dirname(path);
  try {
    // Fails for a path that is too long for SQLite: the names of its own files beside this one are longer.
    statSync(`${path}-journal`, { throwIfNoEntry: false });
    if (!statSync(folder).isDirectory()) refuseState(path, `${folder} is not a folder`, otherName);
    const file = statSync(path, { throwIfNoEntry: false });
    if (!file && lstatSync(path, { throwIfNoEntry: false }))
      refuseState(path, "it is a link to a file that is not there", otherName);
    if (file?.isDirectory()) refuseState(path, "it is a directory", otherName);
    if (file && !file.isFile()) refuseState(path, "it is not an ordinary file", otherName);
    accessSync(folder, constants.W_OK);
    if (file) accessSync(path, constants.R_OK | constants.W_OK);
    return file !== undefined;
  } catch (error) {
    if (error instanceof BadInput) throw error;
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return refuseState(path, `there is no folder ${folder}`, "Make it first.");
    return refuseState(path, placeFaults[code] ?? `the system refuses it (${code})`, otherName);
  }
}

const placeFaults: Readonly<Record<string, string>> = {
  ENOTDIR: "a part of its path is not a folder",
  ENAMETOOLONG: "its name is too long",
  EACCES: "this user may not write it, or in its folder",
};

const startOver = "Restore a copy of it, or delete it to start over.";
/** SQLite's primary result code for a lock of another connection. */
export const busy = 5;

/** @throws {BadInput} for a file that is in use, foreign, of another kit or damaged */
export function checkStateFile(path: string, Sqlite: typeof DatabaseSync): void {
  checkHeader(path);
  const { version, fact } = readFacts(path, Sqlite);
  if (fact !== undefined) refuseState(path, `it is damaged (${fact})`, startOver);
  if (version !== formatVersion)
    refuseState(
      path,
      `it has format ${version}, this kit has ${formatVersion}`,
      "Use the kit that wrote it, or delete it to start over.",
    );
}

export function refuseInUse(path: string): never {
  return refuseState(path, "another mock is using it", "Stop that one, or name another file with --state.");
}

/** Checks the first bytes (SQLite's file format, 1.3), before SQLite opens it. @throws {BadInput} */
function checkHeader(path: string): void {
  const header = Buffer.alloc(100);
  const descriptor = openSync(path, "r");
  const length = readSync(descriptor, header);
  closeSync(descriptor);
  if (length === 0) refuseState(path, "it is empty", startOver);
  if (header.toString("latin1", 0, 16) !== "SQLite format 3\0" || header.readUInt32BE(68) !== applicationId)
    refuseState(path, "it is not a state file of this kit", otherName);
}

/** The format of a file, and its damage in a few words. @throws {BadInput} for a file that is in use */
function readFacts(path: string, Sqlite: typeof DatabaseSync) {
  const hasLog = existsSync(`${path}-wal`);
  let version = formatVersion;
  let fact: string | undefined;
  using database = new Sqlite(path, { readOnly: true });
  try {
    version = Number(pragma(database, "user_version"));
    if (version === formatVersion) fact = damageOf(database);
  } catch (error) {
    if ((error as { errcode?: number }).errcode === busy) refuseInUse(path);
    fact = (error as Error).message;
  }
  // SQLite made these in order to read the file. No mock can use the file before it is closed.
  rmSync(`${path}-shm`, { force: true });
  if (!hasLog) rmSync(`${path}-wal`, { force: true });
  return { version, fact };
}

const pragma = (database: DatabaseSync, name: string) =>
  Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0];

/** The damage of a database in a few words; undefined for a database that this kit wrote. */
function damageOf(database: DatabaseSync): string | undefined {
  // First: a view or a trigger of another program may run for ever when rows are read or written.
  const layout = database.prepare("SELECT sql FROM sqlite_schema WHERE sql NOT NULL ORDER BY rowid").all();
  // In another journal mode SQLite would ignore the log.
  if (layout.map(({ sql }) => sql).join() !== schema.join() || pragma(database, "journal_mode") !== "wal")
    return "its tables are not those of a state file";
  const verdict = String(pragma(database, "integrity_check(1)"));
  if (verdict !== "ok") return verdict.replace(/\s+/g, " ");
  return areOrders(createStateWorlds(database)) ? undefined : "its orders are not those of a mock";
}

/** Whether a mock could have written these orders. */
function areOrders(storage: OrderStorage): boolean {
  try {
    const base = new OrderBase(storage.orders());
    const memory = new WorldMemory(base.orders.length, storage);
    const names = storage.worldNames();
    // A store loads its orders.
    for (const name of names) new OrderStore(base, memory, name);
    return names.every(isWorldName);
  } catch (error) {
    if (error instanceof BadInput) return false;
    throw error;
  }
}
