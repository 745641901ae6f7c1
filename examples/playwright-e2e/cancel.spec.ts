import { expect } from "vitest";
import { test } from "./orders-test.ts";

test("a pending order is cancelled, in the store too", async ({ page, control }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Cancel order 204" }).click();
  await page.getByRole("status").getByText("Order 204 is cancelled.").waitFor();
  expect(await control.orders()).toContainEqual(expect.objectContaining({ id: 204n, status: "cancelled" }));
});

test("an order that ships while the page is open is put back", async ({ page, control }) => {
  await page.goto("/");
  const button = page.getByRole("button", { name: "Cancel order 204" });
  await button.waitFor();
  await control.ship(204n);
  await button.click();
  await page.getByRole("status").getByText("Order 204 has shipped and cannot be cancelled.").waitFor();
  await button.waitFor();
});

test("by keyboard, the focus goes to the next order", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Cancel order 204" }).press("Enter");
  await page.getByRole("status").getByText("Order 204 is cancelled.").waitFor();
  const focused = page.locator(":focus");
  expect(await focused.getAttribute("aria-label")).toBe("Cancel order 409");
});

test("a wrong key is asked for again", async ({ page }) => {
  await page.addInitScript(() => sessionStorage.setItem("store-orders-key", "wrong"));
  await page.goto("/");
  await page.getByRole("status").getByText("The store asks for a valid API key.").waitFor();
  await page.getByLabel("API key").fill("mock-key");
  await page.getByRole("button", { name: "Use this key" }).click();
  await page.getByRole("button", { name: "Cancel order 409" }).waitFor();
});
