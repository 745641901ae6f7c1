import { readFileSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { rolldown } from "rolldown";
import type { ViteDevServer } from "vite";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startMockServer } from "../mocks/adapters/server/mock-server.ts";
import { launchChromium } from "../mocks/browser/testing/launch-chromium.ts";
import { type PackedKit, packKit } from "../tools/testing/pack-kit.ts";
import { findBarriers, rowOf } from "./testing/find.ts";
import { buildPanelApp, servePanelApp, writePanelApp } from "./testing/panel-app.ts";

let kit: PackedKit;
let root: string;
let vite: ViteDevServer;
let browser: Browser;
beforeAll(async () => {
  kit = await packKit();
  root = writePanelApp(kit.home);
  vite = await servePanelApp(root);
  browser = await launchChromium();
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await vite?.close();
  kit?.[Symbol.dispose]();
});

async function openApp(): Promise<{ page: Page; context: BrowserContext } & AsyncDisposable> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await page.goto(vite.resolvedUrls!.local[0]!);
  await page.locator("[data-ready]").waitFor();
  return { page, context, [Symbol.asyncDispose]: () => context.close() };
}

const button = (page: Page) => page.getByRole("button", { name: /^Store Orders mock/ });
const drawer = (page: Page) => page.getByRole("region", { name: "Store Orders mock" });
const rules = (page: Page) => drawer(page).getByRole("region", { name: "Active" });
/** Presses in the panel count from then on. */
const afterDoubleClick = (page: Page) => page.waitForFunction(`(${Date.now()} + 600) < Date.now()`);
const press = (page: Page, name: string | RegExp) => drawer(page).getByRole("button", { name }).click();
const differing = (page: Page) => drawer(page).getByText(/answers of \d+ differ/);
const section = (page: Page, name: string) =>
  drawer(page).getByRole("navigation").getByRole("button", { name }).click();
const listed = async (page: Page) => {
  await page.getByRole("button", { name: "List", exact: true }).click();
  return page.locator("#answer");
};

test("the panel controls a mock inside the application, and its changes survive a reload", async () => {
  await using app = await openApp();
  const { page } = app;
  await button(page).click();
  const row = rowOf(page, 204);
  await row.getByText("pending").waitFor();
  await afterDoubleClick(page);
  await row.getByRole("button", { name: "Actions on order 204" }).click();
  await page.getByRole("menuitem", { name: "Cancel through the API" }).click();
  await row.getByText("cancelled").waitFor();
  await section(page, "Faults");
  await press(page, /^outage/);
  await rules(page).getByText("Every request is answered 503").waitFor();
  await section(page, "Open questions");
  await drawer(page).getByRole("button", { name: "talkative" }).click();
  await differing(page).waitFor();
  await section(page, "Faults");
  await drawer(page).getByRole("separator").press("ArrowUp");
  await page.reload();
  // As before the reload: open, with this section, height and fault.
  await rules(page).getByText("Every request is answered 503").waitFor();
  expect(await drawer(page).getByRole("separator").getAttribute("aria-valuenow")).toBe("65");
  await page.locator("[data-ready]").waitFor();
  await expect.poll(async () => (await listed(page)).innerText()).toBe("503");
  await drawer(page).getByRole("button", { name: "Turn all off" }).click();
  await expect.poll(async () => (await listed(page)).innerText()).toBe("200");
  await section(page, "Open questions");
  await differing(page).waitFor();
  await drawer(page).getByRole("navigation").getByRole("button", { name: "Open questions" }).press("Escape");
  await expect.poll(() => drawer(page).count()).toBe(0);
  await page.keyboard.press("Alt+Shift+O");
  await drawer(page).waitFor();
  await afterDoubleClick(page);
  await drawer(page).getByRole("button", { name: "Close the panel" }).click();
  await expect.poll(() => drawer(page).count()).toBe(0);
});

