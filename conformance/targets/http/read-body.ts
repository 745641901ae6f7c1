/** Reads a body up to its limit, its content coding undone. */

import type { Deadline } from "../deadline.ts";
import { BrokenAnswer } from "../target.ts";
import { type BodySlot, mostBodyBytes, mostOtherBytes, mostRunBytes } from "./body-limits.ts";
import { decodeContent, readCodings, tooLong } from "./decode-content.ts";

export interface BodyFacts {
  readonly method: string;
  readonly status: number;
  /** The Content-Encoding headers. */
  readonly codings: string | undefined;
}

/** @throws {BrokenAnswer} for a body that is too long or not in the coding it says */
export async function readBody(
  pieces: AsyncIterable<Uint8Array>,
  { method, status, codings }: BodyFacts,
  slot: BodySlot,
  deadline: Pick<Deadline, "pause" | "resume">,
): Promise<Uint8Array> {
  const most = method === "GET" && status === 200 ? mostBodyBytes : mostOtherBytes;
  const kept: Uint8Array[] = [];
  let size = 0;
  const grow = async (bytes: number) => {
    const other = slot.grow(bytes);
    if (!other) return;
    deadline.pause();
    await other;
    deadline.resume();
  };
  const spend = (bytes: number) => {
    if (!slot.spend(bytes))
      throw new BrokenAnswer(
        `the bodies of the run are longer than ${mostRunBytes / 1024 ** 3} GiB together`,
      );
  };
  try {
    for await (const piece of pieces) {
      size += piece.length;
      if (size > most) throw tooLong(most);
      if (size > mostOtherBytes) spend(piece.length);
      kept.push(piece);
      await grow(size);
    }
    const bytes = join(kept, size);
    if (size === 0 || readCodings(codings).length === 0) return bytes;
    // What it decodes to may be large whatever its own size.
    await grow(most);
    const decoded = await decodeContent(bytes, codings, most);
    if (decoded.length > mostOtherBytes) spend(decoded.length);
    return decoded;
  } finally {
    slot.release();
  }
}

/** A copy: a piece is a window on a pool. Each is freed once it is copied, so that a large body is held once. */
function join(pieces: Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (let index = 0; index < pieces.length; index++) {
    whole.set(pieces[index]!, at);
    at += pieces[index]!.length;
    pieces[index] = whole.subarray(0, 0);
  }
  return whole;
}
