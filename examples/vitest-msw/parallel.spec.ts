import { setupServer } from "msw/node";
import { createHandlers } from "store-orders-kit/msw";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createOrdersClient } from "../frontend/src/orders-client.ts";

const baseUrl = "https://api.shop.test/v1";
const server = setupServer(...createHandlers({ baseUrl, fixtures: "magic" }));

beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
afterAll(() => server.close());

// The name after the ~ opens a world of its own: no test sees what the others cancel. No resetHandlers() between
// these tests, as it would put back the orders of all of them.
describe("tests that run at the same time", () => {
  test.concurrent.each(["ann", "bob", "cleo"])("each cancel the same order: %s", async (name) => {
    const client = createOrdersClient(baseUrl, `mock-key~${name}`);
    await client.cancel("204");
    expect((await client.list()).map(({ id }) => id)).not.toContain("204");
  });

  test.concurrent(
    "or have a mock of their own",
    server.boundary(async () => {
      server.use(...createHandlers({ baseUrl, fixtures: "empty" }));
      expect(await createOrdersClient(baseUrl, "mock-key").list()).toEqual([]);
    }),
  );
});
