/** The server of the docs' snippets, https://staging.example, which is reached through a proxy. */

import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import type { Certificate } from "../../base/testing/certificate.ts";
import { startForeignServer } from "../../conformance/testing/foreign-server.ts";

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
  const port = Number(new URL(secure.origin).port);
  const tunnels = new Set<Socket>();
  const proxy = createServer();
  proxy.on("connect", (_request: IncomingMessage, client: Socket) => {
    const there = connect(port, "127.0.0.1", () => client.write("HTTP/1.1 200 OK\r\n\r\n"));
    for (const [one, other] of [
      [client, there],
      [there, client],
    ] as const) {
      tunnels.add(one);
      one.on("error", () => other.destroy()).pipe(other);
    }
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  return {
    env: {
      STORE_ORDERS_API_KEY: orders.key,
      STORE_ORDERS_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
      STORE_ORDERS_INSECURE: "1",
    },
    origin: plain.origin,
    async [Symbol.asyncDispose]() {
      for (const socket of tunnels) socket.destroy();
      proxy.close();
      await secure[Symbol.asyncDispose]();
      await plain[Symbol.asyncDispose]();
    },
  };
}
