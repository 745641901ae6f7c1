import { expect, test } from "vitest";
import { createCertificate } from "../base/testing/certificate.ts";
import { rowOf, sectionLink, sectionTitles } from "./testing/find.ts";
import { shareBrowser } from "./testing/shared-page.ts";

/** The page of an unusual mock: with other keys, a closed control plane, foreign data, or TLS. */

const open = shareBrowser();

test("for a mock with another key the page asks at once, in place, and reports a wrong key at the field", async () => {
  await using opened = await open({ fixtures: "magic", apiKeys: ["own-key"] });
  const { page, server } = opened;
  const form = page.getByRole("form", { name: "API key" });
  await form.getByLabel(/has an API key of its own/).fill("guess");
  await form.getByRole("button", { name: "Use key" }).click();
  await form.getByText("The mock refused this key.").waitFor();
  await form.getByLabel(/has an API key of its own/).fill("own-key");
  await page.keyboard.press("Enter");
  await expect.poll(() => form.count()).toBe(0);
  await page.getByText("own-key").first().waitFor();
  await page.getByRole("button", { name: "Cancel order 204 through the API" }).click();
  await expect.poll(() => server.mock.control.order(204n).status).toBe("cancelled");
  // The page made no call to check the key.
  expect(server.mock.control.journal()).toHaveLength(1);
});

test("the page asks for a control token, and reports a wrong one at its field", async () => {
  await using opened = await open({ controlToken: "s3cret", fixtures: "magic" });
  const { page } = opened;
  await page.getByRole("heading", { name: "The control plane is closed" }).waitFor();
  await page.getByLabel("Control token").fill("wrong");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.getByText("The mock refused this token.").waitFor();
  expect(await page.getByLabel("Control token").getAttribute("aria-invalid")).toBe("true");
  await page.getByLabel("Control token").fill("s3cret");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.getByRole("gridcell", { name: "204", exact: true }).waitFor();
});

test("without a control plane a browser gets a page that says so, and how to open it", async () => {
  await using opened = await open({ control: false });
  const { page } = opened;
  await page.getByRole("heading", { name: "The control plane is off" }).waitFor();
  await page.getByText("without --no-control").waitFor();
  expect(await page.getByRole("button", { name: /Fail next/ }).count()).toBe(0);
});

test("every section says that a mock is wrong on purpose", async () => {
  const broken = { id: "cancel-any", story: "Every order can be cancelled." };
  await using opened = await open({ broken });
  const { page } = opened;
  for (const name of ["Orders", "Faults", "Conformance"]) {
    await page.getByRole("navigation").getByRole("button", { name }).click();
    const banner = page.getByRole("note", { name: "Wrong on purpose" });
    await banner.getByText("Every order can be cancelled.").waitFor();
    await banner.getByText("--broken cancel-any").waitFor();
  }
});

test("the page may call its own mock only", async () => {
  await using opened = await open();
  const { page, origin } = opened;
  const response = await fetch(`${origin}/`, { headers: { accept: "text/html" } });
  const policy = response.headers.get("content-security-policy") ?? "";
  expect(policy.split("; ")).toContain("connect-src 'self'");
  const reason = await page.evaluate(() => fetch("https://other.test/").then(String, String));
  expect(reason).toContain("Failed to fetch");
  expect(opened.troubles.splice(0).join()).toContain("Content Security Policy");
});

test("the docs are served to programs as text, and no other file of the package is served", async () => {
  await using opened = await open();
  const { origin } = opened;
  const ask = async (path: string) => {
    const response = await fetch(`${origin}/_mock/docs/${path}`);
    return { status: response.status, text: await response.text() };
  };
  expect((await ask("README.md")).text).toContain("store-orders");
  expect((await ask("page.md")).text).toMatch(/^# /);
  for (const path of ["../package.json", "%2e%2e/package.md", "none.md", "page/x.md", "page.png"])
    expect((await ask(path)).status, path).toBe(404);
});

test("a browser shows the docs as pages, and each link between them leads to a heading", async () => {
  await using opened = await open();
  const { page, origin } = opened;
  const [docs] = await Promise.all([
    page.context().waitForEvent("page"),
    page.getByRole("link", { name: "Docs" }).click(),
  ]);
  await docs.getByRole("heading", { name: "store-orders-kit", level: 1 }).waitFor();
  const overflow = () => docs.evaluate(() => getComputedStyle(document.querySelector("pre")!).overflowX);
  await expect.poll(overflow, { timeout: 20_000 }).toBe("auto");
  const seen = new Map<string, Set<string>>();
  const linked = [docs.url()];
  for (let url = linked.pop(); url !== undefined; url = linked.pop()) {
    const { pathname, hash } = new URL(url);
    if (!seen.has(pathname)) {
      expect((await docs.goto(origin + pathname))?.status(), url).toBe(200);
      const found = await docs.evaluate(() => ({
        ids: [...document.querySelectorAll("[id]")].map(({ id }) => id),
        links: [...document.links].map(({ href }) => href),
      }));
      seen.set(pathname, new Set(found.ids));
      linked.push(...found.links.filter((link) => link.startsWith(`${origin}/_mock/docs/`)));
    }
    if (hash) expect([...seen.get(pathname)!], url).toContain(hash.slice(1));
  }
  expect(seen.size).toBeGreaterThan(15);
});

test("a browser's request for an icon is answered, and is not shown as a request of the application", async () => {
  await using opened = await open();
  const { origin, server } = opened;
  const icon = await fetch(`${origin}/favicon.ico`);
  expect([icon.status, icon.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
  await fetch(`${origin}/favicon.ico`, { method: "POST" });
  expect(server.mock.control.journal()).toEqual([]);
});

test("a section whose code cannot be loaded says so", async () => {
  await using opened = await open();
  const { page } = opened;
  await page.route("**/worlds-section.js", (route) => route.abort());
  await page.getByRole("navigation").getByRole("button", { name: "Worlds" }).click();
  await page.getByText("Load the page again.").waitFor();
});

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
