import { setupServer } from "msw/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHandlers } from "./msw.ts";

// Two ways to keep tests that run at the same time apart. Each test waits for the others in the middle, so that
// what one did would show in the others.

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
afterAll(() => server.close());

const names = ["ann", "bob", "cleo", "dan"];

function createMeeting() {
  let met = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  return () => {
    if (++met === names.length) resolve();
    return promise;
  };
}

/** What a test of an application would do: see the order, cancel it, see that it is gone. */
async function cancelOnce(key: string, everyone: () => Promise<void>): Promise<void> {
  const url = "https://api.shop.test/v1/store/orders";
  const headers = { authorization: `Bearer ${key}` };
  const list = async () => (await fetch(url, { headers })).text();
  expect(await list()).toContain('"id":204,');
  expect((await fetch(`${url}/204`, { method: "DELETE", headers })).status).toBe(204);
  await everyone();
  expect(await list()).not.toContain('"id":204,');
  expect((await fetch(`${url}/204`, { method: "DELETE", headers })).status).toBe(404);
}

describe("tests at the same time, each with a key of its own", () => {
  const everyone = createMeeting();
  beforeAll(() => server.use(...createHandlers({ fixtures: "magic" })));
  afterAll(() => server.resetHandlers());

  test.concurrent.each(names)("do not see the cancels of other tests: %s", async (name) => {
    await cancelOnce(`mock-key~${name}`, everyone);
  });
});

describe("tests at the same time, each with a mock of its own", () => {
  const everyone = createMeeting();

  test.concurrent.each(names)(
    "do not see the cancels of other tests: %s",
    server.boundary(async () => {
      server.use(...createHandlers({ fixtures: "magic" }));
      await cancelOnce("mock-key", everyone);
    }),
  );
});
