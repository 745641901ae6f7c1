import { describe, expect, test, vi } from "vitest";
import type { Answer } from "../evidence/exchange.ts";
import { answer, play } from "../testing/play-target.ts";
import { nothingListens, unknownHost } from "./target.ts";

const reset = "connection reset";
const late = "timeout after 5000 ms";
const once = { repeatable: false };

describe.each([
  ["a GET", "GET", {}, 2],
  ["a HEAD", "HEAD", {}, 2],
  ["a DELETE that is to be refused", "DELETE", { repeatable: true }, 1],
] as const)("%s", (_name, method, settings, triesOfTimeout) => {
  test("is sent again when the connection failed", async () => {
    const { send, times } = play([reset, reset, answer(200)]);
    expect(await send(method, settings)).toMatchObject({ answer: { status: 200 } });
    expect(times()).toEqual([0, 20, 60]);
  });

  test("is sent again seven times and no more", async () => {
    const { send, sent, transport } = play([reset]);
    const exchange = await send(method, settings);
    expect(exchange).toMatchObject({ failure: reset });
    expect(exchange).not.toHaveProperty("once");
    expect([sent.length, transport.sent]).toEqual([8, 8]);
  });

  test("is sent again once when it timed out alone, if it is a read", async () => {
    const { send, sent } = play([late, answer(200)]);
    expect((await send(method, settings)).failure).toBe(triesOfTimeout === 1 ? late : undefined);
    expect(sent).toHaveLength(triesOfTimeout);
  });

  test("is sent again once on its own connection after a 408", async () => {
    const { send, sent } = play([answer(408)]);
    const exchange = await send(method, { ...settings, connection: "kept" });
    expect(sent.map(({ options }) => options?.connection)).toEqual(["kept", ""]);
    expect([exchange.answer?.status, exchange.connection]).toEqual([408, ""]);
  });

  test.each([502, 504])("is sent once more after a %i", async (status) => {
    for (const last of [200, status]) {
      const { send, sent } = play([answer(status), answer(last)]);
      expect(await send(method, settings)).toMatchObject({ answer: { status: last }, resentAfter: status });
      expect(sent).toHaveLength(2);
    }
  });
});

test.each([
  ["DELETE", {}, reset],
  ["DELETE", {}, late],
  ["GET", once, reset],
])(
  "a %s that may not be repeated, with the settings %j, is sent once: %s",
  async (method, settings, failure) => {
    const { send, sent } = play([failure, answer(204)]);
    expect(await send(method, settings)).toMatchObject({ failure, once: true });
    expect(sent).toHaveLength(1);
  },
);

test.each([500, 502, 503, 504, 408])("a %i to a cancel is an answer, and sent once", async (status) => {
  const { send, sent } = play([answer(status), answer(204)]);
  expect(await send("DELETE")).toMatchObject({ answer: { status } });
  expect(sent).toHaveLength(1);
});

test("a cancel is sent again once a server listens again: nothing was sent before", async () => {
  const { send, sent } = play([answer(200), ...Array<string>(5).fill(nothingListens), answer(204)]);
  await send("GET");
  const exchange = await send("DELETE", once);
  expect(exchange).toMatchObject({ answer: { status: 204 }, sentAt: expect.any(Number) });
  expect(exchange.endedAt - exchange.sentAt).toBe(0);
  expect(sent.at(-1)!.at).toBe(620);
});

test("a run does not wait for a server that was never there", async () => {
  for (const failure of [nothingListens, unknownHost, "self-signed certificate. Give it with --ca"]) {
    const { send, times } = play([failure]);
    for (const method of ["GET", "DELETE"]) expect(await send(method)).toMatchObject({ failure });
    expect(times()).toEqual([0, 0]);
  }
});

test("a run waits 2.5 s for a server that has stopped", async () => {
  const gone = play([answer(200), nothingListens]);
  for (const method of ["GET", "DELETE", "DELETE"]) await gone.send(method, once);
  expect(gone.times().slice(-4)).toEqual([2540, 2540, 2560, 2600]);
});

