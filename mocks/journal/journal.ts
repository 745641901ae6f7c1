/** What a world was asked and answered, the newest entries only. An entry is made when it is read for the first time. */

import { headerOf } from "../http/reply.ts";
import {
  type Answered,
  type CleanerOf,
  createJournalEntry,
  type JournalEntry,
  mostBodyBytes,
} from "./journal-entry.ts";

export interface Journal {
  /** @returns what makes the entry */
  record(answered: Answered): () => JournalEntry;
  /** Newest last. @param newest at most so many of them */
  entries(newest?: number): readonly JournalEntry[];
  clear(): void;
}

interface Held {
  readonly entry: () => JournalEntry;
  readonly bytes: number;
  /** The numbers of the entries in its journal. */
  readonly journal: number[];
}

/** Of all journals of a mock together: past them the oldest entry of any journal goes. */
export const mostJournalBytes = 64 * 1024 * 1024;

/** @param length entries that a journal holds, 0 for none @returns what makes the journals of a mock's worlds */
export function createJournals(length: number, cleanerOf: CleanerOf): () => Journal {
  /** By number, which counts up over all journals. */
  const held = new Map<number, Held>();
  let bytes = 0;
  let oldest = 0;
  let next = 0;

  function dropFirst(journal: number[]): void {
    const number = journal.shift()!;
    bytes -= held.get(number)!.bytes;
    held.delete(number);
  }
  function hold(entry: () => JournalEntry, size: number, journal: number[]): void {
    if (journal.length === length) dropFirst(journal);
    while (bytes + size > mostJournalBytes && held.size > 0) {
      // Each number is passed over once: those that are not there left with their own journal.
      while (!held.has(oldest)) oldest++;
      dropFirst(held.get(oldest)!.journal);
    }
    held.set(next, { entry, bytes: size, journal });
    journal.push(next++);
    bytes += size;
  }

  /** A class, for the sake of many worlds: methods of its own would cost each of them more than the rest. */
  class WorldJournal implements Journal {
    /** Made for the first. */
    #numbers: number[] | undefined;
    #last = 0;

    record(answered: Answered): () => JournalEntry {
      const id = ++this.#last;
      let kept: Answered | JournalEntry = withoutLongBodies(answered);
      const entry = () => {
        if ("request" in kept) kept = createJournalEntry(id, kept, cleanerOf);
        return kept;
      };
      this.#numbers ??= [];
      if (length > 0) hold(entry, bytesOf(kept), this.#numbers);
      return entry;
    }
    entries(newest: number = length): readonly JournalEntry[] {
      const numbers = this.#numbers ?? [];
      const shown = numbers.slice(Math.max(0, numbers.length - newest));
      return shown.map((number) => held.get(number)!.entry());
    }
    clear(): void {
      while (this.#numbers?.length) dropFirst(this.#numbers);
      this.#numbers = undefined;
      this.#last = 0;
    }
  }
  return () => new WorldJournal();
}

/** The sizes of bodies that no entry shows stand in their places. */
function withoutLongBodies(answered: Answered): Answered {
  const { body = "", bodySize = body.length } = answered.request;
  const responseSize = answered.reply.body.reduce((sum, { length }) => sum + length, 0);
  const isShort = bodySize <= mostBodyBytes && responseSize <= mostBodyBytes;
  if (isShort) return { ...answered, responseSize };
  const { body: _body, ...request } = answered.request;
  return {
    ...answered,
    request: bodySize > mostBodyBytes ? { ...request, bodySize } : answered.request,
    reply: responseSize > mostBodyBytes ? { ...answered.reply, body: [] } : answered.reply,
    responseSize,
  };
}

/** What an answered request takes, at most: its characters, two bytes each, and what its objects come to. */
function bytesOf({ request, reply, responseSize = 0 }: Answered): number {
  const { method, target, body = "" } = request;
  let characters = method.length + target.length + reply.why.length + body.length;
  for (const headers of [request.headers, reply.headers])
    for (const name in headers) characters += name.length + (headerOf(headers, name) ?? "").length;
  return 2 * (characters + Math.min(responseSize, mostBodyBytes)) + overhead;
}
const overhead = 1500;
