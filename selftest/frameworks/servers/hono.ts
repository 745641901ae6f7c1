import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { logger } from "hono/logger";
import { runningServer } from "../../sockets/running-server.ts";
import type { StartServer } from "../framework-server.ts";

// Other servers of this process know the platform's own Response.
const keepGlobals = { overrideGlobalObjects: false };

export const startHono: StartServer = (seed, apiKey) => {
  const orders = new Map(seed.map((order) => [order.id, { ...order }]));
  const app = new Hono().basePath("/v1");

  app.use(logger(() => {}));
  app.use(async (c, next) => {
    if (c.req.header("Authorization") !== `Bearer ${apiKey}`)
      throw new HTTPException(401, { message: "Unauthorized" });
    await next();
  });
  app.get("/store/orders", (c) => c.json([...orders.values()].map(({ status: _, ...order }) => order)));
  app.delete("/store/orders/:orderId{[0-9]+}", (c) => {
    const id = Number(c.req.param("orderId"));
    const order = orders.get(id);
    if (!order) throw new HTTPException(404, { message: "Order not found" });
    if (order.status === "shipped") return c.text("Order has shipped", 409);
    orders.delete(id);
    return c.body(null, 204);
  });
  app.notFound((c) => c.json({ code: "not_found", message: "Not found", status: 404 }, 404));
  app.onError((error, c) => {
    const status = error instanceof HTTPException ? error.status : 500;
    return c.json({ code: `http_${status}`, message: error.message, status }, status);
  });
  return runningServer(createServer(getRequestListener(app.fetch, keepGlobals)).listen(0, "127.0.0.1"));
};
