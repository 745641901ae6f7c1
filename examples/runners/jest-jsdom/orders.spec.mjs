import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { setupServer } from "msw/node";
import { createMock } from "store-orders-kit";
import { createHandlers } from "store-orders-kit/msw";

const baseUrl = "https://api.shop.test/v1";
const mock = createMock({ fixtures: "magic" });
const server = setupServer(...createHandlers({ baseUrl, mock }));

beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
afterEach(() => server.resetHandlers()); // puts the orders back, too
afterAll(() => server.close());

const headers = { authorization: "Bearer mock-key" };
const cancel = (id) => fetch(`${baseUrl}/store/orders/${id}`, { method: "DELETE", headers });

test("a page lists the orders", async () => {
  document.body.innerHTML = "<ul></ul>";
  for (const { id } of await (await fetch(`${baseUrl}/store/orders`, { headers })).json())
    document.querySelector("ul").insertAdjacentHTML("beforeend", `<li>${id}</li>`);
  expect(document.querySelectorAll("li").length).toBeGreaterThan(2);
});

test("an order that ships meanwhile cannot be cancelled", async () => {
  mock.control.ship(204n);
  expect((await cancel(204)).status).toBe(409);
});

test("the orders are back for the next test", async () => {
  expect((await cancel(204)).status).toBe(204);
});
