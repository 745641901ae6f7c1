import { expect, test } from "vitest";
import { callPort } from "../../testing/raw-socket.ts";
import { startMockServer } from "./mock-server.ts";

/** The requests by which tools wait for a server: each must get a 2xx at the mock's address. */

const waits: readonly (readonly [tool: string, method: "GET" | "HEAD", headers: Record<string, string>])[] = [
  ["wait-on", "HEAD", { accept: "application/json, text/plain, */*", "user-agent": "axios/1.13.2" }],
  ["wait-on http-get", "GET", { accept: "application/json, text/plain, */*", "user-agent": "axios/1.13.2" }],
  ["start-server-and-test", "HEAD", { accept: "text/html, application/json, text/plain, */*" }],
  ["Playwright's webServer", "GET", { accept: "*/*" }],
  ["curl", "GET", { accept: "*/*", "user-agent": "curl/8.5.0" }],
  ["no Accept", "GET", {}],
  ["no Accept", "HEAD", {}],
];

test.each(waits)("%s gets 200 by %s %j at the root, and the journal has no entry of it", async (...wait) => {
  const [, method, headers] = wait;
  for (const control of [true, false]) {
    await using server = await startMockServer({ control });
    for (const path of ["/", "/?a=1"]) {
      const wanted = { authorization: undefined, ...headers };
      const { status, body: text } = await callPort(server.port, `${method} ${path}`, wanted);
      expect(status).toBe(200);
      if (method === "HEAD") expect(text).toBe("");
      else if (!headers.accept?.includes("html"))
        expect(text).toMatch(/^Store Orders mock: .*\/v1\/store\/orders.*\n$/);
    }
    expect(server.mock.control.journal()).toEqual([]);
  }
});

test("other methods at the root are 404, and a malformed Host is 400", async () => {
  await using server = await startMockServer();
  expect((await callPort(server.port, "POST /")).status).toBe(404);
  expect((await callPort(server.port, "GET /", { host: "a/b.localhost" })).status).toBe(400);
});
