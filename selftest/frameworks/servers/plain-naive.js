// A program of its own: an id of __proto__ changes every object of the process.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const { API_KEY, ORDERS_FILE } = process.env;
const orders = {};
for (const order of JSON.parse(readFileSync(ORDERS_FILE, "utf8"))) {
  order.shipDate = new Date(order.shipDate).toDateString();
  orders[order.id] = order;
}

const server = createServer((req, res) => {
  const send = (status, body) => {
    res.writeHead(status, { "Content-Type": "application/json" });
    res.end(body === undefined ? undefined : JSON.stringify(body));
  };
  if (!req.headers.authorization?.includes(API_KEY)) {
    return send(401, { code: 401, message: "Unauthorized" });
  }
  if (req.method === "GET" && req.url === "/v1/store/orders") {
    return send(200, Object.values(orders));
  }
  if (req.method === "DELETE" && req.url.startsWith("/v1/store/orders/")) {
    const order = orders[req.url.split("/").pop()];
    if (!order) return send(404, { code: 404, message: "Not found" });
    if (order.status === "shipped") return send(409, { code: 409, message: "Shipped" });
    order.status = "cancelled";
    return send(204);
  }
  send(404, { code: 404, message: "Not found" });
});
server.listen(Number(process.argv[2]), "127.0.0.1");
