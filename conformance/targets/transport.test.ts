import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { answer, finish, play, request } from "../testing/play-target.ts";
import { NoAnswer, nothingListens, type Target } from "./target.ts";
import { createTransport } from "./transport.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const repeatables = [
  ["a GET", "GET", {}],
  ["a HEAD", "HEAD", {}],
  ["a DELETE that is to be refused", "DELETE", { repeatable: true }],
] as const;

test.each(repeatables)("%s is sent again when the connection failed", async (_name, method, settings) => {
  const { target, sent } = play("connection reset", "connection reset", answer(200));
  const exchange = await finish(createTransport(target).send(request(method), settings));
  expect(exchange).toMatchObject({ answer: { status: 200 } });
  expect(sent.map(({ at }) => at)).toEqual([0, 20, 60]);
});

test.each(repeatables)("%s is sent again seven times and no more", async (_name, method, settings) => {
  const { target, sent } = play("connection reset");
  const transport = createTransport(target);
  const exchange = await finish(transport.send(request(method), settings));
  expect(exchange).toMatchObject({ failure: "connection reset" });
  expect(exchange).not.toHaveProperty("once");
  expect([sent.length, transport.sent]).toEqual([8, 8]);
});

test("a cancel is sent again once a server listens anew: nothing was sent before", async () => {
  const { target, sent } = play(answer(200), ...Array<string>(12).fill(nothingListens), answer(204));
  const transport = createTransport(target);
  await finish(transport.send(request("GET")));
  const exchange = await finish(transport.send(request("DELETE"), { repeatable: false }));
  expect(exchange).toMatchObject({ answer: { status: 204 }, sentAt: expect.any(Number) });
  expect(exchange.endedAt - exchange.sentAt).toBe(0);
  expect(sent.at(-1)!.at).toBe(1200);
});

test("a server that never was there is not waited for, and one that stays away 3 s in all", async () => {
  const absent = play(nothingListens);
  const never = await finish(createTransport(absent.target).send(request("DELETE"), { repeatable: false }));
  expect([never.failure, absent.sent.length]).toEqual([nothingListens, 1]);

  const { target, sent } = play(answer(200), nothingListens);
  const transport = createTransport(target);
  for (const method of ["GET", "DELETE", "DELETE"])
    await finish(transport.send(request(method), { repeatable: false }));
  expect(sent.map(({ at }) => at).slice(-3)).toEqual([2900, 3000, 3000]);
});

test("where calls of a method fail at every try, the next ones get one more try each, until one is answered", async () => {
  const { target, sent } = play(
    ...Array<string>(8 * 3 + 2).fill("connection reset"),
    answer(200),
    "connection reset",
  );
  const transport = createTransport(target);
  const tries = async () => {
    const before = sent.length;
    await finish(transport.send(request("GET")));
    return sent.length - before;
  };
  expect([await tries(), await tries(), await tries(), await tries(), await tries(), await tries()]).toEqual([
    8, 8, 8, 2, 1, 8,
  ]);
});

test.each(repeatables)(
  "%s is sent again on a connection of its own after a 408, once",
  async (_name, method, settings) => {
    const told: unknown[] = [];
    const { target } = play(answer(408));
    const send: Target["send"] = (call, options) => {
      told.push(options?.connection);
      return target.send(call, options);
    };
    const transport = createTransport({ ...target, send });
    const exchange = await finish(transport.send(request(method), { ...settings, connection: "kept" }));
    expect([told, exchange.answer?.status, exchange.connection]).toEqual([["kept", ""], 408, ""]);
  },
);

test("a GET that may not be repeated is sent once", async () => {
  const { target, sent } = play("connection reset", answer(200));
  const exchange = await finish(createTransport(target).send(request("GET"), { repeatable: false }));
  expect(exchange).toMatchObject({ failure: "connection reset", once: true });
  expect(sent).toHaveLength(1);
});

test("the target is told whether a call may be repeated", async () => {
  const told: unknown[] = [];
  const { target } = play(answer(204));
  const send: Target["send"] = (call, options) => {
    told.push(options);
    return target.send(call);
  };
  await createTransport({ ...target, send }).send(request("DELETE"), { repeatable: true, connection: "one" });
  expect(told).toEqual([{ repeatable: true, connection: "one" }]);
});

test.each(repeatables)("%s that timed out is not sent again", async (_name, method, settings) => {
  const { target, sent } = play("timeout after 5000 ms", answer(200));
  const exchange = await finish(createTransport(target).send(request(method), settings));
  expect(exchange).toMatchObject({ failure: "timeout after 5000 ms" });
  expect(exchange).not.toHaveProperty("answer");
  expect(sent).toHaveLength(1);
});

test.each(["connection reset", "timeout after 5000 ms"])(
  "a DELETE is never sent again after: %s",
  async (failure) => {
    const { target, sent } = play(failure, answer(204));
    expect(await finish(createTransport(target).send(request("DELETE")))).toMatchObject({
      failure,
      once: true,
    });
    expect(sent).toHaveLength(1);
  },
);

