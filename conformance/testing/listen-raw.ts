/** A server below HTTP: it hears requests as text, and writes whatever bytes are wanted. */

import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

/** Called for each request head on a connection, with how many that connection has brought. */
export type Reply = (socket: Socket, head: string, count: number) => void;

export async function listenRaw(reply: Reply): Promise<{ readonly origin: string; close(): void }> {
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
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
