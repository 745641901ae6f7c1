import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { startMockServer } from "../../mocks/adapters/server/mock-server.ts";
import { startDelayRelay } from "./delay-relay.ts";

test("the relay adds a round trip to each connection and each call, and counts both", async () => {
  await using server = await startMockServer();
  await using relay = await startDelayRelay(server.port, 100);
  const startedAt = performance.now();
  const socket = connect(Number(new URL(relay.origin).port), "127.0.0.1");
  for (const method of ["DELETE", "GET"]) {
    socket.write(`${method} /v1/store/orders/1 HTTP/1.1\r\nhost: x\r\n\r\n`);
    await once(socket, "data");
  }
  socket.destroy();
  expect(performance.now() - startedAt).toBeGreaterThan(290);
  expect(relay.passed).toEqual({ connections: 1, requests: 2, deletes: 1 });
});
