/** A server that passes every connection on to another server, and reports the exchanges on it. */

import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { describeFailure } from "../targets/failure-words.ts";
import { type ConnectionOptions, openSocket } from "../targets/http/open-socket.ts";
import { ownAnswer } from "./head-bytes.ts";
import type { CopyBudget, ExchangeListener } from "./passing-exchange.ts";
import { openTunnel } from "./tunnel.ts";

export interface ProxyOptions {
  /** The server's base address; requests go to its origin with their paths unchanged. */
  readonly target: URL;
  readonly port: number;
  readonly host: string;
  readonly connection?: ConnectionOptions;
  readonly listener: ExchangeListener;
  /** Called once with each reason why the server cannot be reached. */
  readonly onTrouble?: (message: string) => void;
}

/** Time limit for a connection, longer than a working network needs. */
const connectMs = 30_000;
/** Maximum number of bytes of all copies of bodies. */
const copyBudgetBytes = 256 * 1024 * 1024;

/** @throws {NodeJS.ErrnoException} when the port cannot be opened */
export async function startProxy(options: ProxyOptions) {
  const { target, port, host, listener, onTrouble } = options;
  const budget: CopyBudget = { bytesLeft: copyBudgetBytes };
  const clients = new Set<Socket>();
  const reportedTroubles = new Set<string>();
  let connection = 0;

  const server = createServer({ pauseOnConnect: true, allowHalfOpen: true, noDelay: true });
  server.on("connection", (client) => {
    const number = ++connection;
    clients.add(client);
    const early = () => client.destroy();
    client.on("error", early).on("close", () => clients.delete(client));
    const signal = AbortSignal.timeout(connectMs);
    openSocket(target, { ...options.connection, signal, passesBytes: true }).then(
      (socket) => {
        if (client.destroyed) return void socket.destroy();
        openTunnel({ connection: number, client, upstream: socket, host: target.host, budget, listener });
      },
      (error: unknown) => {
        const why = describeFailure(error, connectMs);
        if (!reportedTroubles.has(why)) onTrouble?.(`Cannot reach ${target.origin}: ${why}.`);
        reportedTroubles.add(why);
        refuse(client, why);
      },
    );
  });
  await once(server.listen(port, host), "listening");
  // Later errors are of single connections that could not be accepted.
  server.on("error", () => undefined);
  return {
    port: (server.address() as AddressInfo).port,
    /** Ends every connection, and reports the exchanges under way. */
    async close() {
      const closed = once(server, "close");
      server.close();
      // Exchanges under way are reported when their connection has closed.
      const ends = Array.from(clients, (client) => once(client, "close"));
      for (const client of clients) client.destroy();
      await Promise.all([closed, ...ends]);
    },
  };
}

/** The proxy's own answer to a client if the server cannot be reached. */
function refuse(client: Socket, why: string): void {
  const message = `store-orders proxy: ${why}`;
  const body = JSON.stringify({ code: "proxy_cannot_reach_target", message, status: 502 });
  client.once("data", () => client.end(ownAnswer("502 Bad Gateway", "application/json", body)));
  client.on("end", () => client.end());
  client.resume();
}
