import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { findOrders } from "../cli/verify/find-orders.ts";
import { allRequirements } from "../conformance/requirements/all-requirements.ts";
import { runSuite } from "../conformance/run-suite.ts";
import { createHttpTarget } from "../conformance/targets/http/http-target.ts";
import { createHttpServer } from "../mocks/adapters/server/http-server.ts";
import { listenOn } from "../mocks/adapters/server/listen-on.ts";
import { createRequestListener } from "../mocks/adapters/server/serve-request.ts";
import { createMock, type Mock } from "../mocks/mock.ts";
import { openStateFile } from "../mocks/state/state-file.ts";
import { type RedisServer, startRedis } from "../mocks/testing/redis-server.ts";
import { createScratchFolder } from "../mocks/testing/scratch-folder.ts";
import { openRedisMock } from "../mocks/testing/shared-mocks.ts";
import { controlPaths } from "../spec/control-protocol.ts";

vi.setConfig({ testTimeout: 120_000 });

/** The suite says the same of a mock wherever its state is kept, and of three that are asked in turns. */

let redis: RedisServer;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis[Symbol.asyncDispose]());

/** The report on mocks that answer on one port in turns, request by request. */
async function judge(mocks: readonly Mock[]) {
  const listeners = mocks.map((mock) => createRequestListener(mock, undefined));
  let turn = 0;
  const { server, stop } = createHttpServer((request, response) =>
    listeners[turn++ % listeners.length]!(request, response),
  );
  await listenOn(server, 0, "127.0.0.1");
  const { port } = server.address() as { port: number };
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  const settings = {
    pending: [],
    shipped: [],
    providerStatesUrl: new URL(controlPaths.providerStates, baseUrl).href,
  };
  const timeoutMs = 10_000;
  const arrange = await findOrders(settings, baseUrl, [], timeoutMs);
  const target = createHttpTarget({ baseUrl, apiKey: "mock-key", arrange, timeoutMs });
  try {
    const { verdict, results, observations } = await runSuite(target, {
      requirements: allRequirements,
      settleMs: 0,
    });
    return {
      verdict,
      results: results.map(({ id, outcome, reason }) => [id, outcome, reason]),
      observations: observations.map(({ question, answer }) => [question, answer]),
    };
  } finally {
    await target.close();
    await stop();
  }
}

async function judgeOnRedis(count: number) {
  const opened = [];
  for (let number = 0; number < count; number++)
    opened.push(await openRedisMock(redis.url, { fixtures: "magic" }, { prefix: `verdict-${count}:` }));
  try {
    return await judge(opened.map(({ mock }) => mock));
  } finally {
    for (const each of opened) each[Symbol.dispose]();
  }
}

test("the verdict on a mock in memory, on a file, on Redis, and on three on Redis in turns is the same", async () => {
  const inMemory = await judge([createMock({ fixtures: "magic" })]);
  expect(inMemory.verdict).toBe("conformant");
  using stateStorage = await openStateFile(join(createScratchFolder(), "shop.db"));
  expect(await judge([createMock({ fixtures: "magic", stateStorage })])).toEqual(inMemory);
  expect(await judgeOnRedis(1)).toEqual(inMemory);
  expect(await judgeOnRedis(3)).toEqual(inMemory);
});
