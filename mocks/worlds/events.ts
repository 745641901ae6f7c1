/** What a world tells those who follow it. */

import type { JournalEntry } from "../journal/journal.ts";

export type MockEvent =
  /** A request was answered. */
  | { readonly event: "exchange"; readonly world: string; readonly entry: JournalEntry }
  /** The world was changed by the control plane. */
  | {
      readonly event: "reset" | "restored" | "orders" | "faults" | "profile" | "journal-cleared";
      readonly world: string;
    };
