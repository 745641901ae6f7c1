import { createServer } from "node:http";
import { H3, HTTPError, onError } from "h3";
import { toNodeHandler } from "h3/node";
import type { StartServer } from "../framework-server.ts";
import { runningServer } from "../running-server.ts";

export const startH3: StartServer = (seed, apiKey) => {
  const orders = new Map(seed.map((order) => [order.id, { ...order, status: order.status as string }]));
  const app = new H3({ silent: true })
    .use(
      onError(({ status, message }) => Response.json({ code: String(status), message, status }, { status })),
    )
    .use((event) => {
      if (event.req.headers.get("authorization") !== `Bearer ${apiKey}`)
        throw new HTTPError({ status: 401, message: "Unauthorized" });
    })
    .get("/v1/store/orders", () => [...orders.values()])
    .delete("/v1/store/orders/:orderId", (event) => {
      const { orderId = "" } = event.context.params ?? {};
      const order = /^[1-9]\d*$/.test(orderId) ? orders.get(Number(orderId)) : undefined;
      if (!order) throw new HTTPError({ status: 404, message: "Order not found" });
      if (order.status !== "pending") throw new HTTPError({ status: 409, message: `Order ${order.status}` });
      order.status = "cancelled";
      event.res.status = 204;
      return null;
    })
    .all("/**", () => {
      throw new HTTPError({ status: 404, message: "No such resource" });
    });
  return runningServer(createServer(toNodeHandler(app)).listen(0, "127.0.0.1"));
};
