/**
 * Orders kept in a file (`--state`): what was answered is in it, whether the
 * mock ends by a stop, a crash or a kill at any moment. Against a power cut the
 * file stays whole, but may lack the last changes: SQLite syncs its log to the
 * disk now and then (synchronous = NORMAL), since doing so for each change would
 * make a cancel a hundred times slower.
 */

import { closeSync, fsyncSync, linkSync, openSync, realpathSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { OrderSequence } from "../../fixtures/order-sequence.ts";
import type { StateStorage, WorldStorage } from "../core/order-storage.ts";
import { checkStateFile } from "./check-state-file.ts";
import { findStateFile, otherName, refuseState } from "./find-state-file.ts";
import { type Database, type DatabaseClass, loadSqlite } from "./load-sqlite.ts";
import { createLogMark, type LogMark, removeMark } from "./log-mark.ts";
import { applicationId, formatVersion, schema, startName } from "./state-format.ts";
import { createStateTables, type StateTables } from "./state-tables.ts";
import { createWorldStorages, type WorldStorages } from "./world-storages.ts";

export interface StateFile extends StateStorage, Disposable {
  /** Whether it holds the orders of an earlier run. */
  readonly isOld: boolean;
}

/** A second look at a file by the process that has it open would take its lock away (fcntl, POSIX). */
const openFiles = new Set<string>();

/**
 * Opens a state file, or gets ready to make one from the first orders.
 * @throws {BadInput} for a file that cannot be used, which stays as it was
 */
export async function openStateFile(path: string): Promise<StateFile> {
  const Sqlite = await loadSqlite();
  const isOld = findStateFile(path);
  const place = join(realpathSync(dirname(path)), basename(path));
  const file = isOld ? realpathSync(path) : place;
  if (openFiles.has(file)) refuseInUse(path);
  if (isOld) checkStateFile(file, Sqlite);

  let database: Database | undefined = isOld ? openDatabase(file, Sqlite) : undefined;
  let storages: WorldStorages | undefined;
  let mark: LogMark | undefined;
  openFiles.add(file);
  function open(opened: Database): StateTables {
    mark = createLogMark(file);
    return createStateTables(opened, (isKept) => keepLog(opened, mark!, isKept));
  }

  return {
    isOld,
    startOrders(make) {
      if (database) {
        const tables = open(database);
        storages = createWorldStorages(tables);
        return tables.orders(storages.startId);
      }
      const orders = make();
      createDatabase(file, Sqlite, orders);
      database = openDatabase(file, Sqlite);
      storages = createWorldStorages(open(database));
      return orders;
    },
    restart: (orders) => storages!.restart(orders),
    worldNames: () => storages!.names(),
    world: (name): WorldStorage => storages!.world(name),
    [Symbol.dispose]() {
      mark?.forget();
      database?.close();
      mark?.remove();
      database = undefined;
      mark = undefined;
      openFiles.delete(file);
    },
  };
}

function refuseInUse(path: string): never {
  return refuseState(path, "another mock is using it", "Stop that one, or name another file with --state.");
}

/** SQLite's primary code for a lock that somebody else has. */
const busy = 5;

/** Takes the file's lock for as long as the database is open; it ends with the process, however that ends. */
function openDatabase(path: string, Sqlite: DatabaseClass): Database {
  let database: Database | undefined;
  try {
    database = new Sqlite(path);
    database.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = NORMAL");
    // Emptied by this kit alone, and whole: `keepLog`.
    database.exec("PRAGMA wal_autocheckpoint = 0; BEGIN IMMEDIATE; COMMIT");
    removeMark(path);
    database.exec(emptyLog);
    return database;
  } catch (error) {
    database?.close();
    if ((error as { errcode?: number }).errcode === busy) return refuseInUse(path);
    return refuseState(path, (error as Error).message, otherName);
  }
}

const emptyLog = "PRAGMA wal_checkpoint(TRUNCATE)";
/** Emptying a log of so many bytes takes a while, in which nobody is answered. */
const mostLogBytes = 8 * 1024 * 1024;

/** After each change. One that failed may have left frames that the next would be written over. */
function keepLog(database: Database, mark: LogMark, isKept: boolean): void {
  if (isKept && mark.grow() < mostLogBytes) return;
  mark.forget();
  try {
    database.exec(emptyLog);
  } catch {
    // The disk may be full: what is in the log is kept all the same, and the next change tries again.
  }
}

/** What there may be beside a database. */
const logEndings = ["-wal", "-shm", "-journal", "-mark"];

/** Makes the file beside its place and moves it there whole: a kill leaves all of it or none. */
function createDatabase(path: string, Sqlite: DatabaseClass, orders: OrderSequence): void {
  const draft = `${path}.new-${process.pid}`;
  try {
    rmSync(draft, { force: true });
    fillDraft(new Sqlite(draft), orders);
    const descriptor = openSync(draft, "r+");
    fsyncSync(descriptor);
    closeSync(descriptor);
    // The log of a file that was deleted after a crash: SQLite would take it for the new one's.
    for (const end of logEndings) rmSync(path + end, { force: true });
    moveTo(path, draft);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") refuseInUse(path);
    refuseState(path, `it cannot be made: ${(error as Error).message}`, otherName);
  } finally {
    for (const end of ["", ...logEndings]) rmSync(draft + end, { force: true });
  }
}

function fillDraft(database: Database, orders: OrderSequence): void {
  try {
    database.exec("PRAGMA page_size = 1024; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF");
    database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${formatVersion}`);
    database.exec(schema.join(";"));
    const tables: StateTables = createStateTables(database);
    tables.keep(() => tables.putWorld(1, startName, orders));
    database.exec("PRAGMA journal_mode = WAL");
  } finally {
    database.close();
  }
}

/** A link never takes the place of a file that came in between. */
function moveTo(path: string, draft: string): void {
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") throw error;
    // Some file systems know no links.
    renameSync(draft, path);
  }
}
