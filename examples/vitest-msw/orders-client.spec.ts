import { setupServer } from "msw/node";
import { createHandlers } from "store-orders-kit/msw";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createOrdersClient } from "../frontend/src/orders-client.ts";

const baseUrl = "https://api.shop.test/v1";
const server = setupServer(...createHandlers({ baseUrl, fixtures: "magic" }));

beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
afterEach(() => server.resetHandlers()); // puts the orders back, too
afterAll(() => server.close());

const client = createOrdersClient(baseUrl, "mock-key");
const ids = async () => (await client.list()).map(({ id }) => id);

test("a pending order is cancelled once", async () => {
  expect(await ids()).toContain("204");
  await client.cancel("204");
  expect(await ids()).not.toContain("204");
  await expect(client.cancel("204")).rejects.toMatchObject({ status: 404 });
});

test("the order is there again for the next test", async () => {
  expect(await ids()).toContain("204");
});

test("a shipped order stays", async () => {
  await expect(client.cancel("409")).rejects.toMatchObject({ status: 409 });
  expect(await ids()).toContain("409");
});

test("ids keep all their digits", async () => {
  await client.cancel("9007199254740993"); // 2^53 + 1, which JavaScript would round to its shipped neighbour
  expect(await ids()).toContain("9007199254740992");
});

test("a wrong key is a 401, with the service's message", async () => {
  const refused = createOrdersClient(baseUrl, "wrong");
  await expect(refused.list()).rejects.toMatchObject({
    status: 401,
    message: expect.stringContaining("key"),
  });
});
