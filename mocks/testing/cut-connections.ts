/** A port before another one, whose connections a test can cut at the worst moment. */

import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface CuttingProxy extends AsyncDisposable {
  readonly port: number;
  /**
   * Cuts every connection as soon as the server answers on it: the request has taken effect, and no client gets the answer.
   */
  cutNextAnswer(): void;
  /** Replaces each answer by this text; undefined restores the server's own answers. */
  answerInstead(text: string | undefined): void;
}

export async function startCuttingProxy(to: number): Promise<CuttingProxy> {
  let isCutting = false;
  let instead: string | undefined;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(to, "127.0.0.1");
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    }
    client.on("data", (bytes) => upstream.write(bytes)).on("close", () => upstream.destroy());
    upstream.on("close", () => client.destroy());
    upstream.on("data", (bytes) => {
      if (!isCutting) {
        client.write(instead ?? bytes);
        return;
      }
      isCutting = false;
      client.destroy();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    cutNextAnswer() {
      isCutting = true;
    },
    answerInstead(text) {
      instead = text;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
