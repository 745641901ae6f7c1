import { expect, test } from "vitest";
import { createCertificate } from "../base/testing/certificate.ts";
import { rowOf, sectionLink, sectionTitles } from "./testing/find.ts";
import { shareBrowser } from "./testing/shared-page.ts";

const open = shareBrowser();

/** The content security policy, the control plane and the live events know no scheme by name. */

test("the page works over TLS: its address, every section, and live changes", async () => {
  using certificate = createCertificate();
  await using opened = await open({ fixtures: "magic", tls: certificate.tls });
  const { page, origin, server } = opened;
  expect(origin).toMatch(/^https:/);
  await page.locator(".start").getByText(`${origin}/v1`).waitFor();
  for (const title of sectionTitles.toReversed()) await sectionLink(page, title).click();
  await page.getByText("live", { exact: true }).waitFor({ state: "attached" });
  server.mock.control.ship(204n);
  await rowOf(page, 204).getByText("shipped").waitFor();
});
