/** Servers that end with their test. */

import type { Server as HttpServer } from "node:http";
import type { Server, Socket } from "node:net";
import { onTestFinished } from "vitest";
import { listen, listenRaw, type Reply } from "./listen-raw.ts";

export type { Reply } from "./listen-raw.ts";

/** The server's origin; it ends with the test. */
export async function startRawServer(reply: Reply): Promise<string> {
  const { origin, close } = await listenRaw(reply);
  onTestFinished(close);
  return origin;
}

/** @returns the port of a server of Node's that ends with the test, its connections too */
export async function startServer(server: Server): Promise<number> {
  onTestFinished(() => {
    server.close();
    (server as Partial<HttpServer>).closeAllConnections?.();
  });
  return listen(server);
}

/** Writes pieces one by one, each in a separate packet as far as the system allows. */
export async function writePieces(socket: Socket, pieces: readonly (string | Uint8Array)[]): Promise<void> {
  for (const piece of pieces) {
    await new Promise((resolve) => socket.write(piece, resolve));
    await new Promise((resolve) => setImmediate(resolve));
  }
}
