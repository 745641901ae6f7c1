import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { setupServer } from "msw/node";
import { createMock } from "store-orders-kit";
import { createHandlers } from "store-orders-kit/msw";

const mock = createMock({ fixtures: "magic" });
const server = setupServer(...createHandlers({ baseUrl: "https://api.shop.test/v1", mock }));
before(() => server.listen({ onUnhandledFrame: "error" }));
beforeEach(() => server.resetHandlers()); // puts the orders back, too
after(() => server.close());

const cancel = (id: number) =>
  fetch(`https://api.shop.test/v1/store/orders/${id}`, {
    method: "DELETE",
    headers: { authorization: "Bearer mock-key" },
  });

test("a pending order is cancelled, once", async () => {
  assert.equal((await cancel(204)).status, 204);
  assert.equal((await cancel(204)).status, 404);
});

test("the orders are back for the next test", async () => {
  assert.equal((await cancel(204)).status, 204);
});

test("an order that ships behind the client's back stays", async () => {
  mock.control.ship(204n);
  assert.equal((await cancel(204)).status, 409);
});