test.each([500, 502, 503, 504, 408])(
  "a %i without Retry-After is an answer, and sent once",
  async (status) => {
    const { target, sent } = play(answer(status), answer(204));
    expect(await createTransport(target).send(request("DELETE"))).toMatchObject({ answer: { status } });
    expect(sent).toHaveLength(1);
  },
);

test.each([
  ["GET", 429, "3", 3000],
  ["DELETE", 429, "3", 3000],
  ["DELETE", 503, "2", 2000],
  ["DELETE", 429, "Sun, 06 Sep 2026 10:00:07 GMT", 7000],
  ["DELETE", 503, "Sunday, 06-Sep-26 10:00:07 GMT", 7000],
  ["DELETE", 429, undefined, 100],
  ["DELETE", 429, "soon", 1000],
  ["DELETE", 429, "0", 100],
  ["DELETE", 429, "Sun, 06 Sep 2026 09:00:00 GMT", 100],
])(
  "a %s put off with %i and Retry-After %s is sent again after %i ms",
  async (method, status, after, waitMs) => {
    vi.setSystemTime("2026-09-06T10:00:00Z");
    const headers: [string, string][] = after === undefined ? [] : [["retry-after", after]];
    const { target, sent } = play(answer(status, ...headers), answer(204));
    const exchange = await finish(createTransport(target).send(request(method)));
    expect(exchange.answer?.status).toBe(204);
    expect(sent).toEqual([
      { method, at: 0 },
      { method, at: waitMs },
    ]);
  },
);

test("a server that puts everything off is given back once the budget is spent", async () => {
  const { target, sent } = play(answer(429, ["retry-after", "4"]));
  const transport = createTransport(target, { waitBudgetMs: 10_000 });
  expect(await finish(transport.send(request("DELETE")))).toMatchObject({ answer: { status: 429 } });
  expect(sent.map(({ at }) => at)).toEqual([0, 4000, 8000]);
  expect(await finish(transport.send(request("DELETE")))).toMatchObject({ answer: { status: 429 } });
  expect(sent).toHaveLength(4);
});

test("a wait beyond the budget is not begun", async () => {
  const { target, sent } = play(answer(503, ["retry-after", "3600"]));
  expect(await createTransport(target).send(request("GET"))).toMatchObject({ answer: { status: 503 } });
  expect(sent).toHaveLength(1);
});

test("calls that wait side by side spend the budget once", async () => {
  const { target, sent } = play(...Array(8).fill(answer(429, ["retry-after", "5"])), answer(200));
  const transport = createTransport(target, { waitBudgetMs: 6000 });
  const exchanges = await finish(
    Promise.all(Array.from({ length: 8 }, () => transport.send(request("GET")))),
  );
  expect(exchanges.map((exchange) => exchange.answer?.status)).toEqual(Array(8).fill(200));
  expect(sent).toHaveLength(16);
});

test("Retry-After 0 for ever ends within the budget, and is no flood", async () => {
  const { target, sent } = play(answer(429, ["retry-after", "0"]));
  await finish(createTransport(target, { waitBudgetMs: 1000 }).send(request("GET")));
  expect(sent).toHaveLength(11);
});

test("no more calls are under way than allowed, and all get their turn in order", async () => {
  let underWay = 0;
  let most = 0;
  const order: string[] = [];
  const target: Target = {
    baseUrl: "http://test/v1",
    apiKey: "key",
    async send({ path }) {
      order.push(path);
      most = Math.max(most, ++underWay);
      await new Promise((resolve) => setTimeout(resolve, 10));
      underWay--;
      if (path === "/4") throw new NoAnswer("connection reset");
      return answer(200);
    },
  };
  const transport = createTransport(target, { concurrency: 3 });
  const paths = Array.from({ length: 20 }, (_, index) => `/${index}`);
  const sendAll = () => paths.map((path) => transport.send({ method: "DELETE", path, headers: [] }));
  await finish(Promise.all(sendAll()));
  // Once more: a place that was given back twice would show now.
  await finish(Promise.all(sendAll()));
  expect(most).toBe(3);
  expect(order).toEqual([...paths, ...paths]);
});

test("a call that waits for the server keeps no other from being sent", async () => {
  const { target, sent } = play(answer(429, ["retry-after", "9"]), answer(200));
  const transport = createTransport(target, { concurrency: 1 });
  const calls = Promise.all([transport.send(request("GET")), transport.send(request("HEAD"))]);
  await finish(calls);
  expect(sent.map(({ method, at }) => [method, at])).toEqual([
    ["GET", 0],
    ["HEAD", 0],
    ["GET", 9000],
  ]);
});

test("calls that are made at once go out at the rate that is allowed", async () => {
  const { target, sent } = play(answer(200));
  const transport = createTransport(target, { rate: 10 });
  await finish(Promise.all(Array.from({ length: 5 }, () => transport.send(request("GET")))));
  expect(sent.map(({ at }) => at)).toEqual([0, 100, 200, 300, 400]);
});
