/**
 * How long the write-ahead log of an open state file is, in a file beside it: a log that was cut short
 * or deleted is whole as far as it goes, and nothing else would tell that changes are missing.
 */

import { closeSync, fstatSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";

const markOf = (path: string) => `${path}-mark`;

/** How long the log must be at the least; 0 where nothing is known of it. */
export function markedLogBytes(path: string): number {
  try {
    const mark = readFileSync(markOf(path));
    return mark.length === 8 ? Number(mark.readBigUInt64LE(0)) : 0;
  } catch {
    return 0;
  }
}

export function removeMark(path: string): void {
  rmSync(markOf(path), { force: true });
}

export interface LogMark {
  /** The log holds one more change. Returns how long it is, in bytes. */
  grow(): number;
  /** The log is about to be emptied. */
  forget(): void;
  /** The log is about to be deleted, and the mark with it. */
  remove(): void;
}

/** @throws when the file cannot be made */
export function createLogMark(path: string): LogMark {
  const mark = openSync(markOf(path), "w");
  const log = openSync(`${path}-wal`, "a");
  const bytes = Buffer.alloc(8);
  const write = (length: number) => {
    bytes.writeBigUInt64LE(BigInt(length));
    writeSync(mark, bytes, 0, 8, 0);
  };
  write(0);
  return {
    grow() {
      const { size } = fstatSync(log);
      write(size);
      return size;
    },
    forget: () => write(0),
    remove() {
      closeSync(mark);
      closeSync(log);
      removeMark(path);
    },
  };
}
