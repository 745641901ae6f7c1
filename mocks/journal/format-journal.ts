/** A journal in forms that other tools take. */

import { formatCurlJournal } from "./curl-journal.ts";
import { formatHar } from "./har-journal.ts";
import type { JournalEntry } from "./journal-entry.ts";
import { formatVitest } from "./vitest-journal.ts";

export const journalFormats = ["har", "curl", "vitest"] as const;
export type JournalFormat = (typeof journalFormats)[number];

/** @param world whose journal it is */
export function formatJournal(
  entries: readonly JournalEntry[],
  format: JournalFormat,
  world: string,
): string {
  if (format === "har") return formatHar(entries);
  return format === "curl" ? formatCurlJournal(entries, world) : formatVitest(entries);
}
