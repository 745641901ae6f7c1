import { expect, test } from "vitest";
import { launchChromium, openPage, statusOf } from "./testing/open-page.ts";
import { serveInDevelopment } from "./testing/serve-page.ts";

test("Vite in development serves the page, and MSW's plugin the worker", async () => {
  await using site = await serveInDevelopment();
  const browser = await launchChromium();
  try {
    const tab = await openPage(browser, site.url);
    expect(await statusOf(tab, "DELETE /v1/store/orders/204")).toBe(204);
    expect(await statusOf(tab, "DELETE /v1/store/orders/204")).toBe(404);
    expect(await statusOf(tab, "GET /_mock/health")).toBe(200);
  } finally {
    await browser.close();
  }
}, 30_000);
