/** What a world was asked and answered, the newest entries only. */

import { BadInput } from "../../base/bad-input.ts";
import type { MockReply, MockRequest } from "../http/reply.ts";
import { type KeptExchange, keepExchange } from "./keep-exchange.ts";
import type { ExchangeReader } from "./read-exchange.ts";

/** One exchange, as JSON can carry it. No secret is in it: `***` stands in its place. */
export interface JournalEntry {
  /** Counts up by one in a world, from 1; anew after a reset. */
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly method: string;
  /** Path and query, as they stood on the request line. */
  readonly target: string;
  /** Those of use to a reader. */
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** Whether the key was one of the mock's. */
  readonly admitted: boolean;
  readonly status: number;
  /** The rule behind the answer. */
  readonly why: string;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  /** The body as text, when it is not longer than 2 KiB. */
  readonly responseBody?: string;
  /** Bytes of the body. */
  readonly responseSize: number;
  /** How many orders a list shows; left out for a list of more than 16 KiB. */
  readonly orders?: number;
  /** Milliseconds that the answer was held back. */
  readonly delayMs?: number;
  /** The answer did not arrive whole: its body was cut, the connection reset, or nothing was sent at all. */
  readonly end?: "cut" | "reset" | "hang";
}

export interface Journal {
  /** Keeps an exchange; `entry` makes it readable, which costs far more. */
  record(request: MockRequest, reply: MockReply, at: number): KeptExchange;
  entry(kept: KeptExchange): JournalEntry;
  /** Newest last. @param newest at most so many of them */
  entries(newest?: number): readonly JournalEntry[];
  clear(): void;
}

/**
 * @param length entries held, 0 for none
 * @throws {BadInput} for a length that is none
 */
export function createJournal(length: number, reader: ExchangeReader): Journal {
  if (!Number.isSafeInteger(length) || length < 0) {
    throw new BadInput(
      `Cannot use journalLength: it must be an integer from 0, got ${length}. 0 keeps no journal.`,
    );
  }
  // A ring, grown up to the length: most worlds of a large mock see a request or two.
  let ring: KeptExchange[] | undefined;
  let oldest = 0;
  let count = 0;
  return {
    record(request, reply, at) {
      const kept = keepExchange(++count, at, request, reply, reader);
      if (length === 0) return kept;
      ring ??= [];
      if (ring.length < length) {
        ring.push(kept);
      } else {
        ring[oldest] = kept;
        oldest = oldest + 1 === length ? 0 : oldest + 1;
      }
      return kept;
    },
    entry: reader.read,
    entries(newest = length) {
      if (!ring) return [];
      const size = Math.min(newest, ring.length);
      const first = oldest + ring.length - size;
      return Array.from({ length: size }, (_, place) => reader.read(ring![(first + place) % ring!.length]!));
    },
    clear() {
      ring = undefined;
      oldest = 0;
      count = 0;
    },
  };
}
