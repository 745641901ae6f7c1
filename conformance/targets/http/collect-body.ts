/** The bytes of a body, as they come, held once and no longer than a limit. */

import { BrokenAnswer } from "../target.ts";

/** The last long body of a server. A list is asked for again and again, and mostly is the same. */
export interface KnownBody {
  bytes?: Uint8Array | undefined;
}

/** From here on a body is remembered. */
const minKnown = 64 * 1024;
/** A longer one is let go as soon as another comes. */
const maxKnown = 32 * 1024 * 1024;

/**
 * @param most bytes that the body may have
 * @param expected bytes that it is said to have; 0 where nothing is said
 * @throws {BrokenAnswer} where that is more
 */
export function collectBody(most: number, expected: number, known: KnownBody = {}) {
  if (expected > most) throw tooLong(most);
  /** Undefined once the body differs from it. */
  let same = known.bytes;
  let size = 0;
  let own = new Uint8Array();

  /** Pages of a new array take no memory before something is written to them. */
  function makeRoom(needed: number): void {
    if (needed <= own.length) return;
    const room = Math.min(most, Math.max(needed, expected, 2 * own.length));
    // Unlike a copy it frees the smaller one at once.
    own = new Uint8Array(own.buffer.transfer(room));
  }
  function holdOwn(): void {
    if (!same) return;
    makeRoom(size);
    own.set(same.subarray(0, size));
    // Two of the longest bodies would be too much.
    if (known.bytes === same && same.length > maxKnown) known.bytes = undefined;
    same = undefined;
  }

  return {
    get size() {
      return size;
    },
    /** Bytes that are held for it alone. */
    get heldBytes() {
      return own.length;
    },
    /** @throws {BrokenAnswer} for more than the limit */
    push(piece: Uint8Array) {
      const end = size + piece.length;
      if (end > most) throw tooLong(most);
      if (same && Buffer.compare(piece, same.subarray(size, end)) !== 0) holdOwn();
      if (!same) {
        makeRoom(end);
        own.set(piece, size);
      }
      size = end;
    },
    /** @returns the body; for the bytes of the known one, that very array */
    end(): Uint8Array {
      if (same?.length === size) return same;
      holdOwn();
      const body = size < minKnown ? own.slice(0, size) : own.subarray(0, size);
      return rememberBody(body, known);
    },
  };
}

/** Remembers a long body. @returns it, or the very array of the known one that it equals */
export function rememberBody(body: Uint8Array, known: KnownBody = {}): Uint8Array {
  if (known.bytes && Buffer.compare(body, known.bytes) === 0) return known.bytes;
  if (body.length >= minKnown) known.bytes = body;
  return body;
}

export function tooLong(most: number): BrokenAnswer {
  return new BrokenAnswer(`the body is longer than ${most / 1024 / 1024} MiB`);
}
