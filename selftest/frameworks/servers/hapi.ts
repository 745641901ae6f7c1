import { server as createHapi } from "@hapi/hapi";
import type { StartServer } from "../framework-server.ts";
import { runningServer } from "../running-server.ts";

export const startHapi: StartServer = async (seed, apiKey) => {
  const orders = new Map(seed.map((order) => [order.id, { ...order }]));
  const server = createHapi({ port: 0, host: "127.0.0.1" });
  const problem = (status: number, message: string) => ({ code: `E${status}`, message, status });

  server.auth.scheme("key", () => ({
    authenticate: (request, h) =>
      request.headers.authorization === `Bearer ${apiKey}`
        ? h.authenticated({ credentials: {} })
        : h.response(problem(401, "Unauthorized")).code(401).header("www-authenticate", "Bearer").takeover(),
  }));
  server.auth.strategy("key", "key");
  server.auth.default("key");

  server.route([
    { method: "GET", path: "/v1/store/orders", handler: () => [...orders.values()] },
    {
      method: "DELETE",
      path: "/v1/store/orders/{orderId}",
      handler: ({ params }, h) => {
        const id = /^\d+$/.test(String(params.orderId)) ? Number(params.orderId) : Number.NaN;
        const order = orders.get(id);
        if (!order) return h.response(problem(404, "No such order")).code(404);
        if (order.status === "shipped") return h.response().code(409);
        orders.delete(id);
        return h.response().code(204);
      },
    },
    {
      method: "*",
      path: "/{any*}",
      handler: (_request, h) => h.response(problem(404, "Nothing here")).code(404),
    },
  ]);
  await server.start();
  return runningServer(server.listener);
};
