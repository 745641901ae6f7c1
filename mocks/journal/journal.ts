/** What a world was asked and answered, the newest entries only. */

import { BadInput } from "../../base/bad-input.ts";
import type { MockReply, MockRequest } from "../http/reply.ts";
import type { JournalSecrets } from "./journal-entry.ts";
import { bytesOfEntry, createJournalEntry, type JournalEntry } from "./journal-entry.ts";

export interface Journal {
  record(request: MockRequest, reply: MockReply, at: number, tookMs?: number): JournalEntry;
  /** Newest last. @param newest at most so many of them */
  entries(newest?: number): readonly JournalEntry[];
  clear(): void;
}

/** The journals of a mock's worlds, and the room they share. */
export interface Journals {
  create(): Journal;
}

/** Of all journals of a mock together. */
export const mostJournalBytes = 64 * 1024 * 1024;

/**
 * Past `mostBytes`, the oldest entry of any journal goes.
 * @param length entries that a journal holds, 0 for none
 * @throws {BadInput} for a length that is none
 */
export function createJournals(
  length: number,
  secrets: JournalSecrets,
  mostBytes: number = mostJournalBytes,
): Journals {
  if (!Number.isSafeInteger(length) || length < 0) {
    throw new BadInput(
      `Cannot use journalLength: it must be an integer from 0, got ${length}. 0 keeps no journal.`,
    );
  }
  /** Whose entry it is, by the number of the entry among all that there ever were. */
  const owners = new Map<number, WorldJournal>();
  let oldest = 0;
  let next = 0;
  let bytes = 0;

  return {
    create: () =>
      new WorldJournal(length, secrets, {
        take(journal, size) {
          while (bytes + size > mostBytes && owners.size > 0) {
            // Each number is passed over once: those that are not there left with their own journal.
            while (!owners.has(oldest)) oldest++;
            owners.get(oldest)!.dropOldest();
          }
          owners.set(next, journal);
          bytes += size;
          return next++;
        },
        free(number, size) {
          owners.delete(number);
          bytes -= size;
        },
      }),
  };
}

interface Room {
  /** Makes room for an entry of that many bytes; returns its number. */
  take(journal: WorldJournal, bytes: number): number;
  free(number: number, bytes: number): void;
}

interface Held {
  readonly entry: JournalEntry;
  readonly bytes: number;
  readonly number: number;
}

/** A class, for the sake of many worlds: methods of its own would cost each of them more than the rest. */
class WorldJournal implements Journal {
  readonly #length: number;
  readonly #secrets: JournalSecrets;
  readonly #room: Room;
  /** By id, which counts up without gaps; made for the first. */
  #held: Map<number, Held> | undefined;
  #first = 1;
  #last = 0;

  constructor(length: number, secrets: JournalSecrets, room: Room) {
    this.#length = length;
    this.#secrets = secrets;
    this.#room = room;
  }

  record(request: MockRequest, reply: MockReply, at: number, tookMs?: number): JournalEntry {
    const entry = createJournalEntry(++this.#last, at, request, reply, this.#secrets, tookMs);
    if (this.#length === 0) {
      this.#first = this.#last + 1;
      return entry;
    }
    this.#held ??= new Map();
    if (this.#held.size === this.#length) this.dropOldest();
    const bytes = bytesOfEntry(entry);
    this.#held.set(entry.id, { entry, bytes, number: this.#room.take(this, bytes) });
    return entry;
  }

  dropOldest(): void {
    const held = this.#held?.get(this.#first);
    if (!held) return;
    this.#held?.delete(this.#first++);
    this.#room.free(held.number, held.bytes);
  }

  entries(newest: number = this.#length): readonly JournalEntry[] {
    const size = Math.min(newest, this.#held?.size ?? 0);
    return Array.from({ length: size }, (_, place) => this.#held!.get(this.#last - size + 1 + place)!.entry);
  }

  clear(): void {
    for (const { number, bytes } of this.#held?.values() ?? []) this.#room.free(number, bytes);
    this.#held = undefined;
    this.#first = 1;
    this.#last = 0;
  }
}
