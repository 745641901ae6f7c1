/** What a batch comes to, as the script takes it. */

import type { FetchedJournal } from "../../journal/fetched-journal.ts";
import { parseParts, savedSource } from "../../worlds/world-parts.ts";
import type { OrderStart, Worlds } from "../../worlds/world-state.ts";
import { textOfOwn } from "./own-orders.ts";
import type { SharedBatch } from "./shared-batch.ts";
import type { WorldCopy } from "./world-copy.ts";

export interface BatchChange {
  readonly facts: Readonly<
    Record<"kind" | "parts" | "ownText" | "start" | "clear" | "size" | "events" | "pairs", string>
  >;
  /** Positions and orders. */
  readonly pairs: readonly string[];
  /** Of the journal. */
  readonly entries: readonly string[];
}

export const noChange: BatchChange = {
  facts: { kind: "", parts: "", ownText: "", start: "", clear: "", size: "", events: "", pairs: "0" },
  pairs: [],
  entries: [],
};

export function describeBatch(batch: SharedBatch, copy: WorldCopy, worlds: Worlds): BatchChange {
  const { entries, events } = batch.formatEvents();
  const journal = copy.state?.journal as FetchedJournal | undefined;
  const clear = journal?.wasCleared ? "1" : "";
  if (journal) journal.wasCleared = false;
  const facts = { ...noChange.facts, events, clear };
  const { isDropped, startAll, dropIdle, isReset } = batch;
  if (isDropped) return { ...noChange, facts: { ...facts, kind: "drop" } };
  if (startAll) return { ...noChange, facts: { ...facts, kind: "all", ...formatStart(startAll, worlds) } };
  if (dropIdle !== undefined)
    return { ...noChange, facts: { ...facts, kind: "idle", start: String(dropIdle) } };
  const pairs = batch.pairs();
  const size = String(copy.state?.store.size ?? "");
  const counted = { ...facts, size, pairs: String(pairs.length / 2) };
  if (isReset) {
    const parts = copy.wholeParts(worlds);
    const { source, store } = copy.state!;
    const ownText = parseParts(parts).start === "own" ? textOfOwn(source, store.base.orders) : "";
    return { pairs, entries, facts: { ...counted, kind: "reset", parts, ownText } };
  }
  const parts = copy.changedParts(worlds);
  const kind = pairs.length === 0 && parts === "" ? "" : "write";
  return { pairs, entries, facts: { ...counted, kind, parts } };
}

/** Where worlds start from, as Redis has it; nothing for the mock's own start. */
function formatStart({ source, base }: OrderStart, { first }: Worlds) {
  if (base === first.base) return { start: "", ownText: "" };
  return { start: JSON.stringify(savedSource(source)), ownText: textOfOwn(source, base.orders) };
}