test("a double click on the button only opens the panel; each row has only a menu; axe-core finds nothing", async () => {
  await using app = await openApp();
  const { page } = app;
  await expect.poll(async () => (await listed(page)).innerText()).toBe("200");
  const box = (await button(page).boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.dblclick(x, y);
  await drawer(page).getByRole("gridcell", { name: "204", exact: true }).waitFor();
  const inRow = await drawer(page)
    .locator(".grid-body .actions button:visible")
    .evaluateAll((all) => all.map((each) => each.getAttribute("aria-haspopup")));
  expect(new Set(inRow)).toEqual(new Set(["menu"]));
  expect(await page.getByRole("menu").count()).toBe(0);
  expect(await drawer(page).getByRole("status", { name: "Notices" }).innerText()).toBe("");
  expect(await findBarriers(page)).toEqual([]);
});

test("the panel is docked at the bottom, at the right or in a window, remembers it, and pads the application", async () => {
  await using app = await openApp();
  const { page, context } = app;
  const padding = () =>
    page.evaluate(() => {
      const { paddingBottom, paddingRight } = document.documentElement.style;
      return [paddingBottom, paddingRight];
    });
  await button(page).click();
  await expect.poll(padding).toEqual(["60vh", ""]);
  await afterDoubleClick(page);
  await drawer(page).getByRole("button", { name: "Dock at the right" }).click();
  await expect.poll(padding).toEqual(["", "60vw"]);
  const box = (await drawer(page).boundingBox())!;
  expect([box.y, box.height]).toEqual([0, 800]);
  await page.reload();
  await expect.poll(padding).toEqual(["", "60vw"]);
  const opening = context.waitForEvent("page");
  await drawer(page).getByRole("button", { name: "Open in a window of its own" }).click();
  const own = await opening;
  await expect.poll(padding).toEqual(["", ""]);
  await own.getByRole("gridcell", { name: "204", exact: true }).waitFor();
  await own.getByRole("navigation").getByRole("button", { name: "Faults" }).click();
  await own.getByRole("button", { name: /^outage/ }).click();
  await own.getByRole("button", { name: "Turn off: Every request is answered 503" }).waitFor();
  await expect.poll(async () => (await listed(page)).innerText()).toBe("503");
  await own.close();
  await expect.poll(() => button(page).getAttribute("aria-expanded")).toBe("false");
});

test("the custom element shows a mock on a port, with its token", async () => {
  await using server = await startMockServer({ fixtures: "large-ids", controlToken: "s3cret" });
  await using app = await openApp();
  const { page } = app;
  await page.evaluate((baseUrl) => {
    const { devtools } = window as unknown as { devtools: { unmount(): void } };
    devtools.unmount();
    const element = document.createElement("store-orders-devtools");
    element.setAttribute("base-url", baseUrl);
    element.setAttribute("token", "s3cret");
    document.body.append(element);
  }, server.baseUrl);
  await button(page).click();
  const largest = 2n ** 63n - 1n;
  await drawer(page).getByRole("searchbox").fill(String(largest));
  await rowOf(page, largest).getByRole("button", { name: "Actions on order" }).waitFor();
});

test("a production build contains nothing of the panel", async () => {
  // The default of `vite build`; vitest sets "test".
  vi.stubEnv("NODE_ENV", "production");
  const code = await buildPanelApp(root).finally(() => vi.unstubAllEnvs());
  for (const text of ["store-orders-devtools", "Turn all off", "adoptedStyleSheets"]) {
    expect(code.includes(text), text).toBe(false);
  }
  expect(code.includes("store-orders-mock")).toBe(true);
  expect(code.length).toBeGreaterThan(10_000);
}, 60_000);

/** Gzipped bytes that a page loads at once: the entry and its imports, without scripts that are loaded later. */
async function loadedBytes(names: readonly string[]): Promise<number> {
  const input = join(kit.home, "size.js");
  writeFileSync(input, names.map((name) => `export * from "store-orders-kit/${name}";`).join("\n"));
  const bundle = await rolldown({ input, platform: "browser", external: /^msw(?:\/|$)/ });
  const { output } = await bundle.generate({ minify: true });
  const chunks = output.filter((file) => file.type === "chunk");
  const later = chunks.filter(({ isDynamicEntry }) => isDynamicEntry);
  expect(later.length > 0).toBe(names.includes("devtools"));
  return chunks
    .filter(({ isDynamicEntry }) => !isDynamicEntry)
    .reduce((sum, { code }) => sum + gzipSync(code).length, 0);
}

/** Bytes of a script of the page and of all that it needs at once. */
function loadedByPage(app: string, name: string, seen = new Set<string>()): number {
  if (seen.has(name)) return 0;
  seen.add(name);
  const code = readFileSync(join(app, name), "utf8");
  const needed = [...code.matchAll(/(?:from|import)"\.\/([\w-]+\.js)"/g)].map(([, file]) => file!);
  return needed.reduce((sum, file) => sum + loadedByPage(app, file, seen), Buffer.byteLength(code));
}

test("the panel costs at most 50 kB on top of the handlers, gzipped, and the page at most 140 kB", async () => {
  const panel = (await loadedBytes(["msw", "devtools"])) - (await loadedBytes(["msw"]));
  const app = join(kit.directory, "dist/page/app");
  const page = loadedByPage(app, "page.js");
  const suite = gzipSync(await readFile(join(app, "run-suite-here.js"))).length;
  process.stdout.write(`the page ${page} bytes; gzipped: the panel ${panel}, the suite ${suite}\n`);
  expect(panel).toBeLessThan(50_000);
  expect(page).toBeLessThan(140_000);
  // The suite is loaded when it is run.
  expect(await readFile(join(app, "page.js"), "utf8")).not.toContain("not an int64 is refused");
  expect(await readFile(join(app, "run-suite-here.js"), "utf8")).toContain("not an int64 is refused");
});
