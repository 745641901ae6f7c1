import fc from "fast-check";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import type { MockOptions } from "../../mock-options.ts";
import { manyCases, proofSeed } from "../../testing/create-draw.ts";
import { startRedis } from "../../testing/redis-server.ts";
import { type AskedMock, openRedisMock, type RedisMockOptions } from "../../testing/shared-mocks.ts";
import { type Step, steps, worldNames } from "../../testing/world-steps.ts";
import type { MockEvent } from "../../worlds/events.ts";

vi.setConfig({ testTimeout: 60_000 });

/** Mocks that share their state: changes by each other, and times without Redis. */

const redis = await startRedis();
afterAll(() => redis[Symbol.asyncDispose]());

let tests = 0;
async function openPair(options: MockOptions = {}, more: RedisMockOptions = {}, url = redis.url) {
  const prefix = `pair-${tests++}:`;
  const open = () => openRedisMock(url, options, { prefix, ...more });
  const pair: readonly [AskedMock, AskedMock] = [await open(), await open()];
  onTestFinished(() => {
    for (const each of pair) each[Symbol.dispose]();
  });
  return pair;
}
const cancel = (mock: AskedMock, id: number | string, world = "") =>
  mock.ask(`DELETE /v1/store/orders/${id}`, { key: `mock-key${world && `~${world}`}` });

test("the orders, the profile and the faults of the first mock apply to all", async () => {
  const prefix = "start:";
  using first = await openRedisMock(
    redis.url,
    { fixtures: [{ id: 7n, note: "own" }], profile: { conflictBody: "text" } },
    { prefix },
  );
  using second = await openRedisMock(redis.url, { orders: 3, faults: "outage" }, { prefix });
  for (const what of ["orders", "profile", "faults"]) {
    const line = `GET /_mock/${what}`;
    expect((await second.ask(line)).text).toBe((await first.ask(line)).text);
  }
});

test("events of one mock reach clients that follow the world at another mock", async () => {
  const [a, b] = await openPair();
  const received: MockEvent[] = [];
  const request = { method: "GET", target: "/_mock/events?world=anna", headers: {} };
  const reply = await b.mock.answer!(request);
  const stop = reply.stream!(
    (text) => {
      const data = /^data: (.*)$/m.exec(text)?.[1];
      if (data) received.push(JSON.parse(data));
    },
    () => undefined,
  );
  onTestFinished(stop);
  await cancel(a, 1001, "anna");
  await cancel(b, 1003, "anna");
  await a.ask("POST /_mock/reset?world=anna");
  await a.ask("POST /_mock/reset?world=*");
  await vi.waitFor(() => expect(received.length).toBeGreaterThanOrEqual(6));
  expect(
    received.map((event) =>
      event.event === "exchange"
        ? [event.entry.id, event.entry.status]
        : ("ids" in event && event.ids) || event.event,
    ),
  ).toEqual([[1, 204], ["1001"], [2, 204], ["1003"], "reset", "reset"]);
  expect(received.every(({ world }) => world === "anna")).toBe(true);
});

/** Enough orders that the answer of Redis with them comes in several pieces. */
const largeStarts = fc
  .constantFrom(2, 3)
  .map((seed): Step => ({ line: "POST /_mock/reset?world=*", body: { seed, orders: 3000 } }));

