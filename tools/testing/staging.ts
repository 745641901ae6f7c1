/** The server of the docs' snippets, https://staging.example, which is reached through a proxy. */

import { connect } from "node:net";
import type { Certificate } from "../../base/testing/certificate.ts";
import { startForeignServer } from "../../conformance/testing/foreign-server.ts";
import { listenSockets } from "../../conformance/testing/listen-raw.ts";

interface Staging extends AsyncDisposable {
  /** Variables with which each command of the kit reaches the server. */
  readonly env: Readonly<Record<string, string>>;
  /** The same kind of server over plain HTTP, for code without a proxy. */
  readonly origin: string;
}

/** Orders that the docs name. The key is that of the mock, because some snippets call both. */
const orders = { pending: ["101", "102"], shipped: ["301"], key: "mock-key" } as const;

export async function startStaging(certificate: Certificate): Promise<Staging> {
  const secure = await startForeignServer({ ...orders, tls: certificate.tls });
  const plain = await startForeignServer(orders);
  const proxy = await listenSockets((client) => {
    const there = connect(Number(new URL(secure.origin).port), "127.0.0.1");
    there.on("error", () => client.destroy());
    client.on("close", () => there.destroy());
    // Whatever host is asked for.
    client.once("data", () => {
      client.write("HTTP/1.1 200 OK\r\n\r\n");
      client.pipe(there).pipe(client);
    });
  });
  return {
    env: {
      STORE_ORDERS_API_KEY: orders.key,
      STORE_ORDERS_PROXY: `http://127.0.0.1:${proxy.port}`,
      STORE_ORDERS_INSECURE: "1",
    },
    origin: plain.origin,
    async [Symbol.asyncDispose]() {
      proxy.close();
      await secure[Symbol.asyncDispose]();
      await plain[Symbol.asyncDispose]();
    },
  };
}
