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

/** Scrolls the table from end to end and back. */
async function scroll(page: Page): Promise<void> {
  await page.evaluate(async (ms) => {
    const table = document.querySelector(".scroller")!;
    const startedAt = performance.now();
    for (let now = startedAt; now - startedAt < ms; now = await new Promise(requestAnimationFrame)) {
      const turn = (now - startedAt) / ms;
      table.scrollTop = Math.abs(Math.sin(turn * Math.PI * 2)) * table.scrollHeight;
    }
  }, scrollMs);
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds by the clock, and of the processor. */
  readonly dur?: number;
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

interface Task {
  /** Milliseconds by the clock: on a busy machine, with the time in which others ran. */
  readonly wall: number;
  /** Milliseconds of the processor. */
  readonly own: number;
}

/** The tasks of the page's main thread while something happens. */
async function tasksOf(page: Page, work: () => Promise<void>): Promise<readonly Task[]> {
  await browser.startTracing(page, { categories: ["toplevel", "__metadata"] });
  await work();
  const trace: { traceEvents: TraceEvent[] } = JSON.parse((await browser.stopTracing()).toString());
  const threads = trace.traceEvents.filter(({ args }) => args?.name === "CrRendererMain");
  const main = new Set(threads.map(({ pid, tid }) => `${pid} ${tid}`));
  return trace.traceEvents
    .filter(({ name, pid, tid, dur }) => dur && name.includes("RunTask") && main.has(`${pid} ${tid}`))
    .map(({ dur = 0, tdur = 0 }) => ({ wall: dur / 1000, own: tdur / 1000 }));
}

function sayLongest(name: string, times: readonly number[]): void {
  const long = times.filter((ms) => ms > 50);
  const longest = times.reduce((most, ms) => Math.max(most, ms), 0).toFixed(0);
  say(name, `${long.length === 0 ? "none" : long.length} of ${times.length}, the longest ${longest} ms`);
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
const tasks = await tasksOf(page, () => scroll(page));
stop();
say("scrolled, while requests a second arrive", String(requestsPerSecond));
sayLongest(
  "  tasks over 50 ms of the processor",
  tasks.map(({ own }) => own),
);
sayLongest(
  "  tasks over 50 ms by the clock",
  tasks.map(({ wall }) => wall),
);
say("memory of the page afterwards", await megabytes(page));
await browser.close();
empty.close();
