import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { clientHeader } from "../spec/control-protocol.ts";
import { rowsIn, sectionLink, sectionTitles } from "./testing/find.ts";
import { sharePage } from "./testing/shared-page.ts";

const widths = [320, 720, 900, 1280];
const shared = sharePage({ orders: 60 });

const section = (page: Page, name: string) => sectionLink(page, name).click();
/** Pixels by which the document exceeds the window, in height and in width. */
const overflow = (page: Page) =>
  page.evaluate(() => {
    const { scrollHeight, scrollWidth } = document.documentElement;
    return [scrollHeight - innerHeight, scrollWidth - innerWidth];
  });

/** Opens everything of a section that makes it larger. */
const openings: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  Orders: (page) => rowsIn(page).first().getByRole("checkbox").check(),
  Requests: (page) => rowsIn(page).first().click(),
  async Faults(page) {
    for (const name of ["delay", "status", "stale-list"]) await page.getByLabel(`${name}: Settings`).click();
    await page.getByText("More", { exact: true }).first().click();
  },
  "Open questions": (page) => page.getByRole("button", { name: "terse" }).click(),
  Worlds: (page) => page.getByRole("region", { name: "Reset" }).waitFor(),
  Conformance: (page) => page.getByRole("heading", { name: /^Target/ }).waitFor(),
};

/** Expects every action on an order to be visible within the window, or in the row's menu. */
async function expectEachAction(page: Page, width: number): Promise<void> {
  const row = rowsIn(page).nth(1);
  await row.getByText("shipped").waitFor();
  const found: string[] = [];
  for (const button of await row.locator(".actions button:visible").all()) {
    const box = await button.boundingBox();
    expect(box!.x + box!.width).toBeLessThanOrEqual(width);
    expect(box!.x).toBeGreaterThanOrEqual(0);
    found.push((await button.getAttribute("aria-label"))!);
  }
  const menu = row.getByRole("button", { name: /^Actions on/ });
  if ((await menu.count()) > 0) {
    await menu.click();
    await page.getByRole("menuitem").first().waitFor();
    for (const item of await page.getByRole("menuitem").all()) {
      const box = await item.boundingBox();
      expect(box!.x + box!.width).toBeLessThanOrEqual(width);
      found.push(await item.innerText());
    }
    await page.keyboard.press("Escape");
  }
  for (const word of ["Cancel", "Ship", "Edit", "Copy", "Remove"])
    expect(
      found.some((text) => text.startsWith(word)),
      word,
    ).toBe(true);
}

