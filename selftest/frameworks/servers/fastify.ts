import Fastify from "fastify";
import { runningServer } from "../../sockets/running-server.ts";
import type { StartServer } from "../framework-server.ts";

interface ServiceFault extends Error {
  readonly statusCode?: number;
  readonly code: string;
}

const fault = (statusCode: number, code: string, message: string): ServiceFault =>
  Object.assign(new Error(message), { statusCode, code });

export const startFastify: StartServer = async (seed, apiKey) => {
  const orders = new Map(seed.map((order) => [order.id, { ...order, status: order.status as string }]));
  const app = Fastify({ forceCloseConnections: true });

  app.setErrorHandler<ServiceFault>(({ statusCode = 500, code, message }, _request, reply) =>
    reply.code(statusCode).send({ code, message, status: statusCode }),
  );
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ code: "NOT_FOUND", message: "No such resource", status: 404 }),
  );
  app.addHook("onRequest", async ({ headers }) => {
    if (headers.authorization !== `Bearer ${apiKey}`)
      throw fault(401, "UNAUTHORIZED", "Missing or invalid API key");
  });

  await app.register(
    async (api) => {
      const properties = {
        id: { type: "integer" },
        petId: { type: "integer" },
        quantity: { type: "integer" },
      };
      const order = {
        type: "object",
        properties: { ...properties, shipDate: { type: "string" }, complete: { type: "boolean" } },
      };
      const schema = { response: { 200: { type: "array", items: order } } };
      api.get("/store/orders", { schema }, async () => [...orders.values()]);

      const params = { type: "object", properties: { orderId: { type: "string", pattern: "^-?[0-9]+$" } } };
      api.delete<{ Params: { orderId: string } }>(
        "/store/orders/:orderId",
        { schema: { params } },
        async ({ params: { orderId } }, reply) => {
          const order = orders.get(Number(orderId));
          if (!order) throw fault(404, "ORDER_NOT_FOUND", `No order ${orderId}`);
          if (order.status === "shipped") throw fault(409, "ALREADY_SHIPPED", "Too late");
          if (order.status !== "pending") throw fault(409, "NOT_PENDING", "Cancelled before");
          order.status = "cancelled";
          return reply.code(204).send();
        },
      );
    },
    { prefix: "/v1" },
  );
  await app.listen({ port: 0, host: "127.0.0.1" });
  return runningServer(app.server);
};
