/** The journal of a world that several mocks share: kept elsewhere, and fetched when somebody wants to read it. */

import type { Journal } from "./journal.ts";
import { type Answered, type CleanerOf, createJournalEntry, type JournalEntry } from "./journal-entry.ts";

export class FetchedJournal implements Journal {
  readonly #cleanerOf: CleanerOf;
  #entries: readonly JournalEntry[] = [];
  /** Since `fill` or `settle`. */
  wasCleared = false;

  constructor(cleanerOf: CleanerOf) {
    this.#cleanerOf = cleanerOf;
  }

  /** The entry's id is given where it is kept. */
  record(answered: Answered): () => JournalEntry {
    return () => createJournalEntry(0, answered, this.#cleanerOf);
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
