/** node:sqlite, loaded only where a state file is asked for. */

import type { DatabaseSync } from "node:sqlite";

export type Database = DatabaseSync;
export type DatabaseClass = typeof DatabaseSync;

/** Node 22 warns that the module is experimental; what the kit uses of it is the same in 22 and 24. */
export async function loadSqlite(): Promise<DatabaseClass> {
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
