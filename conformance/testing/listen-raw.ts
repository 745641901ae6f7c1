/** Servers below HTTP: they read requests as text, and write arbitrary bytes. */

import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";

/** Called for each request head on a connection, with the number of heads so far. */
export type Reply = (socket: Socket, head: string, count: number) => void;

/** Waits for a server to listen on a free port of this machine. */
export async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

export async function listenSockets(onSocket: (socket: Socket) => void, allowHalfOpen = false) {
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true, allowHalfOpen }, (socket) => {
    sockets.add(socket.on("error", () => undefined));
    onSocket(socket);
  });
  return {
    port: await listen(server),
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

export async function listenRaw(reply: Reply): Promise<{ readonly origin: string; close(): void }> {
  const { port, close } = await listenSockets((socket) => {
    let heard = "";
    let count = 0;
    socket.on("data", (bytes) => {
      heard += bytes.toString("latin1");
      for (let end = heard.indexOf("\r\n\r\n"); end >= 0; end = heard.indexOf("\r\n\r\n")) {
        const head = heard.slice(0, end);
        heard = heard.slice(end + 4);
        reply(socket, head, ++count);
      }
    });
  });
  return { origin: `http://127.0.0.1:${port}`, close };
}
