/** Collects the bytes of a body as they arrive, in one buffer up to a limit. */

import { BrokenAnswer } from "../target.ts";

/** The last long body of a server. A list is read many times, and mostly is the same. */
export interface KnownBody {
  bytes?: Uint8Array | undefined;
}

/** Minimum number of bytes of a cached body. */
const minKnown = 64 * 1024;

/**
 * @param maxBytes maximum number of bytes of the body
 * @param expected declared number of bytes; 0 where none is declared
 * @throws {BrokenAnswer} where that is more
 */
export function collectBody(maxBytes: number, expected: number) {
  if (expected > maxBytes) throw tooLong(maxBytes);
  let size = 0;
  let bytes = new Uint8Array();
  return {
    get size() {
      return size;
    },
    /** @throws {BrokenAnswer} for more than the limit */
    push(piece: Uint8Array): void {
      const end = size + piece.length;
      if (end > maxBytes) throw tooLong(maxBytes);
      if (end > bytes.length) {
        // Pages take no memory before they are written. Unlike a copy it frees the smaller buffer at once.
        const room = Math.min(maxBytes, Math.max(end, expected, 2 * bytes.length));
        bytes = new Uint8Array(bytes.buffer.transfer(room));
      }
      bytes.set(piece, size);
      size = end;
    },
    end: (): Uint8Array => (size < minKnown ? bytes.slice(0, size) : bytes.subarray(0, size)),
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
