import { createControlClient } from "store-orders-kit/control";
import { test as base, inject } from "vitest";
import { launchChromium } from "../launch-chromium.ts";

/** The world of this worker. With Playwright: `worker-${testInfo.parallelIndex}`. */
const world = `worker-${process.env.VITEST_POOL_ID}`;

/** A test with a page that is signed in, and the control of the orders behind it: only this worker's. */
export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what a fixture needs.
  .extend("browser", { scope: "file" }, async ({}, { onCleanup }) => {
    const browser = await launchChromium();
    onCleanup(() => browser.close());
    return browser;
  })
  .extend("control", async () => {
    const control = createControlClient({ baseUrl: inject("apiUrl"), world });
    await control.reset(); // orders, faults, journal
    return control;
  })
  .extend("page", async ({ browser, control: _reset }, { onCleanup }) => {
    const page = await browser.newPage({ baseURL: inject("siteUrl") });
    onCleanup(() => page.close());
    await page.addInitScript((key) => sessionStorage.setItem("store-orders-key", key), `mock-key~${world}`);
    return page;
  });
