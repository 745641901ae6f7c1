import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  callApi,
  findBarriers,
  focusedName,
  hasFocus,
  rowsIn,
  sectionLink,
  sectionTitles,
} from "./testing/find.ts";
import { shareBrowser } from "./testing/shared-page.ts";

const open = shareBrowser();

test.each([
  ["dark", 1280],
  ["light", 390],
] as const)(
  "axe-core finds nothing: %s, %i pixels",
  async (colorScheme, width) => {
    await using opened = await open({ fixtures: "edge-values" }, "/", {
      colorScheme,
      viewport: { width, height: 900 },
      reducedMotion: "reduce",
    });
    const { page, server, origin } = opened;
    const button = (name: string | RegExp) => page.getByRole("button", { name }).first();
    server.mock.control.setFaults([{ fault: "delay", ms: 5, times: 99, seconds: 60 }]);
    server.mock.control.world("ann");
    await callApi(origin, "DELETE /v1/store/orders/1");
    for (const name of sectionTitles) {
      await sectionLink(page, name).click();
      await page.getByRole("main", { name }).locator("button:visible").first().waitFor();
      if (name === "Requests") await rowsIn(page).first().click();
      if (name === "Faults") await page.getByLabel("status: Settings").click();
      expect(await findBarriers(page), name).toEqual([]);
    }
    await page.getByRole("navigation").getByRole("button", { name: "Orders" }).click();
    for (const opener of [/^Add order/, /^Fail next/, /^Keyboard/, /^The document/]) {
      if (opener.source === "^The document" && width < 720)
        await page.getByText("Connect your application").click();
      await button(opener).click();
      await page.getByRole("dialog").waitFor();
      expect(await findBarriers(page), opener.source).toEqual([]);
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
  },
  120_000,
);

/** Presses Tab until an element with this accessible name has the focus. */
async function tabTo(page: Page, name: RegExp, most = 80): Promise<void> {
  for (let presses = 0; presses < most; presses++) {
    const said = await page.evaluate(() => {
      const element = document.activeElement!;
      const labels = (element as HTMLInputElement).labels;
      return element.getAttribute("aria-label") ?? labels?.[0]?.textContent ?? element.textContent ?? "";
    });
    if (name.test(said)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Cannot reach ${name} by Tab.`);
}

test("every section can be used by keyboard alone", async () => {
  await using opened = await open({ fixtures: "magic" });
  const { page, server } = opened;
  const { control } = server.mock;
  await page.getByRole("gridcell", { name: "204", exact: true }).waitFor();
  await tabTo(page, /^Add order/);
  await page.keyboard.press("Enter");
  const id = page.getByRole("dialog").getByLabel("id", { exact: true });
  await expect.poll(() => id.inputValue()).not.toBe("");
  await id.press("Control+a");
  await page.keyboard.type("4711");
  await page.keyboard.press("Enter");
  await expect.poll(() => control.orders().some((order) => order.id === 4711n)).toBe(true);
  // Into the table: the row, then its actions by the arrow keys.
  await page.getByRole("dialog").waitFor({ state: "detached" });
  const added = page.getByRole("row").filter({ hasText: "4711" });
  await expect.poll(() => hasFocus(added)).toBe(true);
  await page.keyboard.press("Home");
  await tabTo(page, /^204/);
  for (const _step of ["to the checkbox", "to its cancel"]) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect.poll(() => control.orders().find((order) => order.id === 204n)?.status).toBe("cancelled");
  await page.keyboard.press("Escape");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Delete");
  await expect.poll(() => control.orders().some((order) => order.id === 409n)).toBe(false);

  await page.keyboard.press("3");
  await tabTo(page, /^outage/);
  await page.keyboard.press("Space");
  await expect.poll(() => control.faults().length).toBe(1);
  await page.keyboard.press("3");
  await tabTo(page, /^Turn all off/);
  await page.keyboard.press("Enter");
  await expect.poll(() => control.faults().length).toBe(0);
  await tabTo(page, /^stale-list/);
  await page.keyboard.press("Space");
  await expect.poll(() => control.faults()[0]?.fault).toBe("stale-list");
  await page.keyboard.press("4");
  await tabTo(page, /^404it cannot be found any more/);
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => control.profile().repeatedCancel).toBe("409");
  await page.keyboard.press("5");
  await tabTo(page, /^Name of a new world/);
  await page.keyboard.type("kim");
  await page.keyboard.press("Enter");
  await expect.poll(() => control.worlds().map(({ name }) => name)).toContain("kim");
});

test("every section has a skip link and keys: / searches, ? shows the keys, 1 to 6 open a section, which the title names", async () => {
  await using opened = await open({ fixtures: "magic" });
  const { page } = opened;
  const focused = () => focusedName(page);
  await page.getByRole("gridcell", { name: "204", exact: true }).waitFor();
  await page.keyboard.press("Tab");
  expect(await focused()).toBe("Skip to the content");
  await page.keyboard.press("Enter");
  expect(await focused()).toBe("Orders");
  for (const [index, name] of sectionTitles.entries()) {
    await page.keyboard.press(String(index + 1));
    await expect.poll(() => page.title()).toBe(`${name} · Store Orders mock`);
    await expect.poll(focused).toBe(name);
  }
  await page.keyboard.press("/");
  await expect.poll(() => hasFocus(page.getByRole("searchbox"))).toBe(true);
  // In a field they are letters like others.
  await page.keyboard.type("3?/");
  expect(await page.getByRole("searchbox").inputValue()).toBe("3?/");
  expect(await page.title()).toBe("Orders · Store Orders mock");
  await page.keyboard.press("1");
  await page.getByRole("navigation").getByRole("button", { name: "Orders" }).focus();
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard" }).waitFor();
});

test("the focus is never on the document's body", async () => {
  await using opened = await open({ fixtures: "magic" });
  const { page, server } = opened;
  const { control } = server.mock;
  const isKept = (what: string) =>
    expect.poll(() => hasFocus(page.locator("body")), { message: what }).toBe(false);
  await page.getByRole("gridcell", { name: "204", exact: true }).waitFor();
  await page.getByRole("button", { name: "Remove order 409" }).click();
  await expect.poll(() => control.orders().some(({ id }) => id === 409n)).toBe(false);
  await isKept("a removed row");
  await page.getByRole("status", { name: "Notices" }).getByRole("button", { name: "Undo" }).click();
  await isKept("a notice that is gone");
  await page.getByRole("button", { name: "Ship order 204" }).click();
  await expect.poll(() => control.order(204n).status).toBe("shipped");
  await isKept("a button that is disabled");
  await page.getByRole("button", { name: "Add order" }).click();
  await page.keyboard.press("Escape");
  await isKept("a dialog");
  await page.getByRole("checkbox", { name: "Select order 204" }).check();
  await page.getByRole("button", { name: "Clear selection" }).click();
  await isKept("a toolbar");
  await page.getByRole("button", { name: "Fail next request" }).click();
  await page.getByRole("button", { name: "Next cancel: 409" }).click();
  await page.getByRole("button", { name: "Turn off" }).click();
  await expect.poll(() => control.faults()).toEqual([]);
  await isKept("a line about a fault");
  await page.getByLabel("World", { exact: true }).focus();
  control.world("ann");
  await page.keyboard.press("5");
  await isKept("another section");
});

test("no content shifts while the page loads, and nothing is animated with reduced motion", async () => {
  await using opened = await open({ orders: 500 }, "/", { reducedMotion: "reduce" });
  const { page } = opened;
  await page.getByRole("gridcell", { name: /^1001$/ }).waitFor();
  const shift = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((entries) => {
          for (const entry of entries.getEntries()) sum += (entry as unknown as { value: number }).value;
        }).observe({ type: "layout-shift", buffered: true });
        setTimeout(() => resolve(sum), 500);
      }),
  );
  expect(shift).toBeLessThan(0.01);
  const moving = await page.evaluate(() => document.getAnimations().length);
  expect(moving).toBe(0);
});

test("a row's menu is used by keyboard: arrows move in it, Escape goes back to its button", async () => {
  await using opened = await open({ fixtures: "magic" }, "/", {
    viewport: { width: 900, height: 700 },
  });
  const { page, server } = opened;
  const focused = () => focusedName(page);
  const menu = page.getByRole("button", { name: "Actions on order 204" });
  await menu.focus();
  await page.keyboard.press("Enter");
  await expect.poll(focused).toBe("Ship");
  // Closed and opened again before the browser reports the first.
  await page.getByRole("menu").evaluate((element) => {
    const list = element as HTMLElement;
    list.hidePopover();
    list.showPopover();
  });
  await expect.poll(focused).toBe("Ship");
  await page.keyboard.press("Escape");
  await expect.poll(focused).toBe("Actions on order 204");
  await expect.poll(() => page.locator("[role=menuitem]").count()).toBe(0);
  await page.keyboard.press("Enter");
  await expect.poll(focused).toBe("Ship");
  await page.keyboard.press("ArrowUp");
  expect(await focused()).toBe("Remove");
  await page.keyboard.press("ArrowUp");
  expect(await focused()).toBe("Copy as JSON");
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await expect.poll(() => server.mock.control.orders().some(({ id }) => id === 204n)).toBe(false);
  await expect.poll(focused).not.toBeNull();
  expect(await hasFocus(page.locator("body"))).toBe(false);
});
