/** Reads the body of a request to its end, and keeps it up to a size. */

import type { IncomingMessage } from "node:http";
import type { MockReply } from "../../http/reply.ts";

/** Limit for all bodies that are kept at once, as a multiple of the limit for one. */
const maxBodiesAtOnce = 4;
/** Estimated bytes that a piece of a body costs beside its own, so that a million pieces of a byte each are too many. */
const pieceCost = 512;
/** Usual number of pieces of a long body. */
const usualPieces = 1000;

export interface ReadBody {
  readonly size: number;
  /** Undefined for a body that exceeds its own limit, or that for all bodies. */
  readonly bytes: Buffer | undefined;
}

/** A reader of bodies, with one limit for all that it keeps at the same time. */
export function createBodyReader(longest: number) {
  const maxCost = maxBodiesAtOnce * (longest + usualPieces * pieceCost);
  let costOfAll = 0;

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
    const pieces: Buffer[] = [];
    let size = 0;
    let cost = 0;
    let isKept = !(Number(request.headers["content-length"]) > maxBytes);
    const count = (more: number) => {
      cost += more;
      costOfAll += more;
    };
    const drop = () => {
      isKept = false;
      pieces.length = 0;
      count(-cost);
    };
    const keep = (piece: Buffer) => {
      count(piece.length + pieceCost);
      if (size > maxBytes || costOfAll > maxCost) drop();
      else pieces.push(piece);
    };

    try {
      await new Promise<void>((resolve, reject) => {
        request.on("data", (piece: Buffer) => {
          size += piece.length;
          if (isKept) keep(piece);
        });
        request.once("end", resolve);
        request.once("close", () => reject(new Error("The client went away.")));
      });
      return await use({ size, bytes: isKept ? Buffer.concat(pieces) : undefined });
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
