/** The newest requests and answers of a world. An entry is created when it is read for the first time. */

import { headerOf, sizeOf } from "../http/reply.ts";
import {
  type Answered,
  createJournalCleaner,
  createJournalEntry,
  type JournalEntry,
  maxBodyBytes,
} from "./journal-entry.ts";

interface Held {
  readonly entry: () => JournalEntry;
  readonly bytes: number;
  readonly journal: Held[];
}

/** Maximum of all journals of a mock together: beyond it the oldest entry of any journal is removed. */
export const maxJournalBytes = 64 * 1024 * 1024;

/** The entries that all journals of a mock hold. */
export class HeldEntries {
  readonly #length: number;
  readonly #secrets: readonly string[];
  #cleanerOf: ReturnType<typeof createJournalCleaner> | undefined;
  /** The oldest first. */
  readonly #all = new Set<Held>();
  #bytes = 0;

  /**
   * @param length maximum number of entries of a journal, 0 for none
   * @param secrets texts that no entry may show
   */
  constructor(length: number, secrets: readonly string[]) {
    this.#length = length;
    this.#secrets = secrets;
  }

  create(id: number, answered: Answered): JournalEntry {
    this.#cleanerOf ??= createJournalCleaner(this.#secrets);
    return createJournalEntry(id, answered, this.#cleanerOf);
  }

  add(held: Held): void {
    if (this.#length === 0) return;
    if (held.journal.length === this.#length) this.dropFirst(held.journal);
    for (const oldest of this.#all) {
      if (this.#bytes + held.bytes <= maxJournalBytes) break;
      this.dropFirst(oldest.journal);
    }
    this.#all.add(held);
    held.journal.push(held);
    this.#bytes += held.bytes;
  }

  dropFirst(journal: Held[]): void {
    const held = journal.shift()!;
    this.#bytes -= held.bytes;
    this.#all.delete(held);
  }
}

export class Journal {
  readonly #all: HeldEntries;
  /** Made for the first entry. */
  #held: Held[] | undefined;
  #last = 0;

  constructor(all: HeldEntries) {
    this.#all = all;
  }

  /** @returns a function that makes the entry */
  record(answered: Answered): () => JournalEntry {
    const id = ++this.#last;
    let kept: Answered | JournalEntry = withoutLongBodies(answered);
    const entry = () => {
      if ("request" in kept) kept = this.#all.create(id, kept);
      return kept;
    };
    this.#held ??= [];
    this.#all.add({ entry, bytes: bytesOf(kept), journal: this.#held });
    return entry;
  }

  /** Newest last. @param newest maximum number of them */
  entries(newest = Number.POSITIVE_INFINITY): readonly JournalEntry[] {
    const held = this.#held ?? [];
    return held.slice(Math.max(0, held.length - newest)).map(({ entry }) => entry());
  }

  clear(): void {
    while (this.#held?.length) this.#all.dropFirst(this.#held);
    this.#held = undefined;
    this.#last = 0;
  }

  /** Replaces the entries. */
  load(entries: readonly JournalEntry[]): void {
    this.clear();
    const journal: Held[] = [];
    for (const entry of entries) journal.push({ entry: () => entry, bytes: 0, journal });
    this.#held = journal;
  }
}

/** Bodies that no entry shows are replaced by their sizes. */
function withoutLongBodies(answered: Answered): Answered {
  const { body = "", bodySize = body.length } = answered.request;
  const responseSize = sizeOf(answered.reply.body);
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
