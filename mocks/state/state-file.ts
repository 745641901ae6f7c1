/**
 * Orders in a file (`--state`): all answered changes are in it, whether the mock ends by a stop, a crash or a kill at any
 * moment. After a power cut the file is whole, but may lack the last changes: SQLite syncs its log to the disk only
 * occasionally (synchronous = NORMAL), since a sync for each change would make a cancel a hundred times slower.
 */

import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import type { StateStorage } from "../core/order-storage.ts";
import {
  busy,
  checkStateFile,
  findStateFile,
  otherName,
  refuseInUse,
  refuseState,
} from "./check-state-file.ts";
import { applicationId, createStateWorlds, formatVersion, schema } from "./state-worlds.ts";

export interface StateFile extends StateStorage, Disposable {
  /** Whether it has the orders of an earlier run. */
  readonly isOld: boolean;
}

/** Files that this process has open: opening and closing one a second time would release its lock (fcntl, POSIX). */
const openFiles = new Set<string>();

/**
 * Opens a state file, or gets ready to make one from the first orders.
 * @throws {BadInput} for a file that cannot be used, which stays unchanged
 */
export async function openStateFile(path: string): Promise<StateFile> {
  const Sqlite = await loadSqlite();
  const isOld = findStateFile(path);
  const place = join(realpathSync(dirname(path)), basename(path));
  const file = isOld ? realpathSync(path) : place;
  if (openFiles.has(file)) refuseInUse(path);
  if (isOld) checkStateFile(file, Sqlite);

  let database: DatabaseSync | undefined = isOld ? openDatabase(file, Sqlite) : undefined;
  openFiles.add(file);
  return {
    isOld,
    open(make) {
      if (!database) createDatabase(file, Sqlite, make());
      database ??= openDatabase(file, Sqlite);
      return createStateWorlds(database, createPlaceCheck(file));
    },
    [Symbol.dispose]() {
      database?.close();
      database = undefined;
      openFiles.delete(file);
    },
  };
}

/** Creates a check that the file is still in its place. SQLite would go on writing to a removed one, and lose the changes. */
function createPlaceCheck(file: string): () => void {
  const inode = () => statSync(file, { bigint: true, throwIfNoEntry: false })?.ino;
  const own = inode();
  return () => {
    if (inode() !== own)
      throw new Error("the file was removed or replaced while the mock ran. Start the mock again");
  };
}

/**
 * Loads node:sqlite, only for a mock with a state file. Hides the warning of Node 22 that it is experimental: the part that
 * the kit uses is the same in 24.
 */
async function loadSqlite(): Promise<typeof DatabaseSync> {
  const { emitWarning } = process;
  process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
    if (!String(warning).includes("SQLite")) (emitWarning as (...all: unknown[]) => void)(warning, ...rest);
  };
  try {
    return (await import("node:sqlite")).DatabaseSync;
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** Opens and locks the file. The lock ends with the database or the process. */
function openDatabase(path: string, Sqlite: typeof DatabaseSync): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    database = new Sqlite(path);
    database.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = NORMAL");
    database.exec("BEGIN IMMEDIATE; COMMIT");
    return database;
  } catch (error) {
    database?.close();
    if ((error as { errcode?: number }).errcode === busy) return refuseInUse(path);
    return refuseState(path, (error as Error).message, otherName);
  }
}

/** Endings of the files that SQLite keeps beside a database. */
const logEndings = ["-wal", "-shm", "-journal"];

/** Makes the file beside its place and moves it there: after a kill it is complete or absent. */
function createDatabase(path: string, Sqlite: typeof DatabaseSync, orders: readonly FixtureOrder[]): void {
  const draft = `${path}.new-${process.pid}`;
  try {
    rmSync(draft, { force: true });
    fillDraft(draft, Sqlite, orders);
    const descriptor = openSync(draft, "r+");
    fsyncSync(descriptor);
    closeSync(descriptor);
    // The log of a file that was deleted after a crash: SQLite would treat it as the new one's.
    for (const end of logEndings) rmSync(path + end, { force: true });
    moveTo(path, draft);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") refuseInUse(path);
    refuseState(path, `it cannot be made: ${(error as Error).message}`, otherName);
  } finally {
    for (const end of ["", ...logEndings]) rmSync(draft + end, { force: true });
  }
}

function fillDraft(path: string, Sqlite: typeof DatabaseSync, orders: readonly FixtureOrder[]): void {
  const database = new Sqlite(path);
  try {
    database.exec("PRAGMA page_size = 1024; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF");
    database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${formatVersion}`);
    database.exec(schema.join(";"));
    createStateWorlds(database).restart(orders);
    database.exec("PRAGMA journal_mode = WAL");
  } finally {
    database.close();
  }
}

/** Moves the draft by a link, which fails for a file that another process has made meanwhile; a rename would replace it. */
function moveTo(path: string, draft: string): void {
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") throw error;
    // Some file systems have no links.
    renameSync(draft, path);
  }
}
