import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { answer, finish, play, request } from "../testing/play-target.ts";
import { createTransport } from "./transport.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a 503 without a word that comes at every try is an answer", async () => {
  const { target, sent } = play(answer(200), answer(503));
  const transport = createTransport(target);
  await finish(transport.send(request("GET")));
  const exchange = await finish(transport.send(request("GET")));
  expect(exchange).toMatchObject({ answer: { status: 503 }, putOff: 503 });
  expect(exchange).not.toHaveProperty("deferred");
  expect(sent.slice(1).map(({ at }) => at)).toEqual([0, 100, 300, 600, 1000]);
});

test("who says 503 without a word and answers later puts off so, and is waited for within the budget", async () => {
  const { target } = play(answer(503), answer(200), answer(503));
  const transport = createTransport(target, { waitBudgetMs: 5000 });
  expect(await finish(transport.send(request("GET")))).toMatchObject({ answer: { status: 200 } });
  const exchange = await finish(transport.send(request("GET")));
  expect(exchange).toMatchObject({ answer: { status: 503 }, deferred: true });
});

test.each([429, 503])(
  "while one waits for who says %i without a word nothing else is sent, over no idle connection",
  async (status) => {
    const { target, sent } = play(answer(status), answer(200));
    let closed = 0;
    const transport = createTransport({ ...target, closeIdle: () => closed++ }, { concurrency: 1 });
    const first = transport.send(request("GET"));
    await vi.advanceTimersByTimeAsync(10);
    await finish(Promise.all([transport.send(request("HEAD")), first]));
    expect(sent.map(({ at }) => at)).toEqual([0, 100, 100]);
    expect(closed).toBe(1);
  },
);

test("of calls at once that are cut off twice in a row fewer are sent, over no idle connection", async () => {
  const { target, sent } = play(answer(200));
  let inside = 0;
  let most = 0;
  let closed = 0;
  const limited = {
    ...target,
    closeIdle: () => closed++,
    async send(...args: Parameters<typeof target.send>) {
      inside++;
      try {
        await new Promise((resolve) => setTimeout(resolve, 5));
        if (inside > 2) throw new Error("connection reset");
        if (closed > 0) most = Math.max(most, inside);
        return await target.send(...args);
      } finally {
        inside--;
      }
    },
  };
  const transport = createTransport(limited, { concurrency: 8 });
  const all = await finish(Promise.all(Array.from({ length: 40 }, () => transport.send(request("GET")))));
  expect(all.map((exchange) => exchange.answer?.status)).toEqual(Array(40).fill(200));
  expect(sent).toHaveLength(40);
  expect(most).toBe(2);
});
