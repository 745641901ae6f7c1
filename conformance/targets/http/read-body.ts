/** Reads a body up to its limit, its content coding undone. */

import type { Deadline } from "../deadline.ts";
import { BrokenAnswer } from "../target.ts";
import { type BodySlot, mostBodyBytes, mostOtherBytes, mostRunBytes } from "./body-limits.ts";
import { decodeContent } from "./decode-content.ts";

export interface BodyFacts {
  readonly method: string;
  readonly status: number;
  /** The Content-Encoding headers. */
  readonly codings: string | undefined;
}

/**
 * @throws {BrokenAnswer} for a body that is too long or not in the coding it says
 */
export async function readBody(
  pieces: AsyncIterable<Uint8Array>,
  { method, status, codings }: BodyFacts,
  slot: BodySlot,
  deadline: Pick<Deadline, "pause" | "resume">,
): Promise<Uint8Array> {
  const most = method === "GET" && status === 200 ? mostBodyBytes : mostOtherBytes;
  const kept: Uint8Array[] = [];
  let size = 0;
  try {
    // Encoded bytes are as many as decoded ones at the most, or nearly: neither may be without end.
    const limited = limitBytes(pieces, most);
    for await (const piece of decodeContent(limited, codings)) {
      size += piece.length;
      if (size > most) throw tooLong(most);
      if (size > mostOtherBytes && !slot.spend(piece.length))
        throw new BrokenAnswer(
          `the bodies of the run are longer than ${mostRunBytes / 1024 ** 3} GiB together`,
        );
      kept.push(piece);
      const turn = slot.grow(size);
      if (turn) {
        deadline.pause();
        await turn;
        deadline.resume();
      }
    }
    return join(kept, size);
  } finally {
    slot.release();
  }
}

async function* limitBytes(pieces: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const piece of pieces) {
    size += piece.length;
    if (size > most) throw tooLong(most);
    yield piece;
  }
}

function tooLong(most: number): BrokenAnswer {
  return new BrokenAnswer(`the body is longer than ${most / 1024 / 1024} MiB`);
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
