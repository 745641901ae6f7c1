import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { bearerAuth } from "hono/bearer-auth";
import { runningServer } from "../../sockets/running-server.ts";
import type { StartServer } from "../framework-server.ts";

// Other servers of this process know the platform's own Response.
const keepGlobals = { overrideGlobalObjects: false };

export const startNaiveHono: StartServer = (seed, apiKey) => {
  const orders = [...seed];
  const app = new Hono();

  app.use("/v1/*", bearerAuth({ token: apiKey }));
  app.get("/v1/store/orders", (c) => c.json({ orders, total: orders.length }));
  app.delete("/v1/store/orders/:id", (c) => {
    const index = orders.findIndex(({ id }) => id === Number(c.req.param("id")));
    if (index < 0) return c.json({ message: "Order not found" }, 404);
    if (orders[index]!.status === "shipped") return c.json({ message: "Already shipped" }, 409);
    orders.splice(index, 1);
    return c.body(null, 204);
  });
  return runningServer(createServer(getRequestListener(app.fetch, keepGlobals)).listen(0, "127.0.0.1"));
};
