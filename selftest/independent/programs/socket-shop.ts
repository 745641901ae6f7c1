/** A service that reads and writes its sockets itself. */

import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import type { StartServer } from "../../frameworks/framework-server.ts";

export interface Message {
  readonly method: string;
  readonly path: string;
  readonly headers: ReadonlyMap<string, string>;
  /** Of this connection, from 1 on. */
  readonly nth: number;
}
export interface Answered {
  readonly status: number;
  readonly body: string;
}

export interface SocketParts {
  /** The bytes of an answer; the connection is kept where `keep` says so. */
  readonly write: (said: Answered, asked: Message, socket: Socket) => unknown;
  readonly keep: (asked: Message) => boolean;
  /** As soon as the connection is there. */
  readonly greet?: (socket: Socket) => void;
}

export const reasons: Readonly<Record<number, string>> = {
  200: "OK",
  204: "No Content",
  401: "Unauthorized",
  404: "Not Found",
  409: "Conflict",
};

export function format(
  { status, body }: Answered,
  { method }: Message,
  more: readonly string[] = [],
): string {
  const type = body === "" ? [] : ["Content-Type: application/json"];
  const length = status === 204 ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  const lines = [`HTTP/1.1 ${status} ${reasons[status]}`, ...type, ...length, ...more];
  return `${lines.join("\r\n")}\r\n\r\n${method === "HEAD" ? "" : body}`;
}

export const socketParts: SocketParts = {
  write: (said, asked, socket) => socket.write(format(said, asked)),
  keep: ({ headers }) => headers.get("connection") !== "close",
};

export const startSocketShop =
  (changes: Partial<SocketParts> = {}): StartServer =>
  async (seed, apiKey) => {
    const parts = { ...socketParts, ...changes };
    const orders = seed.map(({ status, ...order }) => ({ order, status: status as string }));
    const sockets = new Set<Socket>();
    const error = (status: number, message: string): Answered => ({
      status,
      body: JSON.stringify({ code: `E${status}`, message, status }),
    });

    function answer({ method, path, headers }: Message): Answered {
      if (headers.get("authorization") !== `Bearer ${apiKey}`) return error(401, "Who are you?");
      const [pathname] = path.split("?");
      if (pathname === "/v1/store/orders" && (method === "GET" || method === "HEAD"))
        return {
          status: 200,
          body: JSON.stringify(orders.flatMap(({ order, status }) => (status === "gone" ? [] : [order]))),
        };
      const [, id] = /^\/v1\/store\/orders\/(.+)$/.exec(pathname!) ?? [];
      const found = method === "DELETE" ? orders.find(({ order }) => String(order.id) === id) : undefined;
      if (!found || found.status === "gone") return error(404, "No such order.");
      if (found.status === "shipped") return error(409, "Shipped.");
      found.status = "gone";
      return { status: 204, body: "" };
    }

    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => sockets.delete(socket));
      parts.greet?.(socket);
      let text = "";
      let nth = 0;
      let last: Promise<unknown> = Promise.resolve();
      socket.on("data", (bytes) => {
        text += bytes.toString("latin1");
        for (let end = text.indexOf("\r\n\r\n"); end >= 0; end = text.indexOf("\r\n\r\n")) {
          const [line = "", ...lines] = text.slice(0, end).split("\r\n");
          text = text.slice(end + 4);
          const [method = "", path = ""] = line.split(" ");
          const headers = new Map(
            lines.map((each) => [
              each.split(":")[0]!.toLowerCase(),
              each.slice(each.indexOf(":") + 1).trim(),
            ]),
          );
          const asked = { method, path, headers, nth: ++nth };
          last = last.then(async () => {
            await parts.write(answer(asked), asked, socket);
            if (!parts.keep(asked)) socket.end();
          });
        }
      });
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
      async close() {
        for (const socket of sockets) socket.destroy();
        server.close();
        await once(server, "close");
      },
    };
  };
