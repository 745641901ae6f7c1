import express from "express";
import { runningServer } from "../../sockets/running-server.ts";
import type { FrameworkServer, StoredOrder } from "../framework-server.ts";

const error = (status: number, code: string, message: string) => ({ code, message, status });

/** @param before handlers in front of the service */
export function startExpress(
  seed: readonly StoredOrder[],
  apiKey: string,
  ...before: readonly express.RequestHandler[]
): Promise<FrameworkServer> {
  const orders = new Map(seed.map((order) => [order.id, { ...order, status: order.status as string }]));
  const api = express.Router();

  api.use((req, res, next) => {
    const [, key] = /^Bearer +(\S+)$/i.exec(req.get("authorization") ?? "") ?? [];
    if (key === apiKey) return next();
    res
      .set("WWW-Authenticate", "Bearer")
      .status(401)
      .json(error(401, "unauthorized", "Invalid API key"));
  });

  api.get("/store/orders", (_req, res) => {
    res.json([...orders.values()].map(({ status: _status, ...order }) => order));
  });

  api.delete("/store/orders/:orderId", (req, res) => {
    const { orderId } = req.params;
    const order = /^\d{1,15}$/.test(orderId) ? orders.get(Number(orderId)) : undefined;
    if (!order || order.status === "cancelled") {
      res.status(404).json(error(404, "not_found", `No order ${orderId}`));
    } else if (order.status === "shipped") {
      res.status(409).json(error(409, "already_shipped", `Order ${orderId} has shipped`));
    } else {
      order.status = "cancelled";
      res.status(204).end();
    }
  });

  const app = express().disable("x-powered-by");
  for (const handler of before) app.use(handler);
  app.use("/v1", api);
  app.use((_req, res) => {
    res.status(404).json(error(404, "not_found", "No such resource"));
  });
  return runningServer(app.listen(0, "127.0.0.1"));
}
