import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPage, preparePage } from "./testing/open-page.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await preparePage();
}, 60_000);
afterAll(() => browser?.close());

const biggest = 2n ** 63n - 1n;

test("the page shows the orders, every id to its last digit", async () => {
  await using opened = await openPage(browser, { fixtures: "large-ids" });
  const { page, server } = opened;
  for (const { id } of server.mock.control.orders().slice(0, 10)) {
    await page.getByRole("gridcell", { name: String(id), exact: true }).waitFor();
  }
  await page.getByRole("searchbox", { name: "Search by id" }).fill(String(biggest));
  await page.getByRole("gridcell", { name: String(biggest), exact: true }).waitFor();
  await expect.poll(() => page.getByRole("row").count()).toBe(2);
});

test("an order is cancelled through the API, shipped, edited, added and removed", async () => {
  await using opened = await openPage(browser, { fixtures: "magic" });
  const { page, server } = opened;
  const { control } = server.mock;
  const stateOf = (id: bigint) => control.orders().find((order) => order.id === id)?.status;
  const row = (id: number) =>
    page.getByRole("row").filter({ has: page.getByRole("gridcell", { name: String(id), exact: true }) });

  await page.getByRole("button", { name: "Cancel order 204 through the API" }).click();
  await row(204).getByText("cancelled").waitFor();
  expect(stateOf(204n)).toBe("cancelled");
  expect(control.journal().at(-1)).toMatchObject({
    method: "DELETE",
    target: "/v1/store/orders/204",
    status: 204,
  });

  await page.getByRole("button", { name: "Cancel order 409 through the API" }).click();
  await page
    .getByRole("status", { name: "Notices" })
    .getByText(/answered 409/)
    .waitFor();

  await page.getByRole("button", { name: "Add an order" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("id", { exact: true }).fill("9223372036854775807");
  await dialog.getByLabel("petId").fill("9007199254740993");
  await dialog.getByRole("button", { name: "Add" }).click();
  await page.getByRole("gridcell", { name: "9223372036854775807", exact: true }).waitFor();
  const count = control.orders().length;
  await page
    .getByRole("navigation")
    .getByRole("button", { name: `Orders ${count}`, exact: true })
    .waitFor();
  expect(control.orders().find(({ id }) => id === biggest)).toMatchObject({
    petId: 9007199254740993n,
    status: "pending",
  });

  await page.getByRole("button", { name: `Ship order ${biggest}` }).click();
  await expect.poll(() => stateOf(biggest)).toBe("shipped");

  await page.getByRole("button", { name: `Edit order ${biggest}` }).click();
  await dialog.getByLabel("quantity").fill("oops");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog
    .getByRole("alert")
    .getByText(/quantity must be an integer/)
    .waitFor();
  await dialog.getByLabel("quantity").fill("77");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => control.orders().find(({ id }) => id === biggest)?.quantity).toBe(77n);

  await page.getByRole("button", { name: `Remove order ${biggest}` }).click();
  await expect.poll(() => stateOf(biggest)).toBeUndefined();
  await expect.poll(() => page.getByRole("gridcell", { name: String(biggest), exact: true }).count()).toBe(0);
});

test("the table is filtered and sorted, and shows what others change", async () => {
  await using opened = await openPage(browser, { orders: 60 });
  const { page, server } = opened;
  const { control } = server.mock;
  const first = () => page.getByRole("row").nth(1).getByRole("gridcell").first().innerText();
  await page.getByRole("button", { name: "id", exact: true }).click();
  await page.getByRole("button", { name: "id", exact: true }).click();
  const ids = control.orders().map(({ id }) => id);
  const last = ids.reduce((a, b) => (a > b ? a : b));
  await expect.poll(first).toBe(String(last));
  await page.getByRole("radio", { name: "cancelled" }).check({ force: true });
  await page.getByText("No order is like that.").waitFor();
  await page.getByRole("button", { name: "Show all orders" }).click();
  await expect.poll(first).toBe(String(last));
  control.put({ id: last, status: "cancelled", quantity: 3n });
  await page.getByRole("row").nth(1).getByText("cancelled").waitFor();
});

test("hundred thousand orders are scrolled to their end, and walked by keyboard alone", async () => {
  await using opened = await openPage(browser, { orders: 100_000 });
  const { page, server } = opened;
  const ids = server.mock.control.orders().map(({ id }) => String(id));
  await page.getByRole("gridcell", { name: ids[0]!, exact: true }).waitFor();
  expect(await page.getByRole("row").count()).toBeLessThan(80);
  await page.getByRole("row").nth(1).focus();
  await page.keyboard.press("End");
  await page.getByRole("gridcell", { name: ids.at(-1)!, exact: true }).waitFor();
  await page.keyboard.press("ArrowUp");
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-rowindex")))
    .toBe("100000");
  await page.keyboard.press("ArrowRight");
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
    .toBe(`Cancel order ${ids.at(-2)} through the API`);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: `Edit order ${ids.at(-2)}` }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.keyboard.press("Home");
  await page.getByRole("gridcell", { name: ids[0]!, exact: true }).waitFor();
});
