import { setupServer } from "msw/node";
import { createMock } from "store-orders-kit";
import { createHandlers } from "store-orders-kit/msw";
import { createOrdersTest, expect } from "store-orders-kit/vitest";
import { afterAll, afterEach, beforeAll, describe, test } from "vitest";

const baseUrl = "https://api.shop.test/v1";
const cancelAt = (base: string, id: number, key = "mock-key") =>
  fetch(`${base}/store/orders/${id}`, { method: "DELETE", headers: { authorization: `Bearer ${key}` } });

describe("MSW", () => {
  const mock = createMock({ fixtures: "magic" });
  const server = setupServer(...createHandlers({ baseUrl, mock }));
  const cancel = async (id: number) => (await cancelAt(baseUrl, id)).status;

  beforeAll(() => server.listen({ onUnhandledRequest: "bypass" }));
  afterEach(() => server.resetHandlers()); // puts the orders back, too
  afterAll(() => server.close());

  test("a pending order is cancelled, once", async () => {
    expect([await cancel(204), await cancel(204), await cancel(409)]).toEqual([204, 404, 409]);
  });

  test("the orders are back for the next test", async () => {
    expect(await cancel(204)).toBe(204);
  });

  test("a fault, and the control plane", async () => {
    mock.control.setFaults([{ fault: "reset-after", times: 1 }]);
    await expect(cancel(204)).rejects.toThrow(TypeError);
    expect(mock.control.order(204n)).toMatchObject({ status: "cancelled" });
    expect((await fetch("https://api.shop.test/_mock/health")).status).toBe(200);
  });

  test("a handler of the test's own calls the same mock", async () => {
    const answer = await mock.fetch(new Request(`${baseUrl}/store/orders`));
    expect(answer.status).toBe(401);
  });
});

createOrdersTest({ fixtures: "magic" })("a port, and the matchers", async ({ storeOrders }) => {
  const { baseUrl: base, apiKey, control } = storeOrders;
  expect((await cancelAt(base, 204, apiKey)).status).toBe(204);
  await expect(control).toHaveOrder(204, "cancelled");
  await expect(control).toHaveReceived("DELETE /store/orders/204", { status: 204 });
  const assertion = expect(control).toHaveOrder(204, "shipped");
  await expect(assertion).rejects.toThrow("Expected order 204 to be shipped; it is cancelled.");
});
