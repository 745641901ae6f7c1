/** The newest requests and answers of a world. An entry is created when it is read for the first time. */

import { headerOf } from "../http/reply.ts";
import {
  type Answered,
  createJournalCleaner,
  createJournalEntry,
  type JournalEntry,
  maxBodyBytes,
} from "./journal-entry.ts";

export interface Journal {
  /** @returns a function that makes the entry */
  record(answered: Answered): () => JournalEntry;
  /** Newest last. @param newest maximum number of them */
  entries(newest?: number): readonly JournalEntry[];
  clear(): void;
  /** Replaces the entries. */
  load(entries: readonly JournalEntry[]): void;
}

interface Held {
  readonly entry: () => JournalEntry;
  readonly bytes: number;
  readonly journal: Held[];
}

/** Maximum of all journals of a mock together: beyond it the oldest entry of any journal is removed. */
export const maxJournalBytes = 64 * 1024 * 1024;

/**
 * @param length maximum number of entries of a journal, 0 for none
 * @param secrets texts that no entry may show
 * @returns a function that makes the journals of a mock's worlds
 */
export function createJournals(length: number, secrets: readonly string[]): () => Journal {
  let cleanerOf: ReturnType<typeof createJournalCleaner> | undefined;
  /** The entries of all journals, the oldest first. */
  const all = new Set<Held>();
  let bytes = 0;

  function entryOf(id: number, answered: Answered): JournalEntry {
    cleanerOf ??= createJournalCleaner(secrets);
    return createJournalEntry(id, answered, cleanerOf);
  }
  function dropFirst(journal: Held[]): void {
    const held = journal.shift()!;
    bytes -= held.bytes;
    all.delete(held);
  }
  function hold(held: Held): void {
    if (held.journal.length === length) dropFirst(held.journal);
    for (const oldest of all) {
      if (bytes + held.bytes <= maxJournalBytes) break;
      dropFirst(oldest.journal);
    }
    all.add(held);
    held.journal.push(held);
    bytes += held.bytes;
  }

  /** A class, since separate functions for each of many worlds would take most of their memory. */
  class WorldJournal implements Journal {
    /** Made for the first entry. */
    #held: Held[] | undefined;
    #last = 0;

    record(answered: Answered): () => JournalEntry {
      const id = ++this.#last;
      let kept: Answered | JournalEntry = withoutLongBodies(answered);
      const entry = () => {
        if ("request" in kept) kept = entryOf(id, kept);
        return kept;
      };
      this.#held ??= [];
      if (length > 0) hold({ entry, bytes: bytesOf(kept), journal: this.#held });
      return entry;
    }
    entries(newest = Number.POSITIVE_INFINITY): readonly JournalEntry[] {
      const held = this.#held ?? [];
      return held.slice(Math.max(0, held.length - newest)).map(({ entry }) => entry());
    }
    clear(): void {
      while (this.#held?.length) dropFirst(this.#held);
      this.#held = undefined;
      this.#last = 0;
    }
    load(entries: readonly JournalEntry[]): void {
      this.clear();
      const journal: Held[] = [];
      for (const entry of entries) journal.push({ entry: () => entry, bytes: 0, journal });
      this.#held = journal;
    }
  }
  return () => new WorldJournal();
}

/** Bodies that no entry shows are replaced by their sizes. */
function withoutLongBodies(answered: Answered): Answered {
  const { body = "", bodySize = body.length } = answered.request;
  const responseSize = answered.reply.body.reduce((sum, { length }) => sum + length, 0);
  const isShort = bodySize <= maxBodyBytes && responseSize <= maxBodyBytes;
  if (isShort) return { ...answered, responseSize };
  const { body: _body, ...request } = answered.request;
  return {
    ...answered,
    request: bodySize > maxBodyBytes ? { ...request, bodySize } : answered.request,
    reply: responseSize > maxBodyBytes ? { ...answered.reply, body: [] } : answered.reply,
    responseSize,
  };
}

/** Estimated number of bytes of an entry: two for each character, and those of its objects. */
function bytesOf({ request, reply, responseSize = 0 }: Answered): number {
  const { method, target, body = "" } = request;
  let characters = method.length + target.length + reply.why.length + body.length;
  for (const headers of [request.headers, reply.headers])
    for (const name in headers) characters += name.length + (headerOf(headers, name) ?? "").length;
  return 2 * (characters + Math.min(responseSize, maxBodyBytes)) + overhead;
}
const overhead = 1500;
