/** A journal in forms that other tools take. */

import type { JournalEntry } from "./journal.ts";

export const journalFormats = ["har", "curl", "vitest"] as const;
export type JournalFormat = (typeof journalFormats)[number];

export function formatJournal(_entries: readonly JournalEntry[], _format: JournalFormat): string {
  return "";
}
