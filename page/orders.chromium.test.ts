import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { focusedName, hasFocus, rowOf, rowsIn } from "./testing/find.ts";
import { sharePage } from "./testing/shared-page.ts";

const biggest = 2n ** 63n - 1n;
const shared = sharePage({
  fixtures: [
    { id: 204n, status: "pending", petId: 7n, shipDate: "2026-01-27T12:15:00Z" },
    { id: 409n, status: "shipped", petId: 8n, shipDate: "2025-12-04T03:21:00Z" },
    { id: 300n, status: "pending", petId: 77n },
    { id: biggest, status: "pending", petId: 9007199254740993n, quantity: 2n },
  ],
});
const row = (id: number | bigint) => rowOf(shared().page, id);
const notices = () => shared().page.getByRole("status", { name: "Notices" });
const notice = (text: RegExp) => notices().getByText(text);
const stateOf = (id: bigint) =>
  shared()
    .control.orders()
    .find((order) => order.id === id)?.status;

test("an order is cancelled through the API, shipped, edited and removed; every id to its last digit", async () => {
  const { page, control, show } = shared();
  await show("orders");
  await page.getByRole("button", { name: "Cancel order 204 through the API" }).click();
  await row(204).getByText("cancelled").waitFor();
  expect(control.journal().at(-1)).toMatchObject({ method: "DELETE", status: 204, client: "page" });
  await page.getByText("4 orders, 1 cancelled").waitFor();
  await page.getByRole("button", { name: "Cancel order 409 through the API" }).click();
  await notice(/answered 409/).waitFor();

  await page.getByRole("button", { name: `Ship order ${biggest}` }).click();
  await expect.poll(() => stateOf(biggest)).toBe("shipped");
  await page.getByRole("button", { name: `Edit order ${biggest}` }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("quantity").fill("77");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => control.orders().find(({ id }) => id === biggest)?.quantity).toBe(77n);
});

test("a removal and a reset are undone with one press: each order in its place and state, faults and answers", async () => {
  const { page, control, show } = shared();
  control.put({ id: 300n, status: "cancelled", note: "kept" });
  control.setProfile({ ...control.profile(), repeatedCancel: "409" });
  control.setFaults([{ fault: "delay", ms: 1 }]);
  const state = () => [control.orders(), control.profile(), control.faults()];
  const before = state();
  await show("orders");
  for (const [button, changed] of [
    ["Remove order 300", () => stateOf(300n) === undefined],
    ["Reset", () => control.faults().length === 0],
  ] as const) {
    await page.getByRole("button", { name: button, exact: true }).click();
    await expect.poll(changed).toBe(true);
    await notices().getByRole("button", { name: "Undo" }).first().click();
    await expect.poll(state).toEqual(before);
  }
  await row(300).waitFor();
});

test("adding an order suggests an id, refuses a used one at its field, names all mistakes, and scrolls to the row", async () => {
  const { page, control, show } = shared();
  await show("orders");
  await page.getByRole("button", { name: "Add order" }).click();
  const dialog = page.getByRole("dialog");
  const id = dialog.getByLabel("id", { exact: true });
  // The largest id is used.
  await expect.poll(() => id.inputValue()).toMatch(/^\d{1,10}$/);
  control.reset({ seed: 3, orders: 300, fixtures: undefined });
  await show("orders");
  await page.getByRole("searchbox", { name: "Search orders" }).fill("pending");
  await page.getByRole("button", { name: "Add order" }).click();
  await expect.poll(() => id.inputValue()).toBe("1301");
  const before = control.order(1001n);
  await id.fill("1001");
  await dialog.getByRole("button", { name: "Add" }).click();
  await dialog.getByText("there is one with this id").waitFor();
  expect(await id.getAttribute("aria-invalid")).toBe("true");
  expect(control.order(1001n)).toEqual(before);
  await id.fill("abc");
  await dialog.getByLabel("petId").fill("1.5");
  await dialog.getByLabel("quantity").fill("many");
  await dialog.getByLabel("shipDate").fill("tomorrow");
  await dialog.getByLabel("More fields").fill("[1]");
  await dialog.getByRole("button", { name: "Add" }).click();
  await expect.poll(() => dialog.locator("[aria-invalid=true]").count()).toBe(5);
  expect(await dialog.locator(".problem").allInnerTexts()).toEqual([
    'id must be an integer of at most 64 bits (int64), got "abc".',
    'petId must be an integer of at most 64 bits (int64), got "1.5".',
    'quantity must be an integer, got "many".',
    'shipDate must be a date-time such as "2026-01-31T09:30:00Z", got "tomorrow".',
    "This must be a JSON object.",
  ]);
  await id.fill("4711");
  await dialog.getByLabel("petId").fill("9007199254740993");
  await dialog.getByLabel("quantity").fill("2");
  await dialog.getByLabel("shipDate").fill("");
  await dialog.getByLabel("More fields").fill("");
  await dialog.getByRole("button", { name: "Add" }).click();
  await row(4711).waitFor();
  await expect.poll(() => hasFocus(row(4711))).toBe(true);
  expect(control.order(4711n)).toMatchObject({ petId: 9007199254740993n, status: "pending" });
});

