import Fastify from "fastify";
import { runningServer } from "../../sockets/running-server.ts";
import type { StartServer } from "../framework-server.ts";

export const startNaiveFastify: StartServer = async (seed, apiKey) => {
  let orders = seed.map((order) => ({ ...order }));
  const app = Fastify();
  const fail = (statusCode: number, message: string) => Object.assign(new Error(message), { statusCode });

  app.addHook("preHandler", async (request) => {
    if (!request.headers.authorization?.startsWith(`Bearer ${apiKey}`)) throw fail(401, "Unauthorized");
  });

  app.get<{ Querystring: { limit?: string; offset?: string } }>("/v1/store/orders", async (request) => {
    const { limit = orders.length, offset = 0 } = request.query;
    return orders.slice(Number(offset), Number(offset) + Number(limit));
  });

  app.delete<{ Params: { id: string } }>("/v1/store/orders/:id", async (request, reply) => {
    const order = orders.find(({ id }) => id === Number(request.params.id));
    if (!order) throw fail(404, "Order not found");
    if (order.status === "shipped") throw fail(409, "Order already shipped");
    orders = orders.filter((other) => other !== order);
    return reply.code(204).send();
  });

  await app.listen({ port: 0, host: "127.0.0.1" });
  return runningServer(app.server);
};
