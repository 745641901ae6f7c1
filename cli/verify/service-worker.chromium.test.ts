import { writeFileSync } from "node:fs";
import { type IncomingMessage, type ServerResponse, request as sendRequest } from "node:http";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Report } from "../../conformance/report/report.ts";
import type { ForeignOptions } from "../../conformance/testing/foreign-server.ts";
import { startForeign } from "../../conformance/testing/verify.ts";
import { startMockServer } from "../../mocks/adapters/server/mock-server.ts";
import { launchChromium } from "../../mocks/browser/testing/open-page.ts";
import { openNetworkPanel } from "../testing/network-panel.ts";
import { runHere } from "../testing/run-here.ts";
import { pathOf } from "../testing/scratch-files.ts";

vi.setConfig({ testTimeout: 120_000 });

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

/** A mock behind a relay that passes the two cancels of order 1003 on once both are there: they overlap for certain. */
async function serveOrders(): Promise<string> {
  const mock = await startMockServer();
  onTestFinished(() => mock.close());
  const bothAreThere = Promise.withResolvers<void>();
  let cancels = 0;
  const relay = async (request: IncomingMessage, response: ServerResponse) => {
    const { method, url, headers } = request;
    if (method === "DELETE" && url?.endsWith("/1003")) {
      if (++cancels === 2) bothAreThere.resolve();
      await bothAreThere.promise;
    }
    const passed = sendRequest(new URL(url!, mock.baseUrl), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.rawHeaders);
      answer.pipe(response);
    });
    request.pipe(passed);
  };
  const server = await startForeign({
    interrupt(request, response) {
      void relay(request, response);
      return true;
    },
  });
  return server.baseUrl;
}

/** Lists and cancels, a double click among them, through a service worker. */
async function work(tab: Page): Promise<string> {
  const baseUrl = await serveOrders();
  await tab.goto((await startForeign({ interrupt: site })).origin);
  await tab.evaluate(async () => {
    const { serviceWorker } = navigator;
    const isControlled = new Promise((done) => serviceWorker.addEventListener("controllerchange", done));
    await serviceWorker.register("/worker.js");
    if (!serviceWorker.controller) await isControlled;
  });
  await tab.evaluate(async (base) => {
    const call = async (method: string, path: string, headers = { authorization: "Bearer mock-key" }) =>
      (await fetch(`${base}/store/orders${path}`, { method, headers })).text();
    await call("GET", "");
    await call("DELETE", "/1001");
    await call("GET", "");
    await call("DELETE", "/1002");
    await Promise.all([call("DELETE", "/1003"), call("DELETE", "/1003")]);
    await call("GET", "");
    await call("DELETE", "/7777777");
  }, baseUrl);
  return baseUrl;
}

/** How programs record what a tab does. */
const recorders = {
  async "the network panel"(file: string) {
    await using panel = await openNetworkPanel();
    const baseUrl = await work(panel.tab);
    writeFileSync(file, await panel.exportHar(false));
    return baseUrl;
  },
  async Playwright(path: string) {
    await using browser = await launchChromium();
    const context = await browser.newContext({ recordHar: { path, content: "embed" } });
    const baseUrl = await work(await context.newPage());
    await context.close();
    return baseUrl;
  },
} as const;

test.each(Object.entries(recorders))(
  "calls through a service worker, which %s records twice, are judged once",
  async (_name, record) => {
    const file = pathOf("traffic.har");
    const baseUrl = await record(file);
    const options = ["--alone", "--pending-order=1001,1003", "--shipped-order=1002", "--reporter=json"];
    const { code, stdout, stderr } = await runHere(["verify", baseUrl, `--har=${file}`, ...options]);
    expect([code, stderr]).toEqual([0, ""]);
    const { counts, results } = JSON.parse(stdout) as Report;
    expect([counts.failed, counts.warned]).toEqual([0, 0]);
    const passed = results.flatMap(({ id, outcome }) => (outcome === "passed" ? [id] : []));
    expect(passed).toEqual(
      expect.arrayContaining([
        "list-orders/json-array",
        "cancel-order/pending",
        "cancel-order/shipped",
        "cancel-order/one-winner",
        "errors/404-object",
      ]),
    );
  },
);