test("several orders are selected to ship, cancel or remove, and the removal is undone as a whole", async () => {
  const { page, control, show } = shared();
  const before = control.orders();
  await show("orders");
  for (const id of [204, 409]) await page.getByRole("checkbox", { name: `Select order ${id}` }).check();
  const bar = page.getByRole("toolbar", { name: "Selected orders" });
  await bar.getByText("2 orders selected").waitFor();
  await bar.getByRole("button", { name: "Remove" }).click();
  await expect.poll(() => control.orders().length).toBe(2);
  await notices().getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => control.orders()).toEqual(before);
  for (const id of [204, 409]) await row(id).waitFor();
  await page.getByRole("checkbox", { name: "Select order 300" }).check();
  await bar.getByRole("button", { name: "Ship" }).click();
  await expect.poll(() => stateOf(300n)).toBe("shipped");
  await page.getByRole("checkbox", { name: "Select all orders found" }).check();
  await bar.getByText("4 orders selected").waitFor();
  await bar.getByRole("button", { name: "Cancel" }).click();
  await expect.poll(() => stateOf(biggest)).toBe("cancelled");
  await notice(/2 orders not cancelled/).waitFor();
});

test("orders are copied as JSON, one or all, and downloaded as a fixtures file with every digit", async () => {
  const { page, control, show, copied } = shared();
  await show("orders");
  await page.getByRole("button", { name: `Copy order ${biggest}` }).click();
  await expect.poll(copied).toContain('"petId": 9007199254740993');
  const menu = page.getByRole("button", { name: "Copy or download the orders" });
  await menu.click();
  await page.getByRole("menuitem", { name: "Copy as JSON" }).click();
  await notices().getByText("Copied 4 orders as JSON.").waitFor();
  const saving = page.waitForEvent("download");
  await menu.click();
  await page.getByRole("menuitem", { name: "Download as a fixtures file" }).click();
  const text = await readFile(await (await saving).path(), "utf8");
  expect(text).toContain(`"id": ${biggest}`);
  expect(await copied()).toBe(text.trimEnd());
  control.remove(204n);
  const { parseFixtures } = await import("../fixtures/parse-fixtures.ts");
  expect(parseFixtures(text, "it")).toHaveLength(4);
});

test("the table is sorted, filtered and searched, and shows changes by others", async () => {
  const { page, control, show } = shared();
  await show("orders");
  const first = () => page.getByRole("row").nth(1).getByRole("gridcell").nth(1).innerText();
  await page.getByRole("button", { name: "id", exact: true }).click();
  await page.getByRole("button", { name: "id", exact: true }).click();
  await expect.poll(first).toBe(String(biggest));
  await page.getByRole("radio", { name: "cancelled" }).check({ force: true });
  await page.getByText("No orders match.").waitFor();
  await page.getByRole("radio", { name: "all" }).check({ force: true });
  await expect.poll(first).toBe(String(biggest));
  control.put({ id: biggest, status: "cancelled" });
  await page.getByRole("row").nth(1).getByText("cancelled").waitFor();
  await page.getByRole("searchbox", { name: "Search orders" }).fill("04");
  await expect.poll(() => rowsIn(page).count()).toBe(2);
  await page.getByRole("searchbox", { name: "Search orders" }).fill("nothing");
  await page.getByRole("button", { name: "Show all orders" }).click();
  await row(204).waitFor();
});

test("a hundred thousand orders can be scrolled to their end, and reached by keyboard alone", async () => {
  const { page, control, show } = shared();
  control.reset({ seed: 1, orders: 100_000, fixtures: undefined });
  await show("orders");
  const ids = control.orders().map(({ id }) => String(id));
  await page.getByRole("gridcell", { name: ids[0]!, exact: true }).waitFor();
  expect(await page.getByRole("row").count()).toBeLessThan(80);
  await page.getByRole("row").nth(1).focus();
  await page.keyboard.press("End");
  await page.getByRole("gridcell", { name: ids.at(-1)!, exact: true }).waitFor();
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => hasFocus(page.locator("[aria-rowindex='100000']"))).toBe(true);
  const id = ids.at(-2);
  for (const label of [`Select order ${id}`, `Cancel order ${id} through the API`]) {
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => focusedName(page)).toBe(label);
  }
  await page.keyboard.press("Escape");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: `Edit order ${id}` }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.keyboard.press("Home");
  await page.getByRole("gridcell", { name: ids[0]!, exact: true }).waitFor();
  // A row that is scrolled out of sight keeps the focus.
  const scrollTo = (place: number) =>
    page.locator(".orders").evaluate((table, top) => {
      table.scrollTop = top;
    }, place);
  for (const index of [50_000, 0]) {
    await scrollTo(index * 40);
    await page.getByRole("gridcell", { name: ids[index + 5]!, exact: true }).waitFor();
    expect(await hasFocus(page.locator("[aria-rowindex='2']"))).toBe(true);
  }
});
