import { createServer, type ServerResponse } from "node:http";
import type { StartServer } from "../framework-server.ts";
import { runningServer } from "../running-server.ts";

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
  });
  response.end(text);
}

const sendError = (response: ServerResponse, status: number, message: string) =>
  sendJson(response, status, { code: `E${status}`, message, status });

export const startPlain: StartServer = (seed, apiKey) => {
  const orders = new Map(seed.map((order) => [BigInt(order.id), { ...order }]));
  const cancelled = new Set<bigint>();

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, "http://localhost");
    if (request.headers.authorization !== `Bearer ${apiKey}`)
      return sendError(response, 401, "The API key is missing or invalid.");
    if (pathname === "/v1/store/orders") {
      if (request.method !== "GET" && request.method !== "HEAD")
        return sendError(response, 405, "Only GET is allowed.");
      const present = [...orders.values()].map(({ status: _, ...order }) => order);
      return sendJson(response, 200, present);
    }
    const [, digits] = /^\/v1\/store\/orders\/(-?\d{1,19})$/.exec(pathname) ?? [];
    const order = digits === undefined ? undefined : orders.get(BigInt(digits));
    if (request.method !== "DELETE" || !order) return sendError(response, 404, "There is nothing here.");
    if (order.status === "shipped") return response.writeHead(409).end();
    if (cancelled.has(BigInt(digits!))) return response.writeHead(409).end("cancelled before");
    cancelled.add(BigInt(digits!));
    response.writeHead(204).end();
  });
  return runningServer(server.listen(0, "127.0.0.1"));
};
