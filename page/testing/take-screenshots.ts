/**
 * Takes the pictures in docs/page/, one of each section: `node page/testing/take-screenshots.ts`.
 * Each shows a mock on which something has just happened.
 */

import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { callApi, sectionLink } from "./find.ts";
import { openPage, preparePage } from "./open-page.ts";

const folder = fileURLToPath(new URL("../../docs/page/", import.meta.url));
mkdirSync(folder, { recursive: true });

/** Steps that fill a section. */
const preparations: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  Orders: (page) => page.getByRole("gridcell", { name: "1001", exact: true }).waitFor(),
  Requests: (page) => page.getByRole("row").filter({ hasText: "1002" }).first().click(),
  async Faults(page) {
    await page.getByRole("button", { name: "Fail next request" }).click();
    await page.getByRole("button", { name: "Next cancel: 409" }).click();
    await page.getByLabel("status: Settings").click();
  },
  async "Open questions"(page) {
    await page.getByRole("button", { name: "Turn off" }).click();
    await page.getByLabel("Choose a profile").setInputFiles({
      name: "staging.json",
      mimeType: "application/json",
      buffer: Buffer.from(
        '{"cancelledInList": "unchanged", "repeatedCancel": "409", "statusField": "shown"}',
      ),
    });
    await page.getByText("staging.json").first().waitFor();
  },
  Worlds: (page) => page.getByText("shown here").waitFor(),
  async Conformance(page) {
    await page.getByRole("button", { name: "Run the suite" }).click();
    await page.getByRole("region", { name: "Findings" }).waitFor({ timeout: 60_000 });
  },
};

const browser = await preparePage();
{
  await using opened = await openPage(
    browser,
    { orders: 100, port: 4010, now: () => Date.UTC(2026, 0, 31, 9, 30) },
    "/",
    { colorScheme: "light", reducedMotion: "reduce" },
  );
  const { page, origin, server } = opened;
  server.mock.control.world("ann");
  for (const line of [
    "GET /v1/store/orders",
    "DELETE /v1/store/orders/1001",
    "DELETE /v1/store/orders/1002",
    "GET /v1/store/orders?page=2",
  ]) {
    await callApi(origin, line);
  }
  for (const [name, prepare] of Object.entries(preparations)) {
    await sectionLink(page, name).click();
    await prepare(page);
    await page.screenshot({ path: `${folder}${name.toLowerCase().replace(" ", "-")}.png` });
  }
}
await browser.close();
