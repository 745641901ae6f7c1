/**
 * Calls a second without sockets: `handle`, the Fetch door, and MSW. A process of its own, started by
 * scenarios/in-process.ts with the kit's folder and the number of rounds; prints one JSON line for each round.
 */

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { getResponse, HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import type { FixtureOrder } from "../fixtures/fixture-order.ts";

const [folder = "", rounds = "3"] = process.argv.slice(2);
const kit = <T>(path: string): Promise<T> => import(pathToFileURL(join(folder, path)).href);
const { createMock } = await kit<typeof import("../mocks/mock.ts")>("mocks/mock.js");
const { createHandlers } = await kit<typeof import("../mocks/adapters/msw.ts")>("mocks/msw.js");

const sliceMs = 300;
const headers = { authorization: "Bearer mock-key" };
const list = { method: "GET", target: "/v1/store/orders", headers };
const url = "http://shop.test/v1/store/orders";
const count = 10;

const mock = createMock({ orders: count });
const large = createMock({ orders: 10_000 });
const text = Buffer.concat(mock.handle(list).body).toString();
const orders: unknown = JSON.parse(text);

const handlers = createHandlers({ baseUrl: "http://shop.test/v1", orders: count });
const usual = [
  http.get("http://plain.test/v1/store/orders", ({ request }) =>
    request.headers.get("authorization") === headers.authorization
      ? HttpResponse.json(orders as object)
      : HttpResponse.json({ code: "unauthorized" }, { status: 401 }),
  ),
];
const request = (address: string) => new Request(address, { headers });
const server = setupServer(...handlers, ...usual);
server.listen();

const pending: FixtureOrder[] = Array.from({ length: 200_000 }, (_, index) => ({
  id: BigInt(index + 1),
  status: "pending",
}));
const cancelling = createMock({ fixtures: pending });
let cancelled = 0;
const cancelNext = () => {
  if (cancelled === pending.length) {
    cancelled = 0;
    cancelling.control.reset();
  }
  const target = `/v1/store/orders/${++cancelled}`;
  if (cancelling.handle({ method: "DELETE", target, headers }).status !== 204) throw new Error("no 204");
};

const subjects: Readonly<Record<string, () => unknown>> = {
  "handle(): list of 10 orders": () => mock.handle(list),
  "handle(): list of 10,000 orders": () => large.handle(list),
  "handle(): cancel": cancelNext,
  "handle(): 401": () => mock.handle({ ...list, headers: {} }),
  "limit of Fetch: new Request, new Response, text()": () => {
    request(url);
    return new Response(text, { headers: { "content-type": "application/json" } }).text();
  },
  "getResponse, the kit's handlers": async () => (await getResponse(handlers, request(url)))?.text(),
  "getResponse, a usual handler": async () =>
    (await getResponse(usual, request("http://plain.test/v1/store/orders")))?.text(),
  "fetch() under msw/node, the kit's handlers": async () => (await fetch(url, { headers })).text(),
  "fetch() under msw/node, a usual handler": async () =>
    (await fetch("http://plain.test/v1/store/orders", { headers })).text(),
};

/** Calls a second; a promise is waited for. */
async function rate(subject: () => unknown): Promise<number> {
  const startedAt = performance.now();
  let calls = 0;
  let now = startedAt;
  while (now - startedAt < sliceMs) {
    // In tens, so that the clock costs little.
    for (let i = 0; i < 10; i++) {
      const result = subject();
      if (result instanceof Promise) await result;
    }
    calls += 10;
    now = performance.now();
  }
  return (calls / (now - startedAt)) * 1000;
}

for (let round = 0; round <= Number(rounds); round++) {
  const rates: Record<string, number> = {};
  for (const [name, subject] of Object.entries(subjects)) rates[name] = await rate(subject);
  // The first warms up.
  if (round > 0) process.stdout.write(`${JSON.stringify(rates)}\n`);
}
server.close();
