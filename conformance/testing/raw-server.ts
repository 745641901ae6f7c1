/** A server below HTTP that ends with its test. */

import type { Socket } from "node:net";
import { onTestFinished } from "vitest";
import { listenRaw, type Reply } from "./listen-raw.ts";

/** The server's origin; it ends with the test. */
export async function startRawServer(reply: Reply): Promise<string> {
  const { origin, close } = await listenRaw(reply);
  onTestFinished(close);
  return origin;
}

/** Writes pieces one by one, each in a packet of its own as far as the system lets it. */
export async function writePieces(socket: Socket, pieces: readonly (string | Uint8Array)[]): Promise<void> {
  for (const piece of pieces) {
    await new Promise((resolve) => socket.write(piece, resolve));
    await new Promise((resolve) => setImmediate(resolve));
  }
}
