import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPage, preparePage } from "./testing/open-page.ts";

let browser: Browser;
let axe: string;
beforeAll(async () => {
  browser = await preparePage();
  axe = await readFile(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");
}, 60_000);
afterAll(() => browser?.close());

const names = ["Orders", "Traffic", "Weather", "Silence", "Worlds", "Verdict"];

/** What axe-core finds; its script comes from the browser's own side, past the page's policy. */
async function findings(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const { violations } = await axe.run();
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`,
    );
  });
}

test.each([
  ["light", 1280],
  ["dark", 1280],
  ["light", 390],
  ["dark", 1920],
] as const)(
  "axe-core finds nothing: %s, %i pixels",
  async (colorScheme, width) => {
    await using opened = await openPage(browser, { fixtures: "edge-values" }, "/", {
      colorScheme,
      viewport: { width, height: 900 },
      reducedMotion: "reduce",
    });
    const { page, server, origin } = opened;
    server.mock.control.setFaults([{ fault: "delay", ms: 5, times: 99, seconds: 60 }]);
    server.mock.control.world("ann");
    await fetch(`${origin}/v1/store/orders/1`, {
      method: "DELETE",
      headers: { authorization: "Bearer mock-key" },
    });
    for (const name of names) {
      await page.getByRole("navigation", { name: "Sections" }).getByRole("button", { name }).click();
      await page.getByRole("main", { name }).waitFor();
      if (name === "Weather")
        await page.getByRole("button", { name: "Errors are answered: Settings" }).click();
      if (name === "Verdict") {
        await page.getByRole("button", { name: "Run the suite" }).click();
        await page
          .getByRole("region", { name: "Findings" })
          .getByRole("listitem")
          .first()
          .click({ timeout: 30_000 });
      }
      expect(await findings(page), name).toEqual([]);
    }
    await page.getByRole("button", { name: /^Orders/ }).click();
    await page.getByRole("button", { name: "Add an order" }).click();
    await page.getByRole("dialog").waitFor();
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /^Settings/ }).click();
    await page.getByRole("dialog").waitFor();
    expect(await findings(page)).toEqual([]);
  },
  120_000,
);

/** Presses Tab until the focus is where the name says; the name is what a screen reader would say. */
async function tabTo(page: Page, name: RegExp, most = 60): Promise<void> {
  for (let presses = 0; presses < most; presses++) {
    const focused = page.locator("*:focus");
    const said = await focused
      .evaluate(
        (element) => {
          const labels = (element as HTMLInputElement).labels;
          return element.getAttribute("aria-label") ?? labels?.[0]?.textContent ?? element.textContent ?? "";
        },
        undefined,
        { timeout: 1000 },
      )
      .catch(() => "");
    if (name.test(said)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Cannot reach ${name} by Tab.`);
}

test("every section is worked by keyboard alone", async () => {
  await using opened = await openPage(browser, { fixtures: "magic" });
  const { page, server } = opened;
  const { control } = server.mock;
  await page.getByRole("gridcell", { name: "204", exact: true }).waitFor();
  await tabTo(page, /^Add an order/);
  await page.keyboard.press("Enter");
  await page.keyboard.type("4711");
  await page.keyboard.press("Enter");
  await expect.poll(() => control.orders().some(({ id }) => id === 4711n)).toBe(true);
  // Into the table: the row, then its buttons.
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await tabTo(page, /^204/);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect.poll(() => control.orders().find(({ id }) => id === 204n)?.status).toBe("cancelled");
  await page.keyboard.press("Escape");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Delete");
  await expect.poll(() => control.orders().some(({ id }) => id === 409n)).toBe(false);

  const to = async (name: RegExp) => {
    await page.locator("body").evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await tabTo(page, name);
    await page.keyboard.press("Enter");
  };
  await to(/^Weather/);
  await tabTo(page, /^outage/);
  await page.keyboard.press("Space");
  await expect.poll(() => control.faults().length).toBe(1);
  await to(/^Calm everything/);
  await expect.poll(() => control.faults().length).toBe(0);
  await tabTo(page, /^Lists lag behind/);
  await page.keyboard.press("Space");
  await expect.poll(() => control.faults()[0]?.fault).toBe("stale-list");
  await to(/^Silence/);
  await tabTo(page, /^404it cannot be found any more/);
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => control.profile().repeatedCancel).toBe("409");
  await to(/^Worlds/);
  await tabTo(page, /^Name of a world to open/);
  await page.keyboard.type("kim");
  await page.keyboard.press("Enter");
  await expect.poll(() => control.worlds().map(({ name }) => name)).toContain("kim");
  await to(/^Traffic/);
  await tabTo(page, /^Pause/);
  await page.keyboard.press("Space");
  await expect
    .poll(() => page.getByRole("button", { name: "Pause" }).getAttribute("aria-pressed"))
    .toBe("true");
});

test("nothing shifts while the page fills, and nothing moves for who wants it so", async () => {
  await using opened = await openPage(browser, { orders: 500 }, "/", { reducedMotion: "reduce" });
  const { page } = opened;
  await page.getByRole("gridcell", { name: /^1001$/ }).waitFor();
  const shift = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value;
        }).observe({ type: "layout-shift", buffered: true });
        setTimeout(() => resolve(sum), 500);
      }),
  );
  expect(shift).toBeLessThan(0.01);
  const moving = await page.evaluate(() => document.getAnimations().length);
  expect(moving).toBe(0);
});
