/** What a world was asked and answered, the newest entries only. */

import type { MockReply, MockRequest } from "../http/reply.ts";

export interface JournalEntry {
  /** Counts up by one in a world, from 1. */
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly method: string;
  readonly target: string;
  readonly status: number;
  readonly why: string;
}

export interface Journal {
  /** The entry made, whether it is held or not. */
  record(request: MockRequest, reply: MockReply, at: number): JournalEntry;
  entries(): readonly JournalEntry[];
  clear(): void;
}

export function createJournal(length: number): Journal {
  let entries: JournalEntry[] = [];
  let count = 0;
  return {
    record({ method, target }, { status, why }, at) {
      const entry = { id: ++count, at, method, target, status, why };
      if (length === 0) return entry;
      if (entries.length >= length) entries.shift();
      entries.push(entry);
      return entry;
    },
    entries: () => entries,
    clear() {
      entries = [];
      count = 0;
    },
  };
}
