/** Whether a state file can be used: one that cannot is refused before anything opens it for writing. */

import {
  accessSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { BadInput } from "../../base/bad-input.ts";
import {
  applicationId,
  areWritten,
  changeSum,
  createStateWorlds,
  formatVersion,
  schema,
  startName,
  startSum,
} from "./state-worlds.ts";

export function refuseState(path: string, fact: string, nextStep: string): never {
  throw new BadInput(`Cannot use state file ${path}: ${fact}. ${nextStep}`);
}

export const otherName = "Name another file with --state.";

/**
 * Whether there is a file to continue; false where one can be made.
 * @throws {BadInput} for a place or a file that cannot be used
 */
export function findStateFile(path: string): boolean {
  // A name with a meaning in SQLite, under which nothing would be kept.
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

const startOver = "Restore a copy of it, or delete it to start over.";
/** Bytes of a state file with its log. */
const maxBytes = 2 ** 30;

const refuseDamaged = (path: string, fact: string) => refuseState(path, `it is damaged (${fact})`, startOver);

/** @throws {BadInput} for a file that is foreign, of another kit or damaged */
export function checkStateFile(path: string, Sqlite: typeof DatabaseSync): void {
  const sizes = () =>
    ["", "-wal"].map((end) => {
      const { size = 0, mtimeMs } = statSync(path + end, { throwIfNoEntry: false }) ?? {};
      return { size, mtimeMs };
    });
  const before = sizes();
  const fact = checkHeader(path, before[0]!.size, before[1]!.size);
  // A file that changes is in use, which its lock will show.
  const isInUse = () => JSON.stringify(sizes()) !== JSON.stringify(before);
  if (isInUse()) return;
  if (fact !== undefined) refuseDamaged(path, fact);
  let folder: string | undefined;
  try {
    // A copy is checked, as opening a database may write to it.
    folder = mkdtempSync(join(tmpdir(), "store-orders-state-"));
    const copy = join(folder, "copy.db");
    for (const end of ["", "-wal"])
      if (existsSync(path + end)) copyFileSync(path + end, copy + end, constants.COPYFILE_FICLONE);
    if (!isInUse()) checkCopy(path, copy, Sqlite);
  } catch (error) {
    if (error instanceof BadInput) throw error;
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === "ENOSPC" ? "there is no space left" : code;
    refuseState(
      path,
      `a copy to check it cannot be made in ${tmpdir()}: ${reason}`,
      "Make room there, or name another folder with TMPDIR.",
    );
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Reads the first bytes (SQLite's file format, 1.3), before anything is copied.
 * @returns why the file is damaged, if it is
 */
function checkHeader(path: string, size: number, logSize: number): string | undefined {
  const header = Buffer.alloc(100);
  const descriptor = openSync(path, "r");
  const length = readSync(descriptor, header);
  closeSync(descriptor);
  if (length === 0) refuseState(path, "it is empty", startOver);
  if (header.toString("latin1", 0, 16) !== "SQLite format 3\0" || header.readUInt32BE(68) !== applicationId)
    refuseState(path, "it is no state file of this kit", otherName);
  if (size + logSize > maxBytes)
    refuseState(path, `it has more than ${maxBytes} bytes, its log counted`, otherName);
  const pageSize = header.readUInt16BE(16);
  const whole = (pageSize === 1 ? 65_536 : pageSize) * header.readUInt32BE(28);
  // A log may hold pages that are not in the file yet, and may have written some that the header does not count.
  const isWhole = logSize === 0 ? size === whole : size <= whole + logSize;
  return isWhole ? undefined : `it has ${size} bytes of ${whole}`;
}

function checkCopy(path: string, copy: string, Sqlite: typeof DatabaseSync): void {
  let fact: string | undefined;
  try {
    using database = new Sqlite(copy);
    const version = Number(pragma(database, "user_version"));
    if (version !== formatVersion)
      refuseState(
        path,
        `it has format ${version}, this kit ${version > formatVersion ? "knows" : "writes"} ${formatVersion}`,
        version > formatVersion ? "Use the newer kit." : "Use the older kit, or delete it to start over.",
      );
    fact = damageOf(database);
  } catch (error) {
    if (error instanceof BadInput) throw error;
    fact = (error as Error).message;
  }
  if (fact !== undefined) refuseDamaged(path, fact);
}

const pragma = (database: DatabaseSync, name: string) =>
  Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0];

/** The error in a database, in a few words; undefined for one that this kit wrote. */
function damageOf(database: DatabaseSync): string | undefined {
  const layout = database.prepare("SELECT sql FROM sqlite_schema WHERE sql NOT NULL ORDER BY rowid").all();
  // SQLite passes over the log of a database that says it has none.
  if (layout.map(({ sql }) => sql).join() !== schema.join() || pragma(database, "journal_mode") !== "wal")
    return "its tables are not those of a state file";
  const verdict = String(pragma(database, "integrity_check(1)"));
  if (verdict !== "ok") return verdict.replace(/\s+/g, " ");
  for (const { world, orders, sum } of database.prepare("SELECT * FROM start").iterate())
    if (sum !== startSum(String(world), String(orders))) return "orders are not what was written";
  for (const { world, position, text, sum } of database.prepare("SELECT * FROM change").iterate())
    if (sum !== changeSum(String(world), Number(position), text as string | null))
      return "a change is not what was written";
  const hasStart = database.prepare("SELECT 1 FROM start WHERE world = ?").get(startName);
  if (!hasStart) return "the orders that worlds start from are missing";
  try {
    if (areWritten(createStateWorlds(database))) return undefined;
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
  }
  return "its orders are not those of a mock";
}
