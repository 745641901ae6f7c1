/** Calls a second without sockets, by tinybench. Its argument is the folder of the built entries; prints one JSON line. */

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { getResponse, HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { Bench } from "tinybench";

const [folder = ""] = process.argv.slice(2);
const entry = <T>(name: string): Promise<T> => import(pathToFileURL(join(folder, name)).href);
const { createMock } = await entry<typeof import("../../entries/mock.ts")>("mock.js");
const { createHandlers } = await entry<typeof import("../../entries/msw.ts")>("msw.js");

const headers = { authorization: "Bearer mock-key" };
const list = { method: "GET", target: "/v1/store/orders", headers };
const url = "http://shop.test/v1/store/orders";
const usualUrl = "http://plain.test/v1/store/orders";
const count = 10;

const mock = createMock({ orders: count });
const large = createMock({ orders: 10_000 });
const text = Buffer.concat(mock.handle(list).body).toString();
const orders: object = JSON.parse(text);
const handlers = createHandlers({ baseUrl: "http://shop.test/v1", orders: count });
const usual = [
  http.get(usualUrl, ({ request }) =>
    request.headers.get("authorization") === headers.authorization
      ? HttpResponse.json(orders)
      : HttpResponse.json({ code: "unauthorized" }, { status: 401 }),
  ),
];
const cancelling = createMock({ orders: 100_000 });
const pending = cancelling.control.orders().filter(({ status }) => status === "pending");
let cancelled = 0;
function cancelNext() {
  if (cancelled === pending.length) {
    cancelled = 0;
    cancelling.control.reset();
  }
  const target = `/v1/store/orders/${pending[cancelled++]!.id}`;
  if (cancelling.handle({ method: "DELETE", target, headers }).status !== 204) throw new Error("no 204");
}

const server = setupServer(...handlers, ...usual);
server.listen();
const bench = new Bench({ time: 300, warmupTime: 150 })
  .add("handle(): list of 10 orders", () => void mock.handle(list))
  .add("handle(): list of 10,000 orders", () => void large.handle(list))
  .add("handle(): cancel", cancelNext)
  .add("handle(): 401", () => void mock.handle({ ...list, headers: {} }))
  .add("getResponse, the kit's handlers", async () => {
    await (await getResponse(handlers, new Request(url, { headers })))?.text();
  })
  .add("getResponse, a usual handler", async () => {
    await (await getResponse(usual, new Request(usualUrl, { headers })))?.text();
  })
  .add("fetch() under msw/node, the kit's handlers", async () => {
    await (await fetch(url, { headers })).text();
  })
  .add("fetch() under msw/node, a usual handler", async () => {
    await (await fetch(usualUrl, { headers })).text();
  });
const tasks = await bench.run();
const rates = tasks.map(({ name, result }) => {
  if (result.state !== "completed") throw new Error(`${name} did not work`);
  return [name, result.throughput.mean];
});
process.stdout.write(`${JSON.stringify(Object.fromEntries(rates))}\n`);
server.close();
