/** Reads the body of a request to its end, and keeps it up to a size. */

import type { IncomingMessage } from "node:http";
import type { MockReply } from "../../http/reply.ts";

/** Limit for all bodies that are kept at once, as a multiple of the limit for one. */
const maxBodiesAtOnce = 4;

export interface ReadBody {
  readonly size: number;
  /** Undefined for a body that exceeds its own limit, or that for all bodies. */
  readonly bytes: Buffer | undefined;
}

/** A reader of bodies, with one limit for all that it keeps at the same time. */
export function createBodyReader(longest: number) {
  const maxBytesAtOnce = maxBodiesAtOnce * longest;
  let bytesAtOnce = 0;

  /**
   * Reads a body to its end, even if it is not kept: otherwise a client that reads only after sending would not get the
   * answer.
   * @param use answers the body, which counts towards the limit until then
   * @throws when the client disconnects before the body's end
   */
  return async (
    request: IncomingMessage,
    maxBytes: number,
    use: (body: ReadBody) => MockReply | Promise<MockReply>,
  ): Promise<MockReply> => {
    endWithClient(request);
    // One buffer that doubles: a million pieces of a byte each would cost a hundred times as much.
    let buffer = Buffer.alloc(0);
    let size = 0;
    let isKept = !(Number(request.headers["content-length"]) > maxBytes);

    const grow = (length: number) => {
      bytesAtOnce += length - buffer.length;
      const larger = Buffer.allocUnsafe(length);
      buffer.copy(larger, 0, 0, size);
      buffer = larger;
    };
    const drop = () => {
      isKept = false;
      bytesAtOnce -= buffer.length;
      buffer = Buffer.alloc(0);
    };
    const keep = (piece: Buffer) => {
      const needed = size + piece.length;
      if (needed > buffer.length) {
        const length = Math.min(Math.max(needed, 2 * buffer.length), maxBytes);
        if (needed > maxBytes || bytesAtOnce + length - buffer.length > maxBytesAtOnce) return drop();
        grow(length);
      }
      piece.copy(buffer, size);
    };

    try {
      await new Promise<void>((resolve, reject) => {
        request.on("data", (piece: Buffer) => {
          if (isKept) keep(piece);
          size += piece.length;
        });
        request.once("end", resolve);
        request.once("close", () => reject(new Error("The client went away.")));
      });
      return await use({ size, bytes: isKept ? buffer.subarray(0, size) : undefined });
    } finally {
      drop();
    }
  };
}

/** Node notices a client that ends in the middle of a body, except where the request asks for an upgrade. */
function endWithClient(request: IncomingMessage): void {
  const { socket } = request;
  const end = () => {
    if (request.complete) return;
    // TLS may still be encrypting the end of the answer.
    if (socket.writableEnded && !socket.writableFinished) socket.once("finish", () => request.destroy());
    else request.destroy();
  };
  socket.once("end", end);
  request.once("close", () => socket.off("end", end));
}
