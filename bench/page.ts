/**
 * The mock's page, measured in Chromium: `node bench/page.ts`, after `npm run build`. Prints the time to the first
 * shown order beside that of an empty page, the longest task of the page's thread while 100,000 orders are scrolled and
 * 200 requests a second arrive, and its memory. Nothing is decided by it.
 */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Browser, chromium, type Page } from "playwright-core";
import { type MockServer, startMockServer } from "../mocks/adapters/server/mock-server.ts";

const rounds = 5;
const requestsPerSecond = 200;
const scrollMs = 8000;

const executablePath = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";
const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"];
const quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync"];

const say = (name: string, value: string) => process.stdout.write(`${name.padEnd(52)} ${value}\n`);
const median = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1]!;

/** Milliseconds from the start of the navigation until the element is drawn. */
async function timeToShow(browser: Browser, url: string, selector: string): Promise<number> {
  const times = [];
  for (let round = 0; round < rounds; round++) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    await page.goto(url);
    await page.waitForSelector(selector);
    times.push(await page.evaluate(() => performance.now()));
    await context.close();
  }
  return median(times);
}

async function megabytes(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  return `${(usedSize / 1e6).toFixed(1)} MB`;
}

/** Lists no, cancels yes: each of them changes an order that may be in sight. */
function sendRequests({ baseUrl, mock }: MockServer): () => void {
  const ids = mock.control.orders(20_000).map(({ id }) => id);
  let next = 0;
  const timer = setInterval(() => {
    for (let count = 0; count < requestsPerSecond / 50; count++) {
      const headers = { authorization: "Bearer mock-key" };
      void fetch(`${baseUrl}/store/orders/${ids[next++ % ids.length]}`, { method: "DELETE", headers });
    }
  }, 20);
  return () => clearInterval(timer);
}

/** Tasks over 50 ms, as the browser counts them, while the table is scrolled from end to end and back. */
function scroll(page: Page): Promise<readonly number[]> {
  return page.evaluate(async (ms) => {
    const long: number[] = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) long.push(duration);
    }).observe({ type: "longtask" });
    const table = document.querySelector(".scroller")!;
    const startedAt = performance.now();
    for (let now = startedAt; now - startedAt < ms; now = await new Promise(requestAnimationFrame)) {
      const turn = (now - startedAt) / ms;
      table.scrollTop = Math.abs(Math.sin(turn * Math.PI * 2)) * table.scrollHeight;
    }
    return long;
  }, scrollMs);
}

const browser = await chromium.launch({ executablePath, args: [...args, ...quiet] });
const empty = createServer((_request, response) =>
  response.setHeader("content-type", "text/html").end("<!doctype html><p>empty</p>"),
).listen(0, "127.0.0.1");
await using few = await startMockServer();
await using many = await startMockServer({ orders: 100_000 });
const row = "[role=row][aria-rowindex='2'] .id";
const emptyUrl = `http://127.0.0.1:${(empty.address() as AddressInfo).port}/`;

say("an empty page is shown after", `${(await timeToShow(browser, emptyUrl, "p")).toFixed(0)} ms`);
for (const server of [few, many]) {
  const ms = await timeToShow(browser, `http://127.0.0.1:${server.port}/`, row);
  say(`the first of ${server.mock.control.health().orders} orders after`, `${ms.toFixed(0)} ms`);
}
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
await page.goto(`http://127.0.0.1:${many.port}/`);
await page.waitForSelector(row);
say("memory of the page with 100000 orders", await megabytes(page));
const stop = sendRequests(many);
const long = await scroll(page);
stop();
say(
  `tasks over 50 ms in ${scrollMs / 1000} s of scrolling, ${requestsPerSecond} requests/s`,
  long.length === 0 ? "none" : `${long.length}, the longest ${Math.max(...long).toFixed(0)} ms`,
);
say("memory of the page afterwards", await megabytes(page));
await browser.close();
empty.close();
