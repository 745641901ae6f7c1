/** Collects the bytes of a body as they arrive, in one buffer up to a limit. */

import { BrokenAnswer } from "../target.ts";

/**
 * The last long body of a server. A list is read many times, and mostly is the same. With 100,000 orders a run takes a third less
 * memory if it is kept once.
 */
export interface KnownBody {
  bytes?: Uint8Array | undefined;
}

/** Minimum number of bytes of a known body. */
const minKnown = 64 * 1024;

/**
 * @param maxBytes maximum number of bytes of the body
 * @param expected declared number of bytes; 0 where none is declared
 * @throws {BrokenAnswer} where that is more
 */
export function collectBody(maxBytes: number, expected: number, known: KnownBody = {}) {
  if (expected > maxBytes) throw tooLong(maxBytes);
  /** The known body, while the new one has the same bytes. */
  let same = known.bytes;
  let size = 0;
  let own = new Uint8Array();

  function add(piece: Uint8Array, at: number): void {
    const end = at + piece.length;
    if (end > own.length) {
      // Pages take no memory before they are written. Unlike a copy it frees the smaller buffer at once.
      const room = Math.min(maxBytes, Math.max(end, expected, 2 * own.length));
      own = new Uint8Array(own.buffer.transfer(room));
    }
    own.set(piece, at);
  }
  function holdOwn(): void {
    if (same) add(same.subarray(0, size), 0);
    same = undefined;
  }

  return {
    get size() {
      return size;
    },
    /** Number of bytes that are kept only for it. */
    get heldBytes() {
      return own.length;
    },
    /** @throws {BrokenAnswer} for more than the limit */
    push(piece: Uint8Array): void {
      const end = size + piece.length;
      if (end > maxBytes) throw tooLong(maxBytes);
      if (same && Buffer.compare(piece, same.subarray(size, end)) !== 0) holdOwn();
      if (!same) add(piece, size);
      size = end;
    },
    /** @returns the body; the same array for the bytes of the known one */
    end(): Uint8Array {
      if (same?.length === size) return same;
      holdOwn();
      return size < minKnown ? own.slice(0, size) : own.subarray(0, size);
    },
  };
}

/** Remembers a long body. @returns it, or the very array of the known one that it equals */
export function rememberBody(body: Uint8Array, known: KnownBody = {}): Uint8Array {
  if (known.bytes && Buffer.compare(body, known.bytes) === 0) return known.bytes;
  if (body.length >= minKnown) known.bytes = body;
  return body;
}

export function tooLong(maxBytes: number): BrokenAnswer {
  return new BrokenAnswer(`the body is longer than ${maxBytes / 1024 / 1024} MiB`);
}
