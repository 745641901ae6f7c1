import { expect, test } from "vitest";
import { callPort } from "../../testing/raw-socket.ts";
import { startMockServer } from "./mock-server.ts";

/** Tools that wait for a server need a 2xx at its address: wait-on, start-server-and-test, Playwright, curl. */
test.each([{}, { accept: "*/*" }, { accept: "text/html, application/json, */*" }])(
  "GET and HEAD with %j get 200 at the root, and the journal has no entry of it",
  async (headers) => {
    for (const control of [true, false]) {
      await using server = await startMockServer({ control });
      const ask = (line: string) => callPort(server.port, line, { authorization: undefined, ...headers });
      const { status, body } = await ask("GET /?a=1");
      expect(status).toBe(200);
      if (!headers.accept?.includes("html"))
        expect(body).toMatch(/^Store Orders mock: .*\/v1\/store\/orders.*\n$/);
      expect(await ask("HEAD /")).toMatchObject({ status: 200, body: "" });
      expect(server.mock.control.journal()).toEqual([]);
    }
  },
);

test("other methods at the root are 404, and a malformed Host is 400", async () => {
  await using server = await startMockServer();
  expect((await callPort(server.port, "POST /")).status).toBe(404);
  expect((await callPort(server.port, "GET /", { host: "a/b.localhost" })).status).toBe(400);
});
