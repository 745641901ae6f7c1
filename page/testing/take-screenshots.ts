/**
 * Takes the pictures in docs/page/: `node page/testing/take-screenshots.ts`, after `npm run build`. Each shows a mock
 * on which something has just happened.
 */

import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { launchChromium } from "../../mocks/browser/testing/open-page.ts";
import { openPage } from "./open-page.ts";

const folder = fileURLToPath(new URL("../../docs/page/", import.meta.url));
mkdirSync(folder, { recursive: true });
const schemes = ["light", "dark"] as const;
const sizes = [
  { width: 390, height: 760 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1000 },
];

/** Something to look at in a section. */
const preparations: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  orders: (page) => page.getByRole("gridcell", { name: "1001", exact: true }).waitFor(),
  traffic: (page) => page.getByRole("gridcell", { name: "DELETE" }).first().waitFor(),
  weather: async (page) => {
    await page.getByRole("button", { name: /^flaky/ }).click();
    await page.getByText(/is lost before it happens/).waitFor();
  },
  silence: (page) => page.getByRole("button", { name: "talkative" }).click(),
  worlds: (page) => page.getByText("shown here").waitFor(),
  verdict: async (page) => {
    await page.getByRole("button", { name: "Run the suite" }).click();
    await page.getByRole("region", { name: "Findings" }).waitFor({ timeout: 60_000 });
  },
};

const browser = await launchChromium();
for (const viewport of sizes) {
  for (const colorScheme of schemes) {
    await using opened = await openPage(
      browser,
      { orders: 100, now: () => Date.UTC(2026, 0, 31, 9, 30) },
      "/",
      {
        viewport,
        colorScheme,
        reducedMotion: "reduce",
        isMobile: viewport.width < 500,
      },
    );
    const { page, origin, server } = opened;
    server.mock.control.world("ann");
    server.mock.control.world("checkout-tests");
    for (const line of [
      "GET /v1/store/orders",
      "DELETE /v1/store/orders/1002",
      "DELETE /v1/store/orders/1004",
      "GET /v1/store/orders?page=2",
    ]) {
      const [method = "", path = ""] = line.split(" ");
      await fetch(origin + path, { method, headers: { authorization: "Bearer mock-key" } });
    }
    for (const [name, prepare] of Object.entries(preparations)) {
      await page
        .getByRole("navigation")
        .getByRole("button", { name: new RegExp(`^${name}`, "i") })
        .click();
      await prepare(page);
      await page.screenshot({ path: `${folder}${name}-${viewport.width}-${colorScheme}.png` });
    }
  }
}
await browser.close();
