import express from "express";
import { runningServer } from "../../sockets/running-server.ts";
import type { StartServer } from "../framework-server.ts";

export const startNaiveExpress: StartServer = (seed, apiKey) => {
  const orders = seed.map((order) => ({ ...order, status: order.status as string }));
  const app = express();

  app.use((req, res, next) => {
    const token = req.headers.authorization?.split(" ")[1];
    if (token !== apiKey) return res.status(401).json({ error: "Unauthorized" });
    next();
  });

  app.get("/v1/store/orders", (_req, res) => {
    res.json(orders);
  });

  app.delete("/v1/store/orders/:id", (req, res) => {
    const order = orders.find(({ id }) => id === Number.parseInt(req.params.id, 10));
    if (!order) return res.sendStatus(404);
    if (order.status === "shipped") return res.status(409).json({ error: "Already shipped" });
    order.status = "cancelled";
    res.sendStatus(204);
  });

  return runningServer(app.listen(0, "127.0.0.1"));
};
