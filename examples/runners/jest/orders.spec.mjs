import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { createControlClient } from "store-orders-kit/control";
import { startMockServer } from "store-orders-kit/server";

// Jest runs files at the same time, each in a process of its own: so each has its mock.
let server;
let control;
beforeAll(async () => {
  server = await startMockServer({ port: 0, fixtures: "magic" });
  control = createControlClient({ baseUrl: server.baseUrl });
});
beforeEach(() => control.reset());
afterAll(() => server.close());

const cancel = (id) =>
  fetch(`${server.baseUrl}/store/orders/${id}`, {
    method: "DELETE",
    headers: { authorization: "Bearer mock-key" },
  });

test("a pending order is cancelled, once", async () => {
  expect((await cancel(204)).status).toBe(204);
  expect((await cancel(204)).status).toBe(404);
});

test("the orders are back for the next test", async () => {
  expect((await cancel(204)).status).toBe(204);
});

test("an order that ships meanwhile stays", async () => {
  await control.setFaults([{ fault: "ship-first", operation: "cancelOrder", times: 1 }]);
  expect((await cancel(204)).status).toBe(409);
  const orders = await control.orders();
  expect(orders.find(({ id }) => id === 204n).status).toBe("shipped");
});
