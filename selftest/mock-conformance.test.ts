import { setupServer } from "msw/node";
import { describe, expect, test } from "vitest";
import { findOrders } from "../cli/verify/find-orders.ts";
import { namedOrders } from "../conformance/calls/arrange-orders.ts";
import type { Report } from "../conformance/report/report.ts";
import { allRequirements, defaultRequirements } from "../conformance/requirements/all-requirements.ts";
import { runSuite } from "../conformance/run-suite.ts";
import { createFetchTarget } from "../conformance/targets/fetch-target.ts";
import { createHttpTarget } from "../conformance/targets/http/http-target.ts";
import { describeConformance } from "../conformance/vitest.ts";
import { createHandlers } from "../mocks/adapters/msw.ts";
import { startMockServer } from "../mocks/adapters/server/mock-server.ts";
import { createMock } from "../mocks/mock.ts";
import { defaultApiKey } from "../mocks/mock-options.ts";
import { createHandleTarget, ordersFromMock } from "../mocks/testing/handle-target.ts";
import { controlPaths } from "../spec/control-protocol.ts";

/** Everything that did not pass, with the reason: empty on a mock that keeps the whole document. */
const blots = ({ results }: Report) =>
  results
    .filter(({ outcome }) => outcome !== "passed")
    .map(({ id, outcome, reason }) => `${outcome} ${id}: ${reason}`);

function expectSpotless(report: Report, requirements = defaultRequirements): void {
  expect(blots(report)).toEqual([]);
  expect(report.verdict).toBe("conformant");
  expect(report.results.map(({ id }) => id)).toEqual(requirements.map(({ id }) => id));
  expect(report.observations.filter(({ answer }) => answer === null)).toEqual([]);
}

describe("the mock keeps the whole document, with nothing untested and no warning", () => {
  test("through its function", async () => {
    expectSpotless(await runSuite(createHandleTarget(createMock()), { settleMs: 0 }));
  });

  test("through its function, in what one has to ask for, too", async () => {
    const options = { requirements: allRequirements, observe: true, settleMs: 0 };
    expectSpotless(await runSuite(createHandleTarget(createMock()), options), allRequirements);
  });

  test("through MSW in Node", async () => {
    const mock = createMock();
    const server = setupServer(...createHandlers({ mock }));
    server.listen({ onUnhandledFrame: "error" });
    try {
      const target = createFetchTarget({
        baseUrl: "https://api.shop.test/v1",
        apiKey: defaultApiKey,
        arrange: ordersFromMock(mock),
      });
      expectSpotless(await runSuite(target, { settleMs: 0 }));
    } finally {
      server.close();
    }
  });

  test("on a port, with orders from its provider states", async () => {
    await using server = await startMockServer({ apiKeys: ["a-key-of-its-own"] });
    const { baseUrl } = server;
    const settings = {
      pending: [],
      shipped: [],
      providerStatesUrl: new URL(controlPaths.providerStates, baseUrl).href,
    };
    const before = server.mock.control.orders();
    const target = createHttpTarget({
      baseUrl,
      apiKey: "a-key-of-its-own",
      arrange: await findOrders(settings, baseUrl, [], 10_000),
      timeoutMs: 10_000,
    });
    try {
      expectSpotless(await runSuite(target, { settleMs: 0 }));
    } finally {
      await target.close();
    }
    // What the run was given it took away again; it touched nothing else.
    expect(server.mock.control.orders()).toEqual(before);
  });
});

describeConformance(() => createHandleTarget(createMock({ fixtures: "magic" })), {
  name: "the mock, requirement by requirement",
});

test("two pending orders and a shipped one are enough", async () => {
  const mock = createMock({ orders: 3 });
  const given = { pending: [1001n, 1003n], shipped: [1002n] };
  const report = await runSuite(
    { ...createHandleTarget(mock), arrange: namedOrders(given) },
    { settleMs: 0 },
  );
  expect(blots(report)).toEqual([]);
});
