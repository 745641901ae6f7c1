/** Reads the body of a control request, or of one that is passed on, up to a size. The API reads none. */

import type { IncomingMessage } from "node:http";
import { busyReply, type MockReply } from "../../http/reply.ts";

/** Limit for all bodies that are read at once, as a multiple of the limit for one. */
const maxBodiesAtOnce = 4;

const tooMany = busyReply(
  "too_many_bodies",
  "The mock is reading too many large request bodies. Send them one after the other.",
);

/** A reader of bodies, with one limit for all that it reads at the same time. */
export function createBodyReader(longest: number) {
  const maxBytesAtOnce = maxBodiesAtOnce * longest;
  let bytesAtOnce = 0;

  /**
   * The outcome of the body. A refused body is read to its end and dropped: otherwise a client that sends before it reads
   * would not get the answer.
   * @param tooLarge the answer to a longer body
   * @param use uses the body, which counts as being read until it resolves
   * @throws when the client disconnects before the body's end
   */
  return async (
    request: IncomingMessage,
    maxBytes: number,
    tooLarge: MockReply,
    use: (body: Buffer) => Promise<MockReply>,
  ): Promise<MockReply> => {
    // One buffer that doubles: a million pieces of a byte each would cost a hundred times as much.
    let buffer = Buffer.alloc(0);
    let length = 0;
    let refusal = Number(request.headers["content-length"]) > maxBytes ? tooLarge : undefined;

    const grow = (size: number) => {
      bytesAtOnce += size - buffer.length;
      const larger = Buffer.allocUnsafe(size);
      buffer.copy(larger, 0, 0, length);
      buffer = larger;
    };
    const drop = () => {
      bytesAtOnce -= buffer.length;
      buffer = Buffer.alloc(0);
      length = 0;
    };
    const take = (piece: Buffer) => {
      const needed = length + piece.length;
      if (needed > buffer.length) {
        const size = Math.min(Math.max(needed, 2 * buffer.length), maxBytes);
        if (needed > maxBytes) refusal = tooLarge;
        else if (bytesAtOnce + size - buffer.length > maxBytesAtOnce) refusal = tooMany;
        if (refusal) return drop();
        grow(size);
      }
      piece.copy(buffer, length);
      length = needed;
    };

    try {
      await new Promise<void>((resolve, reject) => {
        request.on("data", (piece: Buffer) => {
          if (!refusal) take(piece);
        });
        request.once("end", resolve);
        request.once("close", () => reject(new Error("The client went away.")));
      });
      return refusal ?? (await use(buffer.subarray(0, length)));
    } finally {
      drop();
    }
  };
}
