import { readFileSync, writeFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, test, vi } from "vitest";
import type { Report } from "../../conformance/report/report.ts";
import type { ForeignOptions } from "../../conformance/testing/foreign-server.ts";
import { startForeign } from "../../conformance/testing/verify.ts";
import { launchChromium } from "../../mocks/browser/testing/launch-chromium.ts";
import { openNetworkPanel } from "../testing/network-panel.ts";
import { runHere } from "../testing/run-here.ts";
import { pathOf } from "../testing/scratch-files.ts";
import { startMock, startProxy } from "../testing/start-mock.ts";
import { outcomesOf } from "../testing/verify-here.ts";

vi.setConfig({ testTimeout: 120_000 });

/** Recordings of a page's calls get the verdict of the proxy that the calls pass through. */

/** Makes each call of the page again, as workers of MSW and of installed applications do. */
const worker = `
  addEventListener("install", () => skipWaiting());
  addEventListener("activate", (event) => event.waitUntil(clients.claim()));
  addEventListener("fetch", (event) => {
    if (event.request.url.includes("/v1/")) event.respondWith(fetch(event.request));
  });`;

const site: NonNullable<ForeignOptions["interrupt"]> = ({ url }, response) => {
  const [type, text] = url === "/worker.js" ? ["text/javascript", worker] : ["text/html", "<h1>Orders</h1>"];
  response.writeHead(200, { "content-type": type }).end(text);
  return true;
};

async function startWorker(tab: Page) {
  await tab.evaluate(async () => {
    const { serviceWorker } = navigator;
    const isControlled = new Promise((done) => serviceWorker.addEventListener("controllerchange", done));
    await serviceWorker.register("/worker.js");
    if (!serviceWorker.controller) await isControlled;
  });
}

/** Lists and cancels, a double click among them, with the right key and a wrong one. */
async function callApi(tab: Page, address: string) {
  await tab.evaluate(async (base) => {
    const call = async (method: string, path: string, key = "mock-key") => {
      const headers = { authorization: `Bearer ${key}` };
      await (await fetch(`${base}/store/orders${path}`, { method, headers })).text();
    };
    await call("GET", "");
    await call("DELETE", "/1001");
    await call("GET", "");
    await call("DELETE", "/1002");
    await Promise.all([call("DELETE", "/1003"), call("DELETE", "/1003")]);
    await call("DELETE", "/1001");
    await call("GET", "", "wrong");
    await call("GET", "");
    await call("DELETE", "/7777777");
  }, address);
}

/** Programs that record the use of a tab, each with the files that it writes. */
const recorders = {
  async "the network panel"(use: (tab: Page) => Promise<void>, file: string) {
    await using panel = await openNetworkPanel();
    await use(panel.tab);
    writeFileSync(file, await panel.exportHar(false));
    writeFileSync(`${file}.sanitized`, await panel.exportHar(true));
    return [file, `${file}.sanitized`];
  },
  async Playwright(use: (tab: Page) => Promise<void>, path: string) {
    await using browser = await launchChromium();
    const context = await browser.newContext({ recordHar: { path, content: "embed" } });
    await use(await context.newPage());
    await context.close();
    return [path];
  },
} as const;

const failed = ({ verdict, results }: Report) => [
  verdict,
  ...results.flatMap(({ id, outcome }) => (outcome === "failed" ? [id] : [])),
];

const more = "cancel-hits-newest-too";
test.each<[recorder: keyof typeof recorders, way: string, broken: string, ids: string[]]>([
  ["the network panel", "directly", "", []],
  ["the network panel", "directly", more, ["cancel-order/only-that-order"]],
  ["the network panel", "through a service worker", "", []],
  ["Playwright", "through a service worker", "", []],
])("calls that %s records, made %s, are judged as the proxy judges them %s", async (...row) => {
  const [recorder, way, broken, ids] = row;
  // Two cancels at once overlap for certain.
  const { baseUrl } = await startMock(["--latency=100", ...(broken ? [`--broken=${broken}`] : [])]);
  const options = ["--alone", "--pending-order=1001,1003", "--shipped-order=1002", "--reporter=json"];
  const { proxy, address } = await startProxy(baseUrl, options);
  const { origin } = await startForeign({ interrupt: site });
  const files = await recorders[recorder](async (tab) => {
    await tab.goto(origin);
    if (way === "through a service worker") await startWorker(tab);
    await callApi(tab, address);
  }, pathOf("traffic.har"));
  const live = JSON.parse((await proxy.stop()).stdout) as Report;
  expect(failed(live).slice(1)).toEqual(ids);
  expect(outcomesOf(live)).toContain("cancel-order/one-winner passed");
  for (const file of files) {
    const { stdout, stderr } = await runHere(["verify", address, `--har=${file}`, ...options]);
    expect(stderr).toBe("");
    const report = JSON.parse(stdout) as Report;
    expect(failed(report)).toEqual(failed(live));
    // Without credentials it is not known which key was wrong; a call that was let in had one.
    if (file.endsWith(".sanitized"))
      expect(readFileSync(file, "utf8")).not.toMatch(/"name": "authorization"/i);
    else expect(outcomesOf(report)).toEqual(outcomesOf(live));
  }
});
