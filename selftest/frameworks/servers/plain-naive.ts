import { createServer } from "node:http";
import type { StartServer } from "../framework-server.ts";
import { runningServer } from "../running-server.ts";

export const startNaivePlain: StartServer = (seed, apiKey) => {
  const orders = Object.fromEntries(
    seed.map((order) => [
      order.id,
      { ...order, status: order.status as string, shipDate: new Date(order.shipDate).toDateString() },
    ]),
  );

  const server = createServer((req, res) => {
    const send = (status: number, body?: unknown) => {
      res.writeHead(status, { "Content-Type": "application/json" });
      res.end(body === undefined ? undefined : JSON.stringify(body));
    };
    if (!req.headers.authorization?.includes(apiKey)) {
      return send(401, { code: 401, message: "Unauthorized" });
    }
    if (req.method === "GET" && req.url === "/v1/store/orders") {
      return send(200, Object.values(orders));
    }
    if (req.method === "DELETE" && req.url!.startsWith("/v1/store/orders/")) {
      const order = orders[req.url!.split("/").pop()!];
      if (!order) return send(404, { code: 404, message: "Not found" });
      if (order.status === "shipped") return send(409, { code: 409, message: "Shipped" });
      order.status = "cancelled";
      return send(204);
    }
    send(404, { code: 404, message: "Not found" });
  });
  return runningServer(server.listen(0, "127.0.0.1"));
};
