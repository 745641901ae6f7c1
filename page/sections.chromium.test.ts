import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { defaultProfile, namedProfiles } from "../spec/profile.ts";
import { openPage, preparePage } from "./testing/open-page.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await preparePage();
}, 60_000);
afterAll(() => browser?.close());

const call = (origin: string, line: string, key = "mock-key") => {
  const [method = "", path = ""] = line.split(" ");
  return fetch(origin + path, { method, headers: { authorization: `Bearer ${key}` } });
};
const section = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Sections" }).getByRole("button", { name }).click();
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test("traffic comes live, is filtered, looked into, copied, sent again, paused and cleared", async () => {
  await using opened = await openPage(browser, { fixtures: "magic" }, "/#traffic");
  const { page, origin, server } = opened;
  const traffic = page.getByRole("grid", { name: "Traffic" });
  await page.getByText("Nobody has called the API").waitFor();
  await call(origin, "GET /v1/store/orders");
  await call(origin, "DELETE /v1/store/orders/409");
  await call(origin, "GET /v1/store/orders", "wrong");
  await expect.poll(() => traffic.getByRole("row").count()).toBe(4);
  await page.getByRole("searchbox", { name: "Filter the traffic" }).fill("delete 409");
  await expect.poll(() => traffic.getByRole("row").count()).toBe(2);
  await traffic.getByRole("row").nth(1).click();
  const details = page.getByRole("dialog", { name: "DELETE /v1/store/orders/409" });
  await details.getByText('"status": 409').waitFor();
  await details.getByRole("button", { name: "Copy as curl" }).click();
  await expect.poll(() => copied(page)).toMatch(/^# 409[\s\S]*curl -i -X DELETE .*orders\/409\n$/);
  await details.getByRole("button", { name: "Copy as test" }).click();
  await expect.poll(() => copied(page)).toContain('from "vitest"');
  const saving = page.waitForEvent("download");
  await details.getByRole("button", { name: "Save as HAR" }).click();
  const har = JSON.parse(await readFile(await (await saving).path(), "utf8"));
  expect(har.log.entries).toHaveLength(1);
  await details.getByRole("button", { name: "Send again" }).click();
  await expect.poll(() => server.mock.control.journal().length).toBe(4);
  await details.getByRole("button", { name: "Close" }).click();
  await page.getByRole("searchbox", { name: "Filter the traffic" }).fill("");
  await page.getByRole("button", { name: "Pause" }).click();
  await call(origin, "GET /v1/store/orders");
  await page.getByText("1 more").waitFor();
  expect(await traffic.getByRole("row").count()).toBe(5);
  await page.getByRole("button", { name: "Pause" }).click();
  await expect.poll(() => traffic.getByRole("row").count()).toBe(6);
  await page.getByRole("button", { name: "Clear the traffic" }).click();
  await page.getByText("Nobody has called the API").waitFor();
  expect(server.mock.control.journal()).toEqual([]);
});

test("weather: presets, switches, sliders, settings, what plays, and one press that calms all", async () => {
  await using opened = await openPage(browser, { fixtures: "magic" }, "/#weather");
  const { page, origin, server } = opened;
  const { control } = server.mock;
  const playing = page.getByRole("region", { name: "Playing now" });
  await page.getByRole("button", { name: /^outage/ }).click();
  await playing.getByText("Every request is answered 503").waitFor();
  expect((await call(origin, "GET /v1/store/orders")).status).toBe(503);
  await playing.getByText("1 strike").waitFor();
  await page.getByRole("button", { name: "Calm everything" }).click();
  await playing.getByText("Fair weather").waitFor();
  await expect.poll(() => control.faults()).toEqual([]);

  await page.getByRole("button", { name: "Errors are answered: Settings" }).click();
  await page.getByLabel("Status", { exact: true }).fill("429");
  await page.getByLabel("Strikes").selectOption({ label: "cancels" });
  await page.getByLabel("Only cancels of order").fill("204");
  await page.getByLabel("Times").fill("2");
  await page.getByLabel("Seconds").fill("60");
  await page.getByRole("slider", { name: "Chance" }).press("ArrowLeft");
  await page.getByRole("switch", { name: "Errors are answered" }).check({ force: true });
  await expect
    .poll(() => control.faults())
    .toMatchObject([
      {
        fault: "status",
        status: 429,
        operation: "cancelOrder",
        order: "204",
        times: 2,
        seconds: 60,
        probability: 0.95,
      },
    ]);
  await page.getByRole("slider", { name: "At most" }).press("End");
  await expect.poll(() => control.faults()[1]).toMatchObject({ fault: "delay", ms: [300, 30_000] });
  // Set by somebody else: seen here.
  control.setFaults([{ fault: "hang", name: "theirs" }]);
  await playing.getByText("Every request gets no answer").waitFor();
  await playing.getByRole("button", { name: /^Stop/ }).click();
  await expect.poll(() => control.faults()).toEqual([]);
});

test("silence: every open question is a choice, a profile is played by name and from a file", async () => {
  await using opened = await openPage(browser, {}, "/#silence");
  const { page, server } = opened;
  const { control } = server.mock;
  await page.getByText("Every answer is the default one").waitFor();
  await page
    .getByRole("group", { name: "Do listed orders carry a status field?" })
    .getByRole("radio", { name: /^shown/ })
    .check();
  await expect.poll(() => control.profile().statusField).toBe("shown");
  await page.getByText("1 answer of").waitFor();
  await page.getByRole("button", { name: "talkative" }).click();
  await expect.poll(() => control.profile()).toEqual(namedProfiles.talkative);
  await page.getByLabel("Choose a profile file").setInputFiles({
    name: "staging.json",
    mimeType: "application/json",
    buffer: Buffer.from('{"repeatedCancel": "409", "observed": {}}'),
  });
  await expect.poll(() => control.profile()).toEqual({ ...defaultProfile, repeatedCancel: "409" });
  await page.getByLabel("Choose a profile file").setInputFiles({
    name: "odd.json",
    mimeType: "application/json",
    buffer: Buffer.from('{"repeatedCancels": "409"}'),
  });
  await page.getByText('Cannot use odd.json: "repeatedCancels" is no open question.').waitFor();
});

test("worlds: opened, shown, reset, dropped, started again; the key and a link to the state are copied", async () => {
  await using opened = await openPage(browser, { fixtures: "magic" }, "/#worlds");
  const { page, server, another } = opened;
  const { control } = server.mock;
  await page.getByLabel("Name of a world to open").fill("ann");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await expect.poll(() => page.getByLabel("World", { exact: true }).inputValue()).toBe("ann");
  expect(new URL(page.url()).searchParams.get("world")).toBe("ann");
  await page.getByRole("button", { name: "Copy the key of world ann" }).click();
  await expect.poll(() => copied(page)).toBe("mock-key~ann");
  await page.getByRole("radio", { name: "a scenario" }).check({ force: true });
  await page.getByRole("button", { name: /^large-ids/ }).click();
  await expect.poll(() => control.world("ann").orders()[0]?.id).not.toBe(control.orders()[0]?.id);
  await page.getByRole("radio", { name: "a seed" }).check({ force: true });
  await page.getByLabel("Orders", { exact: true }).fill("7");
  await page.getByRole("button", { name: "Start again" }).click();
  await expect.poll(() => control.world("ann").orders().length).toBe(7);
  await page.getByRole("radio", { name: "a file" }).check({ force: true });
  await page.getByLabel("Choose a fixtures file").setInputFiles({
    name: "mine.json",
    mimeType: "application/json",
    buffer: Buffer.from('[{"id": 9223372036854775807, "status": "shipped"}]'),
  });
  await expect.poll(() => control.world("ann").orders()).toEqual([{ id: 2n ** 63n - 1n, status: "shipped" }]);
  await page.getByRole("button", { name: "Reset world ann" }).click();
  await page.getByRole("button", { name: "Show world default" }).click();
  await call(opened.origin, "DELETE /v1/store/orders/204");
  await page.getByRole("button", { name: "Copy a link to it" }).click();
  await expect.poll(() => copied(page)).toContain("#state=");
  const link = new URL(await copied(page));
  const other = await another(link.pathname + link.hash);
  await other
    .getByRole("status", { name: "Notices" })
    .getByText("The state is open in world shared-")
    .waitFor();
  await section(other, "Orders");
  const cancelled = other
    .getByRole("row")
    .filter({ has: other.getByRole("gridcell", { name: "204", exact: true }) });
  await cancelled.getByText("cancelled").waitFor();
  await page.getByRole("button", { name: "Drop world ann" }).click();
  await expect.poll(() => control.worlds().map(({ name }) => name)).not.toContain("ann");
});

test("a verdict on this mock, result by result, and its answers played", async () => {
  await using opened = await openPage(browser, { profile: namedProfiles.talkative! }, "/#verdict");
  const { page, server } = opened;
  const before = server.mock.control.snapshot();
  await page.getByRole("button", { name: "Run the suite" }).click();
  await page.getByRole("heading", { name: "It keeps the whole document." }).waitFor({ timeout: 30_000 });
  const findings = page.getByRole("region", { name: "Findings" });
  await findings.getByRole("listitem").first().click();
  await findings.getByText("The document:").first().waitFor();
  expect(server.mock.control.snapshot()).toBe(before);
  expect(server.mock.control.worlds().filter(({ name }) => name.startsWith("verdict"))).toEqual([]);
  server.mock.control.setProfile(defaultProfile);
  await page.getByRole("button", { name: "Play its answers here" }).click();
  await expect.poll(() => server.mock.control.profile().statusField).toBe("shown");
});
