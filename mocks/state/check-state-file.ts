/**
 * Looks a state file over before anything opens it for writing: one that
 * cannot be used is refused and stays as it was, to the byte.
 */

import {
  closeSync,
  constants,
  copyFileSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  type Stats,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { BadInput } from "../../base/bad-input.ts";
import { wholeLogBytes } from "./check-log.ts";
import { findDamage } from "./find-damage.ts";
import { otherName, refuseState } from "./find-state-file.ts";
import type { Database, DatabaseClass } from "./load-sqlite.ts";
import { markedLogBytes } from "./log-mark.ts";
import { applicationId, formatVersion } from "./state-format.ts";

const isDamaged = "it is damaged";
const startOver = "Restore a copy of it, or delete it to start over.";

/** @throws {BadInput} for a file that is foreign, of a newer kit or damaged */
export function checkStateFile(path: string, Sqlite: DatabaseClass): void {
  const { pageSize, pages } = checkHeader(path);
  const log = statSync(logOf(path), { throwIfNoEntry: false });
  checkLog(path, log?.size ? readFileSync(logOf(path)) : Buffer.alloc(0));
  if (!log?.size) {
    const { size } = statSync(path);
    if (size !== pageSize * pages)
      refuseState(path, `${isDamaged} (it has ${size} bytes of ${pageSize * pages})`, startOver);
    // Immutable: SQLite takes no lock, makes no file and reads the database alone.
    const address = pathToFileURL(path);
    address.search = "immutable=1";
    checkDatabase(path, () => new Sqlite(address, { readOnly: true }));
    return;
  }
  // With a log, opening begins to write. What a crash left is tried on a copy.
  const folder = makeFolder(path);
  try {
    const copy = join(folder, "copy.db");
    // A copy that somebody wrote to meanwhile says nothing; who that is, the lock will tell.
    if (!copyWhole(path, copy)) return;
    checkDatabase(path, () => new Sqlite(copy));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function checkLog(path: string, log: Buffer): void {
  const whole = wholeLogBytes(log);
  if (whole === undefined)
    refuseState(path, `${isDamaged} (its log ${logOf(path)} is not what was written)`, startOver);
  if (whole < markedLogBytes(path)) {
    refuseState(
      path,
      `the last changes are missing (its log ${logOf(path)} was longer)`,
      `Restore a copy of both, or delete ${path}-mark to go on without those changes.`,
    );
  }
}

/** Where a copy can be looked at. */
function makeFolder(path: string): string {
  try {
    return mkdtempSync(join(tmpdir(), "store-orders-state-"));
  } catch (error) {
    return refuseCopy(path, error);
  }
}

function refuseCopy(path: string, error: unknown): never {
  const { code } = error as NodeJS.ErrnoException;
  const fact = code === "ENOSPC" ? "there is no space left" : code;
  return refuseState(
    path,
    `a copy to check it cannot be made in ${tmpdir()}: ${fact}`,
    "Make room there, or name another folder with TMPDIR.",
  );
}

const logOf = (path: string) => `${path}-wal`;

/** Copies the database and its log; false when one of them changed meanwhile. */
function copyWhole(path: string, copy: string): boolean {
  const look = () =>
    [path, logOf(path)].map((file) => {
      const stats: Stats | undefined = statSync(file, { throwIfNoEntry: false });
      return `${stats?.mtimeMs} ${stats?.size}`;
    });
  const before = look();
  try {
    for (const [from, to] of [
      [path, copy],
      [logOf(path), logOf(copy)],
    ] as const) {
      copyFileSync(from, to, constants.COPYFILE_FICLONE);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    refuseCopy(path, error);
  }
  return look().join() === before.join();
}

/** The database's first bytes (SQLite's file format, 1.3), read as they are: the file is written whole before it gets its name. */
function checkHeader(path: string): { pageSize: number; pages: number } {
  const header = Buffer.alloc(100);
  const file = openSync(path, "r");
  const length = readSync(file, header, 0, header.length, 0);
  closeSync(file);
  if (length === 0) refuseState(path, "it is empty", startOver);
  if (header.toString("latin1", 0, 16) !== "SQLite format 3\0" || header.readUInt32BE(68) !== applicationId)
    refuseState(path, "it is no state file of this kit", otherName);
  const version = header.readUInt32BE(60);
  checkVersion(path, version);
  // 2 and 2: a database with a log. Without them SQLite would pass over the log, and what is in it.
  if (version !== formatVersion || header[18] !== 2 || header[19] !== 2)
    refuseState(path, isDamaged, startOver);
  return { pageSize: header.readUInt16BE(16), pages: header.readUInt32BE(28) };
}

function checkVersion(path: string, version: number): void {
  if (version > formatVersion && version < 100)
    refuseState(path, `it has format ${version}, this kit knows ${formatVersion}`, "Use the newer kit.");
  if (version > 0 && version < formatVersion)
    refuseState(
      path,
      `it has format ${version}, this kit writes ${formatVersion}`,
      "Use the older kit, or delete it to start over.",
    );
}

function checkDatabase(path: string, open: () => Database): void {
  let database: Database | undefined;
  let fact: string | undefined;
  try {
    database = open();
    // The newest first page may be in the log.
    const [row] = database.prepare("PRAGMA user_version").all() as { user_version: number }[];
    checkVersion(path, row!.user_version);
    fact = findDamage(database);
  } catch (error) {
    if (error instanceof BadInput) throw error;
    fact = (error as Error).message;
  } finally {
    database?.close();
  }
  if (fact !== undefined) refuseState(path, `${isDamaged} (${fact})`, startOver);
}
