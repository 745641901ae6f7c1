import type { Browser, BrowserContext, Page as Tab } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import {
  type AdapterAnswer,
  type AdapterRequest,
  adapterRequests,
  withKey,
} from "../testing/adapter-requests.ts";
import { adapters } from "../testing/adapters.ts";
import { launchChromium } from "./testing/launch-chromium.ts";
// Declares `window.worker` for the compiler.
import type {} from "./testing/page.ts";
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

const isReady = (tab: Tab) => tab.waitForFunction(() => window.worker !== undefined);

async function load(context: BrowserContext, query = ""): Promise<Tab> {
  const tab = await context.newPage();
  await tab.goto(site.url + query);
  await isReady(tab);
  return tab;
}

/** A tab with a storage and a worker of its own, closed at the end of the test. */
async function open(query?: string): Promise<Tab> {
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  return load(context, query);
}

interface Sent extends AdapterRequest {
  readonly body?: string;
  /** Milliseconds after which the page waits no longer. */
  readonly patience?: number;
}

/** Sends a request in the page, through its worker. A lost answer has the status 0. */
const sendHere = async ({ method, target, headers = {}, body, patience = 60_000 }: Sent) => {
  const signal = AbortSignal.timeout(patience);
  try {
    const response = await fetch(target, { method, headers, body: body ?? null, signal, cache: "no-store" });
    const bytes = new Uint8Array(await response.arrayBuffer());
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""),
    };
  } catch (error) {
    return { status: 0, headers: {}, body: (error as Error).name };
  }
};

/** @param line as in `GET /v1/store/orders`, which is sent with the mock's key */
const send = (tab: Tab, line: string, more: Partial<Sent> = {}): Promise<AdapterAnswer> =>
  tab.evaluate(sendHere, { ...withKey(line), ...more });
const cancel = async (tab: Tab, id: number) => (await send(tab, `DELETE /v1/store/orders/${id}`)).status;

describe("the mock in a service worker", () => {
  test("is reset by resetHandlers() and by its control plane", async () => {
    const tab = await open();
    expect(await cancel(tab, 204)).toBe(204);
    await tab.evaluate(() => window.worker.resetHandlers());
    expect(await cancel(tab, 204)).toBe(204);
    await send(tab, "POST /_mock/reset", { body: '{"fixtures":"empty"}' });
    expect((await send(tab, "GET /v1/store/orders")).body).toBe("[]");
  });

  test("shows in each of two tabs with one localStorage the cancels of the other, also after a reload", async () => {
    const first = await open("?storage");
    const second = await load(first.context(), "?storage");
    expect(await cancel(first, 204)).toBe(204);
    expect([await cancel(second, 204), await cancel(second, 2)]).toEqual([404, 204]);
    await first.reload();
    await isReady(first);
    expect([await cancel(first, 2), await cancel(first, 204)]).toEqual([404, 404]);
    await send(second, "POST /_mock/reset");
    expect(await cancel(first, 204)).toBe(204);
  });

  test("plays faults: lost, cut and hanging answers", async () => {
    const tab = await open();
    const faults = (...rules: object[]) => send(tab, "PUT /_mock/faults", { body: JSON.stringify(rules) });
    for (const fault of ["reset-before", "cut-body"]) {
      await faults({ fault });
      expect(await send(tab, "GET /v1/store/orders")).toMatchObject({ status: 0, body: "TypeError" });
    }
    await faults({ fault: "hang" });
    const late = await send(tab, "GET /v1/store/orders", { patience: 100 });
    expect(late).toMatchObject({ status: 0, body: "TimeoutError" });
    await faults({ fault: "reset-after" });
    expect(await cancel(tab, 204)).toBe(0);
    await faults();
    expect(await cancel(tab, 204)).toBe(404);
  });

  test("reports its events", async () => {
    const tab = await open();
    const data = await tab.evaluate(
      () =>
        new Promise<string>((resolve, reject) => {
          const events = new EventSource("/_mock/events");
          events.onopen = () => void fetch("/_mock/orders/204/ship", { method: "POST" });
          events.onerror = () => reject(new Error("The events ended."));
          events.addEventListener("orders", (event) => resolve(event.data));
        }),
    );
    expect(JSON.parse(data)).toMatchObject({ event: "orders", ids: ["204"] });
  });
});

/** Headers that a page may not set (Fetch standard, 2.2.2). */
const isForbidden = (name: string) => name === "origin" || name.startsWith("access-control-");

test("the answers in a browser are those of the function, byte for byte", async () => {
  const tab = await open();
  await using adapter = await adapters["the function"]({ fixtures: "magic" });
  const requests = adapterRequests.filter(({ headers = {} }) => !Object.keys(headers).some(isForbidden));
  expect(requests.length).toBeGreaterThan(35);
  for (const request of requests)
    expect(await tab.evaluate(sendHere, request)).toEqual(await adapter.send(request));
});
