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
import { applicationId, areWritten, createStateWorlds, formatVersion, schema } from "./state-worlds.ts";

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

/** @throws {BadInput} for a file that is foreign, of another kit or damaged */
export function checkStateFile(path: string, Sqlite: typeof DatabaseSync): void {
  const sizes = () =>
    ["", "-wal"].map((end) => {
      const { size = 0, mtimeMs } = statSync(path + end, { throwIfNoEntry: false }) ?? {};
      return { size, mtimeMs };
    });
  const before = sizes();
  checkHeader(path, before[0]!.size + before[1]!.size);
  // A file that changes is in use, which its lock will show.
  const isInUse = () => JSON.stringify(sizes()) !== JSON.stringify(before);
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

/** Reads the first bytes (SQLite's file format, 1.3), before anything is copied. @throws {BadInput} */
function checkHeader(path: string, size: number): void {
  const header = Buffer.alloc(100);
  const descriptor = openSync(path, "r");
  const length = readSync(descriptor, header);
  closeSync(descriptor);
  if (length === 0) refuseState(path, "it is empty", startOver);
  if (header.toString("latin1", 0, 16) !== "SQLite format 3\0" || header.readUInt32BE(68) !== applicationId)
    refuseState(path, "it is no state file of this kit", otherName);
  if (size > maxBytes) refuseState(path, `it has more than ${maxBytes} bytes, its log counted`, otherName);
}

function checkCopy(path: string, copy: string, Sqlite: typeof DatabaseSync): void {
  let version = formatVersion;
  let fact: string | undefined;
  try {
    using database = new Sqlite(copy);
    version = Number(pragma(database, "user_version"));
    if (version === formatVersion) fact = damageOf(database);
  } catch (error) {
    fact = (error as Error).message;
  }
  if (fact !== undefined) refuseState(path, `it is damaged (${fact})`, startOver);
  if (version > formatVersion)
    refuseState(path, `it has format ${version}, this kit knows ${formatVersion}`, "Use the newer kit.");
  if (version < formatVersion)
    refuseState(
      path,
      `it has format ${version}, this kit writes ${formatVersion}`,
      "Use the older kit, or delete it to start over.",
    );
}

const pragma = (database: DatabaseSync, name: string) =>
  Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0];

/** The error in a database, in a few words; undefined for one that this kit wrote. */
function damageOf(database: DatabaseSync): string | undefined {
  // First: a view or a trigger of another program may run for ever when rows are read or written.
  const layout = database.prepare("SELECT sql FROM sqlite_schema WHERE sql NOT NULL ORDER BY rowid").all();
  // SQLite does not read the log of a database that says it has none.
  if (layout.map(({ sql }) => sql).join() !== schema.join() || pragma(database, "journal_mode") !== "wal")
    return "its tables are not those of a state file";
  const verdict = String(pragma(database, "integrity_check(1)"));
  if (verdict !== "ok") return verdict.replace(/\s+/g, " ");
  return areWritten(createStateWorlds(database)) ? undefined : "its orders are not those of a mock";
}
