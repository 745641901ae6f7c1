/** Whether a state file can be used: one that cannot is refused before anything opens it for writing. */

import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { BadInput } from "../../base/bad-input.ts";
import { applicationId, changeSum, formatVersion, schema, startName, startSum } from "./state-worlds.ts";

export function refuseState(path: string, fact: string, nextStep: string): never {
  throw new BadInput(`Cannot use state file ${path}: ${fact}. ${nextStep}`);
}

export const otherName = "Name another file with --state.";

/**
 * Whether there is a file to go on with; false where one can be made.
 * @throws {BadInput} for a place or a file that cannot be used
 */
export function findStateFile(path: string): boolean {
  // A name of SQLite's, under which nothing would be kept.
  if (path === ":memory:")
    return refuseState(path, "it is no name of a file", "Use --state memory to keep nothing.");
  const folder = dirname(path);
  try {
    // SQLite writes its log beside the file, and has names for its own files that are longer.
    statSync(`${path}-journal`, { throwIfNoEntry: false });
    if (!statSync(folder).isDirectory()) return refuseState(path, `${folder} is no folder`, otherName);
    const file = statSync(path, { throwIfNoEntry: false });
    if (!file && lstatSync(path, { throwIfNoEntry: false }))
      return refuseState(path, "it is a link to a file that is not there", otherName);
    if (file && !file.isFile())
      return refuseState(path, `it is ${file.isDirectory() ? "a directory" : "no ordinary file"}`, otherName);
    accessSync(folder, constants.W_OK);
    if (file) accessSync(path, constants.R_OK | constants.W_OK);
    return file !== undefined;
  } catch (error) {
    if (error instanceof BadInput) throw error;
    const { code = "", path: place } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return refuseState(path, `there is no folder ${folder}`, "Make it first.");
    const facts: Readonly<Record<string, string>> = {
      ENOTDIR: `${folder} is no folder`,
      ENAMETOOLONG: "its name is too long",
      EACCES: `this user may not write ${place === folder ? `in ${folder}` : "it"}`,
    };
    return refuseState(path, facts[code] ?? `the system refuses it (${code})`, otherName);
  }
}

/** Looks a copy over, as to open a database begins to write. @throws {BadInput} for a file that is foreign, of another kit or damaged */
export function checkStateFile(path: string, Sqlite: typeof DatabaseSync): void {
  let folder: string | undefined;
  try {
    folder = mkdtempSync(join(tmpdir(), "store-orders-state-"));
    const copy = join(folder, "copy.db");
    const before = stateOf(path);
    for (const end of ["", "-wal"])
      if (existsSync(path + end)) copyFileSync(path + end, copy + end, constants.COPYFILE_FICLONE);
    // A copy of what somebody writes to says nothing; who that is, the lock will tell.
    if (stateOf(path) === before) checkCopy(path, copy, Sqlite);
  } catch (error) {
    if (error instanceof BadInput) throw error;
    const { code } = error as NodeJS.ErrnoException;
    const fact = code === "ENOSPC" ? "there is no space left" : code;
    refuseState(
      path,
      `a copy to check it cannot be made in ${tmpdir()}: ${fact}`,
      "Make room there, or name another folder with TMPDIR.",
    );
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }
}

const stateOf = (path: string) =>
  ["", "-wal"]
    .map((end) => {
      const stats = statSync(path + end, { throwIfNoEntry: false });
      return `${stats?.mtimeMs} ${stats?.size}`;
    })
    .join();

function checkCopy(path: string, copy: string, Sqlite: typeof DatabaseSync): void {
  const startOver = "Restore a copy of it, or delete it to start over.";
  const { size } = statSync(copy);
  if (size === 0) refuseState(path, "it is empty", startOver);
  const hasLog = existsSync(`${copy}-wal`);
  let fact: string | undefined;
  try {
    using database = new Sqlite(copy);
    const ask = (sql: string) => Object.values(database.prepare(sql).get() ?? {})[0];
    if (ask("PRAGMA application_id") !== applicationId)
      refuseState(path, "it is no state file of this kit", otherName);
    const version = Number(ask("PRAGMA user_version"));
    if (version > formatVersion)
      refuseState(path, `it has format ${version}, this kit knows ${formatVersion}`, "Use the newer kit.");
    if (version < formatVersion)
      refuseState(
        path,
        `it has format ${version}, this kit writes ${formatVersion}`,
        "Use the older kit, or delete it to start over.",
      );
    fact = damageOf(database, ask);
    const whole = Number(ask("PRAGMA page_size")) * Number(ask("PRAGMA page_count"));
    if (!hasLog && size !== whole) fact ??= `it has ${size} bytes of ${whole}`;
  } catch (error) {
    if (error instanceof BadInput) throw error;
    const isNone = (error as { errcode?: number }).errcode === notADatabase;
    if (isNone) refuseState(path, "it is no state file of this kit", otherName);
    fact = (error as Error).message;
  }
  if (fact !== undefined) refuseState(path, `it is damaged (${fact})`, startOver);
}

/** SQLite's primary code. */
const notADatabase = 26;

/** What is wrong with a database, in a few words; undefined when it holds what this kit wrote. */
function damageOf(database: DatabaseSync, ask: (sql: string) => unknown): string | undefined {
  const layout = database.prepare("SELECT sql FROM sqlite_schema WHERE sql NOT NULL ORDER BY rowid").all();
  // SQLite passes over the log of a database that says it has none.
  if (layout.map(({ sql }) => sql).join() !== schema.join() || ask("PRAGMA journal_mode") !== "wal")
    return "its tables are not those of a state file";
  const verdict = String(ask("PRAGMA integrity_check(1)"));
  if (verdict !== "ok") return verdict.replace(/\s+/g, " ");
  for (const { world, orders, sum } of database.prepare("SELECT * FROM start").iterate())
    if (sum !== startSum(String(world), String(orders))) return "orders are not what was written";
  for (const { world, position, text, sum } of database.prepare("SELECT * FROM change").iterate())
    if (sum !== changeSum(String(world), Number(position), text as string | null))
      return "a change is not what was written";
  const hasStart = database.prepare("SELECT 1 FROM start WHERE world = ?").get(startName);
  return hasStart ? undefined : "the orders that worlds start from are missing";
}
