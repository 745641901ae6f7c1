import { expect, test } from "vitest";
import { startMockServer } from "../../mocks/adapters/server/mock-server.ts";
import { createMock } from "../../mocks/mock.ts";
import { callPort } from "../../mocks/testing/raw-socket.ts";
import { brokenServers } from "../../selftest/broken/broken-servers.ts";
import { findBrokenMock } from "./broken-mock.ts";

const key = "Bearer mock-key";
/** Requests that show a wrong server; each is sent with the key, without it and with another. */
const calls = [
  "GET /v1/store/orders",
  "DELETE /v1/store/orders/1001",
  "DELETE /v1/store/orders/1001",
  "DELETE /v1/store/orders/1002",
  "DELETE /v1/store/orders/9",
  "DELETE /v1/store/orders/abc",
  "GET /v1/store/orders?limit=1",
].flatMap((line) => [undefined, "Bearer wrong", key].map((authorization) => ({ line, authorization })));

/** Every tenth server, since all are served in the same way. */
const sample = brokenServers.filter((_, index) => index % 10 === 0);

test.for(sample)("$id answers on a port as in process: $description", async ({ id, build }) => {
  await using server = await startMockServer({}, findBrokenMock(id).listener);
  const handle = build(createMock());
  for (const { line, authorization } of calls) {
    const [method = "", target = ""] = line.split(" ");
    const headers = { host: "127.0.0.1", ...(authorization && { authorization }) };
    const expected = handle({ method, target, headers });
    const answer = await callPort(server.port, line, { host: "127.0.0.1", authorization });
    expect(answer.status, line).toBe(expected.status);
    expect(Buffer.from(answer.body, "latin1").equals(Buffer.concat(expected.body)), line).toBe(true);
    expect(answer.headers, line).toMatchObject(expected.headers);
  }
});
