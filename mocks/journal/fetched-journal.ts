/** The journal of a world that several mocks share: kept elsewhere, and fetched when somebody wants to read it. */

import type { MockReply, MockRequest } from "../http/reply.ts";
import type { Journal } from "./journal.ts";
import type { JournalSecrets } from "./journal-entry.ts";
import { createJournalEntry, type JournalEntry } from "./journal-entry.ts";

export class FetchedJournal implements Journal {
  readonly #secrets: JournalSecrets;
  #entries: readonly JournalEntry[] = [];
  /** Since `fill` or `settle`. */
  wasCleared = false;

  constructor(secrets: JournalSecrets) {
    this.#secrets = secrets;
  }

  /** The entry's id is given where it is kept. */
  record(request: MockRequest, reply: MockReply, at: number, tookMs?: number): JournalEntry {
    return createJournalEntry(0, at, request, reply, this.#secrets, tookMs);
  }

  entries(newest: number = this.#entries.length): readonly JournalEntry[] {
    return this.#entries.slice(Math.max(0, this.#entries.length - newest));
  }

  clear(): void {
    this.#entries = [];
    this.wasCleared = true;
  }

  fill(entries: readonly JournalEntry[]): void {
    this.#entries = entries;
  }
}
