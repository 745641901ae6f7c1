import { writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { rolldown } from "rolldown";
import type { ViteDevServer } from "vite";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startMockServer } from "../mocks/adapters/server/mock-server.ts";
import { launchChromium } from "../mocks/browser/testing/open-page.ts";
import { type PackedKit, packKit } from "../packaging/testing/pack-kit.ts";
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
const playing = (page: Page) => drawer(page).getByRole("region", { name: "Playing now" });
const section = (page: Page, name: string) =>
  drawer(page).getByRole("navigation").getByRole("button", { name }).click();
const listed = async (page: Page) => {
  await page.getByRole("button", { name: "List", exact: true }).click();
  return page.locator("#answer");
};

test("the panel plays with a mock inside of the application, and what is switched survives a reload", async () => {
  await using app = await openApp();
  const { page } = app;
  await button(page).click();
  const row = drawer(page)
    .getByRole("row")
    .filter({ has: page.getByRole("gridcell", { name: "204", exact: true }) });
  await row.getByText("pending").waitFor();
  await drawer(page).getByRole("button", { name: "Cancel order 204 through the API" }).click();
  await row.getByText("cancelled").waitFor();
  await section(page, "Weather");
  await drawer(page)
    .getByRole("button", { name: /^outage/ })
    .click();
  await playing(page).getByText("Every request is answered 503").waitFor();
  await section(page, "Silence");
  await drawer(page).getByRole("button", { name: "talkative" }).click();
  await drawer(page)
    .getByText(/answers of \d+ differ/)
    .waitFor();
  await section(page, "Weather");
  await drawer(page).getByRole("separator").press("ArrowUp");
  await page.reload();
  // As it was left: open, this section, this height, this weather.
  await playing(page).getByText("Every request is answered 503").waitFor();
  expect(await drawer(page).getByRole("separator").getAttribute("aria-valuenow")).toBe("65");
  await page.locator("[data-ready]").waitFor();
  await expect.poll(async () => (await listed(page)).innerText()).toBe("503");
  await drawer(page).getByRole("button", { name: "Calm everything" }).click();
  await expect.poll(async () => (await listed(page)).innerText()).toBe("200");
  await section(page, "Silence");
  await drawer(page)
    .getByText(/answers of \d+ differ/)
    .waitFor();
  await drawer(page).getByRole("navigation").getByRole("button", { name: "Silence" }).press("Escape");
  await expect.poll(() => drawer(page).count()).toBe(0);
  await page.keyboard.press("Alt+Shift+O");
  await drawer(page).waitFor();
  await drawer(page).getByRole("button", { name: "Close the panel" }).click();
  await expect.poll(() => drawer(page).count()).toBe(0);
});

test("axe-core finds nothing in an application with the panel", async () => {
  await using app = await openApp();
  const { page } = app;
  await button(page).click();
  await drawer(page).getByRole("gridcell", { name: "204", exact: true }).waitFor();
  await page.evaluate(await readFile(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8"));
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: unknown[] }[] }> };
    };
    return (await axe.run()).violations.map(
      ({ id, nodes }) => `${id} ${JSON.stringify(nodes).slice(0, 300)}`,
    );
  });
  expect(found).toEqual([]);
});

test("the element by itself shows a mock on a port, with its token", async () => {
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
  await drawer(page)
    .getByRole("searchbox")
    .fill(String(2n ** 63n - 1n));
  await drawer(page)
    .getByRole("gridcell", { name: String(2n ** 63n - 1n), exact: true })
    .waitFor();
  await drawer(page)
    .getByRole("button", { name: /^Ship order/ })
    .or(drawer(page).getByRole("button", { name: /^Cancel order/ }))
    .first()
    .waitFor();
});

test("a production build has nothing of the panel", async () => {
  // As `vite build` has it by itself; vitest says "test".
  vi.stubEnv("NODE_ENV", "production");
  const code = await buildPanelApp(root).finally(() => vi.unstubAllEnvs());
  for (const text of ["store-orders-devtools", "Calm everything", "adoptedStyleSheets"]) {
    expect(code.includes(text), text).toBe(false);
  }
  expect(code.includes("store-orders-mock")).toBe(true);
  expect(code.length).toBeGreaterThan(10_000);
}, 60_000);

/** Gzipped bytes that a page loads at once: the entry and what it imports, not what it may ask for later. */
async function loadedBytes(names: readonly string[]): Promise<number> {
  const input = join(kit.home, "size.js");
  writeFileSync(input, names.map((name) => `export * from "store-orders-kit/${name}";`).join("\n"));
  const bundle = await rolldown({ input, platform: "browser", external: /^msw(?:\/|$)/ });
  const { output } = await bundle.generate({ minify: true });
  const chunks = output.filter((file) => file.type === "chunk");
  const later = chunks.filter(({ isDynamicEntry }) => isDynamicEntry);
  expect(later.length).toBe(names.includes("devtools") ? 1 : 0);
  return chunks
    .filter(({ isDynamicEntry }) => !isDynamicEntry)
    .reduce((sum, { code }) => sum + gzipSync(code).length, 0);
}

test("the panel costs at most 45 kB on top of the handlers, and the page at most 60 kB", async () => {
  const panel = (await loadedBytes(["msw", "devtools"])) - (await loadedBytes(["msw"]));
  const app = join(kit.directory, "dist/page/app");
  const page = gzipSync(await readFile(join(app, "page.js"))).length;
  const suite = gzipSync(await readFile(join(app, "run-verdict.js"))).length;
  process.stdout.write(`gzipped: the panel ${panel}, the page ${page}, the suite ${suite} bytes\n`);
  expect(panel).toBeLessThan(45_000);
  expect(page).toBeLessThan(60_000);
  // The suite is loaded when a verdict is asked for.
  expect(await readFile(join(app, "page.js"), "utf8")).not.toContain("no int64 is refused");
  expect(await readFile(join(app, "run-verdict.js"), "utf8")).toContain("no int64 is refused");
});
