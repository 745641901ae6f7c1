import { setupServer } from "msw/node";
import { createMock } from "store-orders-kit";
import { createHandlers } from "store-orders-kit/msw";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createOrdersClient } from "../frontend/src/orders-client.ts";
import { createOrdersModel, type OrdersState } from "../frontend/src/orders-model.ts";

const baseUrl = "https://api.shop.test/v1";
const mock = createMock({ fixtures: "magic" }); // kept, to reach its control from the tests
const server = setupServer(...createHandlers({ baseUrl, mock }));

beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

/** Tests of the frontend's model without its page, in every state that the page can show. */
function createScreen(key = "mock-key") {
  const states: OrdersState[] = [];
  const model = createOrdersModel(createOrdersClient(baseUrl, key), (state) => states.push(state));
  return { model, states, last: () => states.at(-1)! };
}
const shows = ({ orders }: OrdersState, id: string) => orders.some((order) => order.id === id);

test("a cancel shows at once, and a 409 takes it back", async () => {
  const { model, states, last } = createScreen();
  await model.load();
  mock.control.ship(204n); // behind the page's back
  states.length = 0;
  await model.cancel("204");
  expect(states.map((state) => shows(state, "204"))).toEqual([false, true]);
  expect(last().message).toBe("Order 204 has shipped and cannot be cancelled.");
});

test("a failing store is reported, and the order is back", async () => {
  mock.control.setFaults([{ fault: "status", status: 500, operation: "cancelOrder", times: 1 }]);
  const { model, last } = createScreen();
  await model.load();
  await model.cancel("204");
  expect(last()).toMatchObject({ isProblem: true, message: expect.stringContaining("is not cancelled") });
  expect(shows(last(), "204")).toBe(true);
  await model.cancel("204");
  expect(shows(last(), "204")).toBe(false);
});

test("a lost connection is reported", async () => {
  mock.control.setFaults([{ fault: "reset-before", operation: "listOrders" }]);
  const { model, last } = createScreen();
  await model.load();
  expect(last()).toMatchObject({ phase: "failed", message: expect.stringContaining("cannot be reached") });
});

test("while the store is slow the page says that it loads", async () => {
  mock.control.setFaults([{ fault: "delay", ms: 50 }]);
  const { model, states } = createScreen();
  await model.load();
  expect(states.map(({ phase }) => phase)).toEqual(["loading", "ready"]);
});

test("a wrong key locks the page", async () => {
  const { model, last } = createScreen("wrong");
  await model.load();
  expect(last().phase).toBe("locked");
});
