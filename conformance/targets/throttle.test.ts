import { expect, test, vi } from "vitest";
import { answer, finish, play } from "../testing/play-target.ts";
import type { Target } from "./target.ts";

test('a server that answers "later" to everything gets no more calls once the budget is spent', async () => {
  const { send, sent, times, transport } = play([answer(429, "4")], { waitBudgetMs: 10_000 });
  expect(await send("DELETE")).toMatchObject({ answer: { status: 429 } });
  expect(times()).toEqual([0, 4000, 8000]);
  const why = "the server answered 429 with Retry-After: 4, and the run may wait 10 s in all";
  expect(await send("DELETE")).toMatchObject({ notSent: true, putOff: 429, failure: why });
  expect([sent.length, transport.sent]).toEqual([3, 3]);
});

test.each([
  ["a wait beyond the budget is not begun", "3600", 30_000, 1],
  ["Retry-After 0 for ever ends within the budget, and is no flood", "0", 1000, 11],
])("%s", async (_name, retryAfter, waitBudgetMs, count) => {
  const { send, sent } = play([answer(503, retryAfter)], { waitBudgetMs });
  expect(await send("GET")).toMatchObject({ answer: { status: 503 } });
  expect(sent).toHaveLength(count);
});

test("calls that wait at the same time use the budget once", async () => {
  const later = answer(429, "5");
  const { sendAll, times } = play([later, later, answer(200)], { waitBudgetMs: 6000 });
  const exchanges = await sendAll(8);
  expect(exchanges.map((exchange) => exchange.answer?.status)).toEqual(Array(8).fill(200));
  expect(times()).toEqual([0, 0, ...Array(8).fill(5000)]);
});

test("a wait beyond the budget for calls without the key ends only such calls", async () => {
  const { send, sent, transport } = play([answer(429, "60"), answer(200)]);
  await send("GET");
  expect(await send("GET")).toMatchObject({ notSent: true, putOff: 429 });
  expect(transport.throttle.ended).toBeUndefined();
  expect(await send("GET", {}, "key")).toMatchObject({ answer: { status: 200 } });
  expect(sent).toHaveLength(2);
});

test("a limit of requests counts each try", async () => {
  const { send, sent, transport } = play(["connection reset"], { maxRequests: 3 });
  expect(await send("GET")).toMatchObject({ failure: "connection reset" });
  expect(await send("GET")).toMatchObject({ notSent: true, failure: "the run may send at most 3 requests" });
  expect([sent.length, transport.sent]).toEqual([3, 3]);
});

test("calls that are made at once are sent at the allowed rate", async () => {
  const { sendAll, times } = play([answer(200)], { rate: 10 });
  await sendAll(5);
  expect(times()).toEqual([0, 100, 200, 300, 400]);
});

test("calls that are sent together do not wait for the rate, and later calls wait for each of them", async () => {
  const { begin, times } = play([answer(200)], { rate: 10 });
  const together = { together: async () => undefined };
  await finish(Promise.all([begin("GET"), begin("HEAD", together), begin("HEAD", together), begin("GET")]));
  expect(times()).toEqual([0, 0, 0, 300]);
});

test("a 503 without Retry-After at every try is the answer", async () => {
  const { send, times } = play([answer(200), answer(503)]);
  await send("GET");
  const exchange = await send("GET");
  expect(exchange).toMatchObject({ answer: { status: 503 }, putOff: 503 });
  expect(exchange).not.toHaveProperty("deferred");
  expect(times().slice(1)).toEqual([0, 100, 300, 600, 1000]);
});

test("a server that answers 503 without Retry-After, and later the call, is waited for within the budget", async () => {
  const { send } = play([answer(503), answer(200), answer(503)], { waitBudgetMs: 5000 });
  expect(await send("GET")).toMatchObject({ answer: { status: 200 } });
  expect(await send("GET")).toMatchObject({ answer: { status: 503 }, deferred: true });
});

test.each([
  [429, undefined, 100, "idle connections stay open", 0],
  [429, "9", 9000, "idle connections stay open", 0],
  [503, undefined, 100, "idle connections are closed", 1],
])(
  "while a call waits after a %i with Retry-After %s nothing else is sent for %i ms, and %s",
  async (status, retryAfter, ms, _connections, times) => {
    let closed = 0;
    const played = play([answer(status, retryAfter), answer(200)], { concurrency: 1 }, () => ({
      closeIdle: () => void closed++,
    }));
    const first = played.begin("GET");
    await vi.advanceTimersByTimeAsync(10);
    await finish(Promise.all([played.begin("HEAD"), first]));
    expect(played.times()).toEqual([0, ms, ms]);
    expect(closed).toBe(times);
  },
);

test("fewer calls are sent at once after two in a row are cut off, over no idle connection", async () => {
  let inside = 0;
  let most = 0;
  let closed = 0;
  const cutOff = ({ send }: Target): Partial<Target> => ({
    closeIdle: () => closed++,
    async send(...args) {
      inside++;
      try {
        await new Promise((resolve) => setTimeout(resolve, 5));
        if (inside > 2) throw new Error("connection reset");
        if (closed > 0) most = Math.max(most, inside);
        return await send(...args);
      } finally {
        inside--;
      }
    },
  });
  const { sendAll, sent } = play([answer(200)], { concurrency: 8 }, cutOff);
  const all = await sendAll(40);
  expect(all.map((exchange) => exchange.answer?.status)).toEqual(Array(40).fill(200));
  expect([sent.length, most]).toEqual([40, 2]);
});
