import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { answer, play, request, settle } from "../testing/play-target.ts";
import { createTransport } from "./transport.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a 503 without a word that comes at every try is an answer", async () => {
  const { target, sent } = play(answer(200), answer(503));
  const transport = createTransport(target);
  await settle(transport.send(request("GET")));
  const exchange = await settle(transport.send(request("GET")));
  expect(exchange).toMatchObject({ answer: { status: 503 }, putOff: 503 });
  expect(exchange).not.toHaveProperty("deferred");
  expect(sent.slice(1).map(({ at }) => at)).toEqual([0, 100, 300, 600, 1000]);
});

test("who says 503 without a word and answers later puts off so, and is waited for within the budget", async () => {
  const { target } = play(answer(503), answer(200), answer(503));
  const transport = createTransport(target, { waitBudgetMs: 5000 });
  expect(await settle(transport.send(request("GET")))).toMatchObject({ answer: { status: 200 } });
  const exchange = await settle(transport.send(request("GET")));
  expect(exchange).toMatchObject({ answer: { status: 503 }, deferred: true });
});

test("while one waits for who says 503 without a word nothing else is sent, over no idle connection", async () => {
  const { target, sent } = play(answer(503), answer(200));
  let closed = 0;
  const transport = createTransport({ ...target, closeIdle: () => closed++ }, { concurrency: 1 });
  const first = transport.send(request("GET"));
  await vi.advanceTimersByTimeAsync(10);
  await settle(Promise.all([transport.send(request("HEAD")), first]));
  expect(sent.map(({ at }) => at)).toEqual([0, 100, 100]);
  expect(closed).toBe(1);
});
