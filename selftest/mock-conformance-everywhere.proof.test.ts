import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { namedOrders } from "../conformance/calls/arrange-orders.ts";
import { allRequirements } from "../conformance/requirements/all-requirements.ts";
import { runSuite } from "../conformance/run-suite.ts";
import { scenarioNames } from "../fixtures/scenarios.ts";
import { createHttpServer } from "../mocks/adapters/server/http-server.ts";
import { listenOn } from "../mocks/adapters/server/listen-on.ts";
import { type MockServerOptions, startMockServer } from "../mocks/adapters/server/mock-server.ts";
import { createRequestListener } from "../mocks/adapters/server/serve-request.ts";
import { createMock, type Mock } from "../mocks/mock.ts";
import { openStateFile } from "../mocks/state/state-file.ts";
import { createHandleTarget } from "../mocks/testing/handle-target.ts";
import { startRedis } from "../mocks/testing/redis-server.ts";
import { createScratchFolder } from "../mocks/testing/scratch-folder.ts";
import { openRedisMock } from "../mocks/testing/shared-mocks.ts";
import { judgeMockAt, otherResults } from "./testing/judge-mock.ts";

vi.setConfig({ testTimeout: 120_000 });

/** The whole suite over HTTP on every kind of mock there is: with its orders in a file, in a world, in each scenario. */

/** Judges one world of a mock, and expects that all passed and that the other worlds are as before. */
async function expectSpotless(options: MockServerOptions, world?: string, ...allowed: readonly string[]) {
  await using server = await startMockServer(options);
  const { control } = server.mock;
  const own = world === undefined ? control : control.world(world);
  const before = own.orders();
  const report = await judgeMockAt(server.baseUrl, undefined, world);
  expect(report.results).toHaveLength(allRequirements.length);
  // What the run was given it took away again; it touched nothing else.
  expect(own.orders()).toEqual(before);
  expect(control.world("bystander").orders()).toEqual(before);
  expect(otherResults(report, ...allowed)).toEqual([]);
  expect(report.verdict).toBe("conformant");
}

describe("the mock conforms to the whole document", () => {
  test.each(scenarioNames())("in the scenario %s, also without a pending order", (fixtures) =>
    // Odd dates and fields are what edge-values is for: a warning there is no mistake of the mock's.
    expectSpotless({ fixtures }, undefined, ...(fixtures === "edge-values" ? ["warned"] : [])),
  );

  test("in its own world, without an effect on others", () => expectSpotless({}, "anna"));

  test("with its orders in a file, before and after a restart", async () => {
    const path = join(createScratchFolder(), "shop.db");
    for (const world of [undefined, "anna"]) {
      using stateStorage = await openStateFile(path);
      await expectSpotless({ stateStorage, fixtures: "magic" }, world);
    }
  });
});

test("the scenario large-ids passes with its orders in any role", async () => {
  const orders = createMock({ fixtures: "large-ids" }).control.orders();
  const idsIn = (wanted: string) => orders.filter(({ status }) => status === wanted).map(({ id }) => id);
  const [pending, shipped] = [idsIn("pending"), idsIn("shipped")];
  for (const first of pending.keys()) {
    const given = {
      pending: [...pending.slice(first), ...pending.slice(0, first)],
      shipped: [shipped[first % shipped.length]!],
    };
    const target = createHandleTarget(createMock({ fixtures: "large-ids" }));
    const report = await runSuite({ ...target, arrange: namedOrders(given) }, { settleMs: 0 });
    expect(otherResults(report)).toEqual([]);
  }
});

/** The report on mocks that answer on one port in turns, request by request. */
async function judgeInTurns(mocks: readonly Mock[]) {
  const listeners = mocks.map((mock) => createRequestListener(mock));
  let turn = 0;
  const { server, stop } = createHttpServer((request, response) =>
    listeners[turn++ % listeners.length]!(request, response),
  );
  await listenOn(server, 0, "127.0.0.1");
  const { port } = server.address() as { port: number };
  const { verdict, results, observations } = await judgeMockAt(`http://127.0.0.1:${port}/v1`).finally(stop);
  return {
    verdict,
    results: results.map(({ id, outcome, reason }) => [id, outcome, reason]),
    observations: observations.map(({ question, answer }) => [question, answer]),
  };
}

test("the verdict is the same on a mock in memory, on a file, on Redis, and on three mocks on Redis in alternation", async () => {
  const inMemory = await judgeInTurns([createMock({ fixtures: "magic" })]);
  expect(inMemory.verdict).toBe("conformant");
  using stateStorage = await openStateFile(join(createScratchFolder(), "shop.db"));
  expect(await judgeInTurns([createMock({ fixtures: "magic", stateStorage })])).toEqual(inMemory);
  await using redis = await startRedis();
  for (const count of [1, 3]) {
    using opened = new DisposableStack();
    const mocks: Mock[] = [];
    for (let number = 0; number < count; number++) {
      const prefix = `verdict-${count}:`;
      mocks.push(opened.use(await openRedisMock(redis.url, { fixtures: "magic" }, { prefix })).mock);
    }
    expect(await judgeInTurns(mocks)).toEqual(inMemory);
  }
});
