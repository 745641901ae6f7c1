import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import type { FixtureOrder } from "../../../fixtures/fixture-order.ts";
import { openSocket, parseAnswer, readToEnd } from "../../testing/raw-socket.ts";
import { createHttpServer } from "./http-server.ts";
import { startMockServer } from "./mock-server.ts";

/** How long the server's close() waits, and for whom. */

const listRequest = (lines = "") =>
  `GET /v1/store/orders HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer mock-key\r\n${lines}\r\n`;

/** About 20 MB in several pieces: more than the buffers of a connection take, so that the server must wait. */
const heavyOrders: readonly FixtureOrder[] = Array.from({ length: 400 }, (_, index) => ({
  id: BigInt(index),
  note: "x".repeat(50_000),
  status: "pending",
}));

/** How long a stop may take at the most: the grace time and some leave for a busy machine. */
const stopMs = 2000 + 3000;

async function elapsedMs(task: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await task();
  return performance.now() - startedAt;
}

test("ends within the grace time while a slow reader is mid-list", { timeout: 20_000 }, async () => {
  const server = await startMockServer({ fixtures: heavyOrders });
  const socket = await openSocket(server.port);
  socket.write(listRequest());
  await once(socket, "data");
  socket.pause();
  const ms = await elapsedMs(() => server.close());
  expect(ms).toBeLessThan(stopMs);
  // The reader had its time, too.
  expect(ms).toBeGreaterThan(1000);
  await expect(openSocket(server.port)).rejects.toThrow("ECONNREFUSED");
  socket.destroy();
});

test("an answer that was handed over at once, and is on its way, arrives to its last byte", async () => {
  const { server, stop } = createHttpServer((_request, response) => {
    response.setHeader("content-length", 20e6).end(Buffer.alloc(20e6));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const reader = await openSocket((server.address() as AddressInfo).port);
  reader.write(listRequest());
  const [first] = (await once(reader, "data")) as [Buffer];
  reader.pause();
  const stopped = stop();
  const rest = readToEnd(reader);
  reader.resume();
  const { headers, body } = parseAnswer(Buffer.concat([first, await rest]));
  expect(body.length).toBe(Number(headers["content-length"]));
  await stopped;
});

test("lets a running answer end, and does not wait for idle connections", async () => {
  const server = await startMockServer({ fixtures: heavyOrders });
  const idle = await openSocket(server.port);
  const kept = await openSocket(server.port);
  kept.write("GET /v1/pets/1 HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await once(kept, "data");
  const reader = await openSocket(server.port);
  reader.write(listRequest("Connection: close\r\n"));
  const [first] = (await once(reader, "data")) as [Buffer];
  const rest = readToEnd(reader);
  // Well within the grace time, after which everything would be cut.
  expect(await elapsedMs(() => server.close())).toBeLessThan(1900);
  const { headers, body } = parseAnswer(Buffer.concat([first, await rest]));
  expect(body.length).toBe(Number(headers["content-length"]));
  idle.destroy();
  kept.destroy();
});
