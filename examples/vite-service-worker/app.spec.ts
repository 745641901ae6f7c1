import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { build, createServer, preview } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchChromium } from "../launch-chromium.ts";

const root = import.meta.dirname;
const common = { root, mode: "mock", logLevel: "error" } as const;
const address = { host: "127.0.0.1", port: 0 };

let browser: Browser;
let outDir: string;
beforeAll(async () => {
  browser = await launchChromium();
  outDir = await mkdtemp(join(tmpdir(), "orders-page-"));
});
afterAll(async () => {
  await browser?.close();
  await rm(outDir, { recursive: true, force: true });
});

/** The two ways to open the page: `vite --mode mock`, and `vite build --mode mock` with `vite preview`. */
const ways = {
  "in development": async (base?: string) =>
    (await createServer({ ...common, ...(base && { base }), server: address })).listen(),
  "as a build": async (base?: string) => {
    const config = { ...common, ...(base && { base }) };
    await build({ ...config, build: { outDir, emptyOutDir: true } });
    return preview({ ...config, build: { outDir }, preview: address });
  },
};

describe.each(Object.entries(ways))("the page with its service worker, %s", (_way, serve) => {
  let site: Awaited<ReturnType<typeof serve>>;
  let page: Page;
  beforeAll(async () => {
    site = await serve();
    page = await browser.newPage(); // a context of its own: no storage and no worker of an earlier one
    await page.goto(site.resolvedUrls!.local[0]!);
  });
  afterAll(() => site?.close());

  const row = (id: number) => page.getByRole("row", { name: String(id) });
  const cancel = (id: number) => page.getByRole("button", { name: `Cancel order ${id}` }).click();
  const says = (text: string) => page.getByRole("status").getByText(text).waitFor();

  test("lists the orders", async () => {
    await row(1001).waitFor();
    expect(await page.locator("tbody tr").count()).toBe(25);
  });

  test("cancels a pending order, also for the next load of the page", async () => {
    await cancel(1001);
    await says("Order 1001 is cancelled.");
    await page.reload();
    await row(1002).waitFor();
    expect(await row(1001).count()).toBe(0);
  });

  test("puts a shipped order back on its 409", async () => {
    await cancel(1002);
    await says("Order 1002 has shipped and cannot be cancelled.");
    expect(await row(1002).count()).toBe(1);
  });

  test("has all orders again after a reset", async () => {
    await page.evaluate(() => fetch("/_mock/reset", { method: "POST" }));
    await page.reload();
    await row(1001).waitFor();
  });

  test("asks for another key on a 401", async () => {
    await page.evaluate(() => sessionStorage.setItem("store-orders-key", "wrong"));
    await page.reload();
    await says("The store asks for a valid API key.");
    await page.getByLabel("API key").fill("mock-key");
    await page.keyboard.press("Enter");
    await row(1001).waitFor();
  });
});

test.each(Object.entries(ways))("a base other than /, %s: the worker is below it", async (_way, serve) => {
  const site = await serve("/shop/");
  const page = await browser.newPage();
  try {
    const address = site.resolvedUrls!.local[0]!;
    expect(new URL(address).pathname).toBe("/shop/");
    await page.goto(address);
    await page.getByRole("button", { name: "Cancel order 1001" }).click();
    await page.getByRole("status").getByText("Order 1001 is cancelled.").waitFor();
    const worker = await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL);
    expect(worker).toContain(`${address}mockServiceWorker.js`);
  } finally {
    await page.close();
    await site.close();
  }
});

test("a build without the mode holds nothing of the mock", async () => {
  await build({ ...common, mode: "production", build: { outDir, emptyOutDir: true } });
  const files = await readdir(outDir, { recursive: true });
  expect(files.filter((file) => /mock/i.test(file))).toEqual([]);
});
