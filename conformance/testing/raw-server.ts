/** A server below HTTP: it hears requests as text, and writes whatever bytes a test wants. */

import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** Called for each request head on a connection, with how many that connection has brought. */
export type Reply = (socket: Socket, head: string, count: number) => void;

/** The server's origin; it ends with the test. */
export async function startRawServer(reply: Reply): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    let heard = "";
    let count = 0;
    socket.on("error", () => undefined);
    socket.on("data", (bytes) => {
      heard += bytes.toString("latin1");
      for (let end = heard.indexOf("\r\n\r\n"); end >= 0; end = heard.indexOf("\r\n\r\n")) {
        const head = heard.slice(0, end);
        heard = heard.slice(end + 4);
        reply(socket, head, ++count);
      }
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Writes pieces one by one, each in a packet of its own as far as the system lets it. */
export async function writePieces(socket: Socket, pieces: readonly (string | Uint8Array)[]): Promise<void> {
  for (const piece of pieces) {
    await new Promise((resolve) => socket.write(piece, resolve));
    await new Promise((resolve) => setImmediate(resolve));
  }
}
