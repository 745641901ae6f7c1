import type { Browser, Page as Tab } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { isJsonObject, parseJson } from "../../base/json.ts";
import { type AdapterAnswer, adapterRequests } from "../testing/adapter-requests.ts";
import { adapters } from "../testing/adapters.ts";
import { launchChromium, openPage, reload, send, statusOf } from "./testing/open-page.ts";
import { type ServedPage, serveBuilt } from "./testing/serve-page.ts";

// A browser takes its time on a busy machine.
vi.setConfig({ testTimeout: 15_000, hookTimeout: 30_000 });

let browser: Browser;
let site: ServedPage;

beforeAll(async () => {
  browser = await launchChromium();
  site = await serveBuilt();
});
afterAll(async () => {
  await browser?.close();
  await site?.[Symbol.asyncDispose]();
});

/** A tab with a storage and a worker of its own, closed at the end of the test. */
async function open(query = ""): Promise<{ tab: Tab } & AsyncDisposable> {
  const context = await browser.newContext();
  const tab = await openPage(context, site.url + query);
  return { tab, [Symbol.asyncDispose]: () => context.close() };
}

const cancel = (tab: Tab, id: number | string, key?: string) =>
  statusOf(tab, `DELETE /v1/store/orders/${id}`, key === undefined ? {} : { key });
const list = async (tab: Tab) =>
  (parseJson((await send(tab, "GET /v1/store/orders")).body) as { id: bigint }[]).map(({ id }) => id);
const control = async (tab: Tab, line: string, body?: object) => {
  const answer = await send(tab, line, { key: null, ...(body && { body: JSON.stringify(body) }) });
  expect(answer.status).toBe(200);
  return parseJson(answer.body);
};

describe("the mock in a service worker", () => {
  test("is reset by resetHandlers() and by its control plane", async () => {
    await using page = await open();
    const { tab } = page;
    expect(await cancel(tab, 204)).toBe(204);
    await tab.evaluate(() => window.page.resetHandlers());
    expect(await cancel(tab, 204)).toBe(204);
    await control(tab, "POST /_mock/reset");
    expect(await cancel(tab, 204)).toBe(204);
    await control(tab, "POST /_mock/orders/1/ship");
    expect(await cancel(tab, 1)).toBe(409);
    await control(tab, "POST /_mock/reset", { fixtures: "empty" });
    expect(await list(tab)).toEqual([]);
  });

  test("shows in each of two tabs with one localStorage the cancels of the other, also after a reload", async () => {
    await using first = await open("?storage");
    const second = await openPage(first.tab.context(), `${site.url}?storage`);
    expect(await cancel(first.tab, 204)).toBe(204);
    expect([await cancel(second, 204), await cancel(second, 2)]).toEqual([404, 204]);
    await reload(first.tab);
    expect([await cancel(first.tab, 2), await cancel(first.tab, 204)]).toEqual([404, 404]);
    await control(second, "POST /_mock/reset");
    expect(await cancel(first.tab, 204)).toBe(204);
  });

  test("plays faults: late, lost, cut and hanging answers", async () => {
    await using page = await open();
    const { tab } = page;
    const faults = (...rules: object[]) =>
      send(tab, "PUT /_mock/faults", { key: null, body: JSON.stringify(rules) });
    expect((await faults({ fault: "delay", ms: 300 })).status).toBe(200);
    const ms = await tab.evaluate(async () => {
      const startedAt = performance.now();
      const headers = { authorization: "Bearer mock-key" };
      const { status } = await window.page.send({ method: "GET", target: "/v1/store/orders", headers });
      return status === 200 ? performance.now() - startedAt : 0;
    });
    expect(ms).toBeGreaterThanOrEqual(299);
    for (const fault of ["reset-before", "cut-body"]) {
      await faults({ fault });
      expect(await send(tab, "GET /v1/store/orders")).toMatchObject({ status: 0, body: "TypeError" });
    }
    await faults({ fault: "hang" });
    const late = await send(tab, "GET /v1/store/orders", { patienceMs: 100 });
    expect(late).toMatchObject({ status: 0, body: "TimeoutError" });
    await faults({ fault: "reset-after" });
    expect(await cancel(tab, 204)).toBe(0);
    await faults();
    expect(await cancel(tab, 204)).toBe(404);
  });

  test("reports its events", async () => {
    await using page = await open();
    const target = "/_mock/orders/204/ship";
    const event = await page.tab.evaluate(
      (line) => window.page.awaitEvent("orders", { method: "POST", target: line }),
      target,
    );
    expect(isJsonObject(parseJson(event))).toBe(true);
  });
});

/** Headers that a page may not set (Fetch standard, 2.2.2). */
const isForbidden = (name: string) => name === "origin" || name.startsWith("access-control-");

test("the answers in a browser are those of the function, byte for byte", async () => {
  await using page = await open();
  await using adapter = await adapters["the function"]({ fixtures: "magic" });
  const requests = adapterRequests.filter(({ headers = {} }) => !Object.keys(headers).some(isForbidden));
  expect(requests.length).toBeGreaterThan(35);
  const expected: AdapterAnswer[] = [];
  for (const request of requests) expected.push(await adapter.send(request));
  const answers = await page.tab.evaluate(
    async (list) => {
      const all: AdapterAnswer[] = [];
      for (const request of list) all.push(await window.page.send(request));
      return all;
    },
    [...requests],
  );
  expect(answers).toEqual(expected);
});

test("the mock in a browser conforms to the whole document", async () => {
  await using page = await open();
  const { results } = await page.tab.evaluate(() => window.page.judge());
  const blots = results.filter(({ outcome }) => outcome !== "passed");
  expect(blots.map(({ id, outcome, reason }) => `${outcome} ${id}: ${reason}`)).toEqual([
    expect.stringContaining("untested cancel-order/no-body: Fetch hides bytes after a 204"),
  ]);
});
