import { describe } from "vitest";
import { createOrdersTest, expect, test } from "./vitest.ts";

const cancel = (baseUrl: string, apiKey: string, id: bigint | string) =>
  fetch(`${baseUrl}/store/orders/${id}`, {
    method: "DELETE",
    headers: { authorization: `Bearer ${apiKey}` },
  });

describe("a world for each test", () => {
  for (const round of ["first", "second"]) {
    test(`the ${round} test finds the orders as they were at the start`, async ({ storeOrders }) => {
      const { control, baseUrl, apiKey } = storeOrders;
      await expect(control).toHaveOrder(1001, "pending");
      expect((await cancel(baseUrl, apiKey, 1001n)).status).toBe(204);
      await expect(control).toHaveOrder(1001n, "cancelled");
      await expect(control).not.toHaveOrder(1001, "pending");
      await expect(control).toHaveReceived("DELETE /store/orders/1001", { times: 1, status: 204 });
      await expect(control).toHaveReceived("delete /v1/store/orders/1001");
      await expect(control).not.toHaveReceived("DELETE /store/orders/1002");
    });
  }
});

test("an expectation waits until the mock meets it", async ({ storeOrders }) => {
  const { control, baseUrl, apiKey } = storeOrders;
  const [met] = await Promise.all([
    expect(control)
      .toHaveOrder(1001, "cancelled")
      .then(() => true),
    cancel(baseUrl, apiKey, 1001n),
  ]);
  expect(met).toBe(true);
});

test("a number that JavaScript has rounded is refused with the reason, after .not as well", async ({
  storeOrders,
}) => {
  const { control } = storeOrders;
  const words = /^Cannot look for order 9007199254740992: .* Give the id as a bigint or as text\.$/;
  // biome-ignore lint/correctness/noPrecisionLoss: the mistake that the message is about
  const rounded = 9007199254740993;
  await expect(expect(control).toHaveOrder(rounded, "pending")).rejects.toThrow(words);
  await expect(expect(control).not.toHaveOrder(rounded)).rejects.toThrow(words);
  await expect(expect(control).not.toHaveOrder(9007199254740993n)).resolves.toBeUndefined();
});

test.for([
  "/store/orders",
  "DELETE",
  "DELETE store/orders",
  "DELETE  /store/orders",
  "DELETE https://a.test/v1",
])("the request %j is refused, after .not as well", async (request, { storeOrders: { control } }) => {
  const words = `Cannot look for request ${JSON.stringify(request)}: it must be METHOD /path`;
  await expect(expect(control).toHaveReceived(request)).rejects.toThrow(words);
  await expect(expect(control).not.toHaveReceived(request)).rejects.toThrow(words);
});

test("a state that does not exist is refused", async ({ storeOrders: { control } }) => {
  const mistyped = expect(control).not.toHaveOrder(1001, "canceled" as "cancelled");
  await expect(mistyped).rejects.toThrow('got "canceled". Did you mean cancelled?');
});

test("an expectation that is not met says what the mock has instead", async ({ storeOrders }) => {
  const { control, baseUrl, apiKey } = storeOrders;
  await cancel(baseUrl, apiKey, "abc");
  const soon = { timeout: 0 };
  await expect(expect(control).toHaveOrder(1001, "shipped", soon)).rejects.toThrow(
    "Expected order 1001 to be shipped; it is pending.",
  );
  await expect(expect(control).toHaveOrder(1, undefined, soon)).rejects.toThrow("there is no such order");
  await expect(expect(control).toHaveReceived("GET /store/orders", soon)).rejects.toThrow(
    "Expected to receive GET /v1/store/orders, at least once, got 0. The mock was asked:\n  DELETE /v1/store/orders/abc → 404",
  );
  await expect(
    expect(control).not.toHaveReceived("DELETE /store/orders/abc", { times: 1, ...soon }),
  ).rejects.toThrow("Expected not to receive DELETE /v1/store/orders/abc, 1 time, got 1.");
});

test("an empty journal gives a hint", async ({ storeOrders: { control } }) => {
  const hint = "The mock was not called: is a service worker or another base URL in the way?";
  const soon = { timeout: 0 };
  await expect(expect(control).toHaveReceived("GET /store/orders", soon)).rejects.toThrow(`got 0. ${hint}`);
  await expect(expect(control).toHaveOrder(1001, "shipped", soon)).rejects.toThrow(`it is pending. ${hint}`);
  await expect(expect(control).not.toHaveOrder(1001, "pending", soon)).rejects.toThrow(
    /^Expected order 1001 not to be pending; it is pending\.$/,
  );
});

test("an assertion fails before its test times out", { timeout: 4000 }, async ({ storeOrders }) => {
  const assertion = expect(storeOrders.control).toHaveOrder(1001, "shipped");
  await expect(assertion).rejects.toThrow("Expected order 1001 to be shipped");
});

createOrdersTest({ fixtures: [{ id: 7n, status: "shipped" }], apiKeys: ["other"] })(
  "a test with orders and a key of its own",
  async ({ storeOrders }) => {
    await expect(storeOrders.control).toHaveOrder(7, "shipped");
    expect((await cancel(storeOrders.baseUrl, storeOrders.apiKey, 7n)).status).toBe(409);
  },
);
