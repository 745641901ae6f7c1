import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { FrameworkServer } from "./framework-server.ts";

/** A listening server of node:http. */
export async function runningServer(server: Server): Promise<FrameworkServer> {
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
