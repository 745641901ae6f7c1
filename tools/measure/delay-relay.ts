/** A TCP relay that delays what a client and a server on one machine send. */

import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** Delays each byte and each end by half a round trip, and a new connection by a whole one, as a handshake does. */
export async function startDelayRelay(port: number, roundTripMs: number) {
  /** Counts of traffic up to now. */
  const passed = { connections: 0, requests: 0, deletes: 0 };
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true, allowHalfOpen: true }, (client) => {
    passed.connections++;
    const target = connect({ port, host: "127.0.0.1", noDelay: true, allowHalfOpen: true });
    for (const socket of [client, target]) {
      sockets.add(socket);
      socket.on("close", () => sockets.delete(socket));
    }
    // Requests here have no body, so each starts a chunk.
    client.on("data", (bytes) => {
      const text = bytes.toString("latin1");
      passed.requests += text.split("\r\n\r\n").length - 1;
      if (text.startsWith("DELETE ")) passed.deletes++;
    });
    const handshakeEnd = performance.now() + roundTripMs;
    const delay = () => roundTripMs / 2 + Math.max(0, handshakeEnd - performance.now());
    forward(client, target, delay);
    forward(target, client, () => roundTripMs / 2);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

function forward(from: Socket, to: Socket, delayMs: () => number): void {
  let last = 0;
  /** Keeps the order of arrival, even when the delay changes. */
  const later = (act: () => void) => {
    last = Math.max(last, performance.now() + delayMs());
    setTimeout(act, Math.max(0, last - performance.now()));
  };
  from.on("data", (bytes) => later(() => to.write(bytes)));
  from.on("end", () => later(() => to.end()));
  from.on("error", () => later(() => to.resetAndDestroy()));
}
