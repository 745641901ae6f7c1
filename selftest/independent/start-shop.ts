import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Ask, Shop } from "./shop.ts";

/** Serves a shop on a free port. */
export async function startShop(shop: Shop) {
  const connections = new Map<Socket, { readonly connection: number; count: number }>();
  let nth = 0;
  const server = createServer(async (request, response) => {
    const seen = connections.get(request.socket) ?? { connection: connections.size + 1, count: 0 };
    connections.set(request.socket, seen);
    seen.count++;
    const [path = "", search = ""] = request.url!.split(/\?(.*)/s);
    const ask: Ask = {
      method: request.method!,
      target: request.url!,
      path,
      query: new URLSearchParams(search),
      headers: request.headers,
      nth: ++nth,
      nthHere: seen.count,
      connection: seen.connection,
      request,
    };
    try {
      shop.write(await shop.answer(ask), ask, response);
    } catch {
      // As most frameworks do with what nobody caught.
      if (!response.headersSent) response.writeHead(500);
      response.end();
    }
  });
  // The tests close it themselves.
  server.keepAliveTimeout = 30_000;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
