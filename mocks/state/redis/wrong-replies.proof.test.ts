import { setTimeout as pause } from "node:timers/promises";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { manyCases, proofSeed } from "../../testing/create-draw.ts";
import { startCuttingProxy } from "../../testing/cut-connections.ts";
import { startRedis } from "../../testing/redis-server.ts";
import { openRedisMock } from "../../testing/shared-mocks.ts";

vi.setConfig({ testTimeout: 120_000 });

/** A relay in front of Redis that gives wrong replies for a while. */

const bulk = (text: string) => `$${text.length}\r\n${text}\r\n`;
const many = (items: readonly string[]) => `*${items.length}\r\n${items.join("")}`;
const word = fc.constantFrom("done", "changed", "full", "late", "gone", "", "0", "1e9", "x", "NaN").map(bulk);
const scalar = fc.oneof(
  { weight: 4, arbitrary: word },
  fc.constantFrom(
    "_\r\n",
    "$-1\r\n",
    ":5\r\n",
    ",nan\r\n",
    "#t\r\n",
    "+OK\r\n",
    "%0\r\n",
    "*0\r\n",
    "*-1\r\n",
  ),
);
const reply = fc.oneof(
  { weight: 3, arbitrary: fc.array(scalar, { maxLength: 9 }).map(many) },
  { weight: 2, arbitrary: scalar },
  fc.constantFrom(
    "-ERR odd\r\n",
    "-odd\r\n",
    "-MOVED 1 x:1\r\n",
    "no reply at all\r\n",
    ">0\r\n",
    "\0\0",
    "*9999999\r\n",
  ),
  fc
    .array(scalar, { minLength: 6, maxLength: 6 })
    .map((texts) =>
      many([bulk("changed"), bulk("1"), ...texts, many([bulk("1000000000"), bulk('{"id":1}')]), many([])]),
    ),
);

const waitMs = 600;
/** A loaded machine may take longer than the mock waits. */
const patienceMs = 8000;

test("a wrong reply counts as a lost connection: each call is answered in time, and later calls succeed", async () => {
  await using redis = await startRedis();
  const proxy = await startCuttingProxy(redis.port);
  const url = redis.url.replace(String(redis.port), String(proxy.port));
  let run = 0;
  await fc.assert(
    fc.asyncProperty(reply, async (text) => {
      using mock = await openRedisMock(url, { orders: 9 }, { prefix: `wrong-${run++}:`, waitMs });
      const calls = [
        "DELETE /v1/store/orders/1001",
        "GET /v1/store/orders",
        "GET /_mock/journal",
        "GET /_mock/worlds",
      ];
      const ask = () => Promise.all(calls.map((line) => mock.ask(line)));
      const list = async () => (await mock.ask("GET /v1/store/orders")).status;
      await vi.waitFor(async () => expect(await list()).toBe(200), patienceMs);
      proxy.answerInstead(text);
      const answers = await Promise.race([ask(), pause(patienceMs)]);
      for (const { status, text: body } of answers ?? [])
        if (status !== 200 && status !== 204)
          expect([status, body]).toEqual([503, expect.stringContaining("code")]);
      expect(answers).toHaveLength(calls.length);
      proxy.answerInstead(undefined);
      await vi.waitFor(async () => {
        const statuses = (await ask()).map(({ status }) => status);
        expect(statuses).toEqual([expect.toBeOneOf([204, 404]), 200, 200, 200]);
      }, patienceMs);
    }),
    { seed: proofSeed, numRuns: manyCases(10), endOnFailure: true },
  );
});