test("all waits of a run for a server that loses calls take 30 s", async () => {
  const tries = [...Array<string>(6).fill(reset), answer(200)];
  const { send, times } = play(Array.from({ length: 60 }, () => tries).flat());
  for (let call = 0; call < 60; call++) await send("GET");
  expect(times().at(-1)).toBeLessThan(36_000);
});

test("a server that closes connections for two seconds is waited for, each time that it does", async () => {
  const restart = [...Array<string>(7).fill(reset), answer(401)];
  const { send, times } = play([...restart, ...restart]);
  for (const _ of [1, 2]) expect(await send("GET")).toMatchObject({ answer: { status: 401 } });
  expect(times().slice(0, 8)).toEqual([0, 20, 60, 140, 300, 620, 1260, 2540]);
  expect(times().at(-1)! - times()[8]!).toBe(2540);
});

describe.each([
  [502, 2160, 2, 60],
  [503, 2810, 5, 2510],
] as const)("a server that answers %i to each call for two seconds", (status, until, tries, lastTryAt) => {
  const outage = [answer(200), ...Array<Answer>(7).fill(answer(status)), answer(200)];

  test("is waited for by a read", async () => {
    const { send, times } = play(outage);
    await send("GET");
    await vi.advanceTimersByTimeAsync(10);
    expect(await send("GET")).toMatchObject({ answer: { status: 200 } });
    expect(times().at(-1)).toBe(until);
  });

  test("is waited for although a call sent before is answered meanwhile", async () => {
    const { send, begin } = play(outage, {}, (target) => ({
      async send(request, options) {
        if (request.method !== "OPTIONS") return target.send(request, options);
        await new Promise((resolve) => setTimeout(resolve, 30));
        return answer(200);
      },
    }));
    await send("GET");
    const late = begin("OPTIONS");
    await vi.advanceTimersByTimeAsync(10);
    expect(await send("GET")).toMatchObject({ answer: { status: 200 } });
    await late;
  });

  test("gets a DELETE that is to be refused as often as any other server, after a 503 more slowly", async () => {
    const { send, sent, times } = play(outage);
    await send("GET");
    await vi.advanceTimersByTimeAsync(10);
    expect(await send("DELETE", { repeatable: true })).toMatchObject({ answer: { status } });
    expect(sent).toHaveLength(1 + tries);
    expect(times().at(-1)).toBe(lastTryAt);
  });
});

test("after waits without success the next calls have three tries each, until a lost one is answered", async () => {
  const { send, sent } = play([...Array<string>(8 + 3 + 3 + 2).fill(reset), answer(200), reset]);
  const tries: number[] = [];
  for (let call = 0; call < 5; call++) {
    const before = sent.length;
    await send("GET");
    tries.push(sent.length - before);
  }
  expect(tries).toEqual([8, 3, 3, 3, 8]);
});

test("calls that time out beside many others are sent again once, and of the later ones two reads", async () => {
  const { sendAll, sent } = play([...Array(8).fill(answer(200)), late], { concurrency: 4 });
  const countSent = async (count: number, method = "GET") => {
    const before = sent.length;
    await sendAll(count, method);
    return sent.length - before;
  };
  expect([await countSent(8), await countSent(4)]).toEqual([8, 4 + 4]);
  expect([await countSent(4), await countSent(1)]).toEqual([4 + 2, 1]);
});

test("a DELETE that times out alone is sent once, however many calls are allowed at once", async () => {
  const { send, sendAll, sent } = play([...Array(8).fill(answer(200)), late], { concurrency: 4 });
  await sendAll(8);
  await send("DELETE", { repeatable: true });
  expect(sent).toHaveLength(8 + 1);
});

test("the target learns whether a call may be repeated", async () => {
  const { send, sent } = play([answer(204)]);
  const options = { repeatable: true, connection: "one" };
  await send("DELETE", options);
  expect(sent[0]!.options).toEqual(options);
});

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
  "a %s that is answered %i with Retry-After %s is sent again after %i ms",
  async (method, status, after, ms) => {
    const { send, sent } = play([answer(status, after), answer(204)]);
    expect(await send(method)).toMatchObject({ answer: { status: 204 } });
    expect(sent.map(({ at, method: name }) => [name, at])).toEqual([
      [method, 0],
      [method, ms],
    ]);
  },
);