test.each(widths)(
  "at %i pixels no section or dialog makes the document larger than the window, and every action can be reached",
  async (width) => {
    const { page, control, show, call } = shared();
    await page.setViewportSize({ width, height: 640 });
    await call("GET /v1/store/orders");
    control.setFaults([
      { fault: "status", status: 409, operation: "cancelOrder", times: 1, name: "a long name of it" },
    ]);
    await show("orders");
    for (const name of sectionTitles) {
      await section(page, name);
      await openings[name]!(page);
      expect(await overflow(page), name).toEqual([0, 0]);
      const main = await page.getByRole("main").boundingBox();
      expect(main!.y + main!.height, name).toBeLessThanOrEqual(640);
      await page.evaluate(() => scrollTo(0, 9999));
      expect(await page.evaluate(() => scrollY), name).toBe(0);
    }
    await section(page, "Orders");
    await expectEachAction(page, width);
    for (const [name, dialog] of [
      [/^Fail next/, "Fail the next…"],
      ["Keyboard shortcuts", "Keyboard"],
    ] as const) {
      await page.getByRole("button", { name }).first().click();
      await page.getByRole("dialog", { name: dialog }).waitFor();
      expect(await overflow(page), dialog).toEqual([0, 0]);
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
  },
);

test("a switch stays under the pointer that turns it on, and tools stay on one line", async () => {
  const { page, show, origin } = shared();
  await page.setViewportSize({ width: 1280, height: 800 });
  await show("faults");
  const topOf = async () => (await page.getByRole("switch").first().boundingBox())!.y;
  const top = await topOf();
  await page.getByRole("switch").first().click();
  await page.getByText("no hits yet").waitFor();
  expect(await topOf()).toBe(top);
  // Beside the number of hidden requests.
  await fetch(`${origin}/v1/store/orders`, {
    headers: { authorization: "Bearer mock-key", [clientHeader]: "page" },
  });
  await section(page, "Requests");
  await page.getByText("1 of the kit hidden").waitFor();
  expect((await page.locator(".toolbar").boundingBox())!.height).toBeLessThan(70);
});

test("at 390 pixels names and choices are whole, columns begin at one place, and buttons stay beside their lines", async () => {
  const { page, control, show } = shared();
  await page.setViewportSize({ width: 390, height: 800 });
  control.reset({ fixtures: "large-ids" });
  control.setFaults([{ fault: "hang", probability: 0, name: "a name that needs a further line" }]);
  control.world("a-world-with-a-name-that-needs-a-further-line");
  await show("orders");
  await rowsIn(page).first().waitFor();
  const leftOf = (cell: string) =>
    page
      .locator(`.grid-body ${cell}`)
      .evaluateAll((all) => [...new Set(all.map((each) => each.getBoundingClientRect().left))]);
  expect(await leftOf(".pet")).toHaveLength(1);
  const isCut = (element: Element) => element.scrollWidth > element.clientWidth;
  for (const link of await page.locator(".section-link .short").all())
    expect(await link.evaluate(isCut), await link.innerText()).toBe(false);
  await section(page, "Requests");
  for (const select of await page.locator(".toolbar select").all())
    expect((await select.boundingBox())!.width).toBeGreaterThan(150);
  for (const name of ["Faults", "Worlds"]) {
    await section(page, name);
    await page.locator(".lines > li").last().waitFor();
    for (const line of await page.locator(".lines > li").all()) {
      const [first, button] = [line.locator(".grow"), line.getByRole("button").last()];
      const text = (await first.boundingBox())!;
      expect((await button.boundingBox())!.y, name).toBeLessThan(text.y + text.height);
    }
  }
});

test("by touch every target is 44 pixels high, and names of headers are above their values", async () => {
  const { opened, call } = shared();
  await call("GET /v1/store/orders");
  const context = await opened.page
    .context()
    .browser()!
    .newContext({
      viewport: { width: 390, height: 760 },
      hasTouch: true,
      isMobile: true,
    });
  const page = await context.newPage();
  await page.goto(`${opened.origin}/#orders`);
  await rowsIn(page).first().waitFor();
  const small = async () =>
    page.locator("button, select, input, .segments label, .switch").evaluateAll((all) =>
      all
        .filter(
          (each) => each.checkVisibility() && !each.matches(".link, .unseen, .skip, .sort, [type=checkbox]"),
        )
        .filter((each) => each.getBoundingClientRect().height < 44)
        .map((each) => each.outerHTML.slice(0, 100)),
    );
  expect(await small()).toEqual([]);
  const box = await page.locator(".grid-body .select").first().boundingBox();
  expect([box!.width, box!.height]).toEqual([44, 44]);
  for (const name of ["Requests", "Faults", "Worlds"]) {
    await section(page, name);
    await page.getByRole("main", { name }).locator("button").first().waitFor();
    expect(await small(), name).toEqual([]);
  }
  await section(page, "Requests");
  await rowsIn(page).first().click();
  const name = await page.locator(".terms dt").first().boundingBox();
  const value = await page.locator(".terms dd").first().boundingBox();
  expect(value!.y).toBeGreaterThanOrEqual(name!.y + name!.height - 1);
  expect(value!.x).toBe(name!.x);
  await context.close();
});
