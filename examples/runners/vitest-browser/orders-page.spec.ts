import { setupWorker } from "msw/browser";
import { createMock } from "store-orders-kit";
import { createHandlers } from "store-orders-kit/msw";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { showOrders } from "../../frontend/src/show-orders.ts";

const mock = createMock({ fixtures: "magic" });
const worker = setupWorker(...createHandlers({ baseUrl: "/v1", mock }));
beforeAll(() => worker.start({ onUnhandledFrame: "bypass", quiet: true }));
beforeEach(() => {
  worker.resetHandlers(); // puts the orders back, too
  showOrders(document.body, "/v1", "mock-key");
});
afterAll(() => worker.stop());

const cancel = (id: number) => page.getByRole("button", { name: `Cancel order ${id}`, exact: true }).click();

test("a pending order is cancelled", async () => {
  await cancel(204);
  await expect.element(page.getByText("Order 204 is cancelled.")).toBeVisible();
});

test("an order that ships meanwhile stays", async () => {
  await expect.element(page.getByRole("button", { name: "Cancel order 204", exact: true })).toBeVisible();
  mock.control.ship(204n);
  await cancel(204);
  await expect.element(page.getByText("Order 204 has shipped and cannot be cancelled.")).toBeVisible();
});
