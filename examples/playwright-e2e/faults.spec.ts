import { expect } from "vitest";
import { test } from "./orders-test.ts";

test("while the list is slow, the page says that it loads", async ({ page, control }) => {
  await control.setFaults([{ fault: "delay", ms: 1000, operation: "listOrders" }]);
  // Waited for from before the page is opened: it may take longer to open than the list takes.
  await Promise.all([page.getByText("Loading the orders…").waitFor(), page.goto("/")]);
  await page.getByRole("button", { name: "Cancel order 204" }).waitFor();
});

test("a list that lags behind does not bring a cancelled order back", async ({ page, control }) => {
  await control.setFaults([{ fault: "stale-list", reads: 1 }]);
  await page.goto("/");
  await page.getByRole("button", { name: "Cancel order 204" }).click();
  await page.getByRole("status").getByText("Order 204 is cancelled.").waitFor();
  const stale = page.waitForResponse((response) => response.request().method() === "GET");
  await page.getByRole("button", { name: "Refresh" }).click();
  expect(await (await stale).text()).toContain('"id":204,');
  await page.locator("section[aria-busy=false]").waitFor();
  expect(await page.getByRole("button", { name: "Cancel order 204" }).count()).toBe(0);
});

test("a cancel that is lost on the way is taken back, and works later", async ({ page, control }) => {
  // Without `times: 1`: a browser itself repeats a request once when its kept connection is reset.
  await control.setFaults([{ fault: "reset-before", operation: "cancelOrder" }]);
  await page.goto("/");
  const button = page.getByRole("button", { name: "Cancel order 204" });
  await button.click();
  await page.getByRole("status").getByText("The store cannot be reached.").waitFor();
  await control.setFaults([]);
  await button.click();
  await page.getByRole("status").getByText("Order 204 is cancelled.").waitFor();
});

test("what went over the wire is in the journal", async ({ page, control }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Cancel order 9007199254740993" }).click();
  await page.getByRole("status").getByText("is cancelled").waitFor();
  const [entry] = await control.journal(1);
  expect(JSON.stringify(entry)).toContain("/v1/store/orders/9007199254740993");
});
