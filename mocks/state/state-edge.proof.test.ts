import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test, vi } from "vitest";
import type { MockOptions } from "../mock-options.ts";
import type { ReadReply } from "../testing/call-mock.ts";
import { manyCases, proofSeed } from "../testing/create-draw.ts";
import { startCuttingProxy } from "../testing/cut-connections.ts";
import { startRedis } from "../testing/redis-server.ts";
import { createScratchFolder } from "../testing/scratch-folder.ts";
import { type AskedMock, askedMock, openRedisMock } from "../testing/shared-mocks.ts";
import { type Step, steps, worldNames } from "../testing/world-steps.ts";
import { openStateFile } from "./state-file.ts";

vi.setConfig({ testTimeout: 60_000 });

/**
 * The promise of every place of the state: a mock answers all requests like a mock with its state in memory.
 */

const redis = await startRedis();
afterAll(() => redis[Symbol.asyncDispose]());

let stories = 0;
/** Several mocks on one Redis, which get requests in alternation. */
async function openReplicas(count: number, options: MockOptions): Promise<AskedMock> {
  const prefix = `story-${stories++}:`;
  const replicas: AskedMock[] = [];
  for (let number = 0; number < count; number++)
    replicas.push(await openRedisMock(redis.url, options, { prefix }));
  let turn = 0;
  return {
    mock: replicas[0]!.mock,
    ask: (line, call) => replicas[turn++ % count]!.ask(line, call),
    [Symbol.dispose]() {
      for (const each of replicas) each[Symbol.dispose]();
    },
  };
}

/** A mock whose Redis has made a change, and whose connection is cut before it hears of it, at every fourth request. */
async function openCut(options: MockOptions): Promise<AskedMock> {
  const proxy = await startCuttingProxy(redis.port);
  const url = redis.url.replace(String(redis.port), String(proxy.port));
  const cut = await openRedisMock(url, options, { prefix: `story-${stories++}:` });
  let turn = 0;
  return {
    ...cut,
    ask(line, call) {
      if (turn++ % 4 === 3) proxy.cutNextAnswer();
      return cut.ask(line, call);
    },
  };
}

const places: Readonly<Record<string, (options: MockOptions) => Promise<AskedMock>>> = {
  "a file": async (options) =>
    askedMock(options, await openStateFile(join(createScratchFolder(), "shop.db"))),
  "Redis, one mock": (options) => openReplicas(1, options),
  "Redis, whose answers are lost now and then": openCut,
  "Redis, three mocks in turns": (options) => openReplicas(3, options),
};

/** Worlds that one mock of several changes, and others drop, reset or list right after it. */
const raced: readonly (readonly string[])[] = [
  ["POST /_mock/orders/1001/ship?world=anna", "DELETE /_mock/worlds/anna"],
  ["POST /_mock/reset?world=*", "POST /_mock/orders/1001/ship?world=ben", "GET /_mock/worlds"],
  [
    "GET /_mock/faults?world=anna",
    "DELETE /_mock/worlds?idle=0",
    "GET /_mock/profile",
    "GET /_mock/faults?world=anna",
    "GET /_mock/worlds",
  ],
];

/** Orders at the end that were removed again are not a change; an order of the start that is put back has its old place. */
const added: readonly Step[] = [
  ...[1009, 1010].map((id) => ({ line: `PUT /_mock/orders/${id}`, body: {} })),
  ...[1009, 1010].map((id) => ({ line: `DELETE /_mock/orders/${id}` })),
  { line: "GET /_mock/worlds" },
  { line: "DELETE /_mock/orders/1003" },
  { line: "POST /_mock/orders", body: { id: 1003 } },
  { line: "GET /v1/store/orders" },
  { line: "POST /_mock/orders", body: { id: 1003 } },
];

/** An answer without times and the order of worlds. */
function shownIn({ status, text }: ReadReply) {
  if (text.includes('"idleSeconds"'))
    return {
      status,
      body: text
        .slice(1, -1)
        .replace(/"idleSeconds":\d\b/g, '"idleSeconds":0')
        .split(/(?<=}),/)
        .toSorted(),
    };
  return { status, body: text.replace(/"(at|tookMs)":[\d.]+/g, '"$1":0') };
}

/** A mock, and one in memory to compare it with. */
async function play(open: (options: MockOptions) => Promise<AskedMock>, whole: readonly Step[]) {
  // A list is in the journal twice where Redis had it and its answer was lost.
  const isCompared = (line: string) => open !== openCut || !line.includes("journal");
  const story = whole.filter(({ line }) => isCompared(line));
  const options: MockOptions = { orders: 8, journalLength: 20 };
  using asked = await open(options);
  using memory = askedMock(options);
  for (const { line, ...more } of story) {
    const [answer, expected] = [await asked.ask(line, more), await memory.ask(line, more)];
    expect({ line, ...shownIn(answer) }).toEqual({ line, ...shownIn(expected) });
    if (!line.startsWith("GET /_mock/state")) continue;
    const back = { line: line.replace("GET", "PUT"), body: answer.text };
    expect(shownIn(await asked.ask(back.line, back))).toEqual(shownIn(await memory.ask(back.line, back)));
  }
  for (const world of worldNames) {
    for (const what of ["orders", "faults", "profile", "journal", "state"]) {
      const line = `GET /_mock/${what}?world=${world}`;
      if (!isCompared(line)) continue;
      expect({ line, ...shownIn(await asked.ask(line)) }).toEqual({
        line,
        ...shownIn(await memory.ask(line)),
      });
    }
  }
}

describe.each(Object.entries(places))("a mock whose state is in %s", (_place, open) => {
  test("answers any sequence of requests as a mock in memory does", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { maxLength: 50, size: "max" }), (story) => play(open, story)),
      {
        seed: proofSeed,
        numRuns: manyCases(15),
        examples: [...raced.map((story) => story.map((line): Step => ({ line }))), added].map(
          (story): [readonly Step[]] => [story],
        ),
      },
    );
  });

  test("ships orders that are due, whichever mock is asked", async () => {
    using asked = await open({ orders: 5, shipAfter: 0 });
    for (const _turn of [1, 2, 3]) {
      const { text } = await asked.ask("GET /_mock/orders");
      expect(text).not.toContain('"pending"');
    }
  });

  test("refuses worlds beyond their limit", async () => {
    using asked = await open({ maxWorlds: 2 });
    const list = (name: string) => asked.ask("GET /v1/store/orders", { key: `mock-key~${name}` });
    expect((await list("anna")).status).toBe(200);
    for (const _turn of [1, 2, 3]) expect((await list("ben")).status).toBe(503);
    expect((await list("anna")).status).toBe(200);
    expect((await asked.ask("DELETE /_mock/worlds/anna")).status).toBe(200);
    expect((await list("ben")).status).toBe(200);
  });
});