test("requests at once to several mocks are all answered, and the mocks agree about each world", async () => {
  const step = fc.oneof({ weight: 8, arbitrary: steps }, { weight: 1, arbitrary: largeStarts });
  const batch = fc.array(step, { minLength: 16, maxLength: 30 });
  const batches = fc.array(batch, { minLength: 4, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(fc.noShrink(batches), async (story) => {
      const mocks = await openPair({ orders: 9 });
      for (const batch of story) {
        const answers = batch.map(({ line, ...more }, turn) => mocks[turn % 2]!.ask(line, more));
        for (const { text } of await Promise.all(answers))
          expect(text).not.toMatch(/not_kept|mock_fault|state_/);
        for (const world of worldNames) {
          const [one, other] = await Promise.all(
            mocks.map((mock) => mock.ask(`GET /_mock/orders?world=${world}`)),
          );
          expect(one!.text).toBe(other!.text);
        }
      }
    }),
    { seed: proofSeed, numRuns: manyCases(3) },
  );
});

test("a snapshot from before a drop is restored by the mock that carried out the drop", async () => {
  const [a] = await openPair();
  await a.ask("POST /_mock/reset?world=anna", { body: { fixtures: [{ id: 7 }] } });
  const { text } = await a.ask("GET /_mock/state?world=anna");
  expect((await a.ask("DELETE /_mock/worlds/anna")).status).toBe(200);
  expect((await a.ask("PUT /_mock/state?world=anna", { body: text })).status).toBe(200);
  expect((await cancel(a, 7, "anna")).status).toBe(204);
});

test("while Redis does not answer, requests wait, then get 503 without effect; later they succeed again", async () => {
  await using own = await startRedis("--appendonly", "yes", "--appendfsync", "always");
  const [a, b] = await openPair({}, { waitMs: 300 }, own.url);
  expect((await cancel(a, 1001)).status).toBe(204);
  await own.kill();
  await vi.waitFor(async () => expect((await a.ask("GET /_mock/health?ready")).status).toBe(503));
  for (const line of ["DELETE /v1/store/orders/1003", "GET /v1/store/orders", "POST /_mock/reset"]) {
    const { status, headers, text } = await a.ask(line);
    expect({ line, status, retry: headers["retry-after"] }).toEqual({ line, status: 503, retry: "1" });
    expect(JSON.parse(text)).toMatchObject({ code: "state_unreachable", status: 503 });
  }
  expect(JSON.parse((await a.ask("GET /_mock/health")).text)).toMatchObject({ ready: false });
  expect((await a.ask("GET /_mock/health?ready")).status).toBe(503);
  await own.start();
  for (const mock of [a, b]) {
    await vi.waitFor(async () => expect((await mock.ask("GET /_mock/health?ready")).status).toBe(200), 9000);
    expect((await mock.ask("GET /v1/store/orders")).text).not.toContain('"id":1001,');
  }
  expect((await cancel(b, 1001)).status).toBe(404);
  expect((await cancel(a, 1003)).status).toBe(204);
});

test("a request that waits while Redis restarts is answered", async () => {
  await using own = await startRedis("--appendonly", "yes", "--appendfsync", "always");
  const [a] = await openPair({}, {}, own.url);
  expect((await cancel(a, 1001)).status).toBe(204);
  await own.kill();
  const answers = Promise.all([cancel(a, 1003), cancel(a, 1001), a.ask("GET /v1/store/orders")]);
  await own.start();
  expect((await answers).map(({ status }) => status)).toEqual([204, 404, 200]);
});

test("a Redis that hangs costs a bounded wait, and a change that was answered 503 does not happen later", async () => {
  await using own = await startRedis();
  const [a, b] = await openPair({}, { waitMs: 400 }, own.url);
  await a.ask("GET /v1/store/orders");
  own.signal("SIGSTOP");
  const from = performance.now();
  const { status, text, headers } = await cancel(a, 1001);
  expect(performance.now() - from).toBeLessThan(4000);
  expect({ status, retry: headers["retry-after"] }).toEqual({ status: 503, retry: "1" });
  expect(JSON.parse(text)).toMatchObject({ code: "state_in_doubt" });
  own.signal("SIGCONT");
  await vi.waitFor(async () => expect((await b.ask("GET /_mock/health?ready")).status).toBe(200), 9000);
  // Reads show whether it happened; another cancel would change the order.
  const list = await vi.waitFor(async () => {
    const answer = await b.ask("GET /v1/store/orders");
    expect(answer.status).toBe(200);
    return answer.text;
  }, 9000);
  expect(list).toContain('"id":1001,');
});

test("a Redis that has lost its data starts again with the orders of the mocks' start", async () => {
  await using own = await startRedis();
  const [a, b] = await openPair({ orders: 5 }, {}, own.url);
  expect((await cancel(a, 1001)).status).toBe(204);
  await own.kill();
  await own.start();
  expect((await cancel(b, 1001)).status).toBe(204);
  expect((await cancel(a, 1001)).status).toBe(404);
});
