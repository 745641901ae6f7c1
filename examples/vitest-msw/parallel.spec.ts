import { setupServer } from "msw/node";
import { createHandlers } from "store-orders-kit/msw";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createOrdersClient } from "../frontend/src/orders-client.ts";

const baseUrl = "https://api.shop.test/v1";
const server = setupServer(...createHandlers({ baseUrl, fixtures: "magic" }));

beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
afterAll(() => server.close());

// The name after the ~ opens a separate world, so that no test sees the cancels of others. There is no resetHandlers()
// between these tests, since it would reset the orders of all of them.
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
