import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** The base address of a server of node:http that listens, ending in /v1, and a function that closes it. */
export async function runningServer(server: Server) {
  if (!server.listening) await new Promise<void>((resolve) => server.once("listening", () => resolve()));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}
