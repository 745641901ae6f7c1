import { setupServer } from "msw/node";
import { describe, expect, test } from "vitest";
import { namedOrders } from "../conformance/calls/arrange-orders.ts";
import type { Report } from "../conformance/report/report.ts";
import { allRequirements, defaultRequirements } from "../conformance/requirements/all-requirements.ts";
import { runSuite } from "../conformance/run-suite.ts";
import { createFetchTarget } from "../conformance/targets/fetch-target.ts";
import { describeConformance } from "../conformance/vitest.ts";
import { createHandlers } from "../mocks/adapters/msw.ts";
import { startMockServer } from "../mocks/adapters/server/mock-server.ts";
import { createMock } from "../mocks/mock.ts";
import { defaultApiKey } from "../mocks/mock-options.ts";
import { createHandleTarget, ordersFromMock } from "../mocks/testing/handle-target.ts";
import { judgeMockAt, otherResults } from "./testing/judge-mock.ts";

function expectSpotless(report: Report, requirements = allRequirements): void {
  expect(otherResults(report)).toEqual([]);
  expect(report.verdict).toBe("conformant");
  expect(report.results.map(({ id }) => id)).toEqual(requirements.map(({ id }) => id));
  expect(report.observations.filter(({ answer }) => answer === null)).toEqual([]);
}

describe("the mock conforms to the whole document, with nothing untested and no warning", () => {
  test.each([
    ["in what is usual", {}, defaultRequirements],
    ["in all that there is", { requirements: allRequirements, observe: true }, allRequirements],
  ])("through its function, %s", async (_name, options, requirements) => {
    const report = await runSuite(createHandleTarget(createMock()), { ...options, settleMs: 0 });
    expectSpotless(report, requirements);
  });

  test("through MSW in Node", async () => {
    const mock = createMock();
    const server = setupServer(...createHandlers({ mock }));
    server.listen({ onUnhandledFrame: "error" });
    const baseUrl = "https://api.shop.test/v1";
    const target = createFetchTarget({ baseUrl, apiKey: defaultApiKey, arrange: ordersFromMock(mock) });
    const report = await runSuite(target, { settleMs: 0 }).finally(() => server.close());
    expectSpotless(report, defaultRequirements);
    expect(report.warnings).toEqual([expect.stringContaining("Fetch hides bytes after a 204")]);
  });

  test("on a port, with orders from its provider states and a key of its own", async () => {
    await using server = await startMockServer({ apiKeys: ["a-key-of-its-own"] });
    expectSpotless(await judgeMockAt(server.baseUrl, "a-key-of-its-own"));
  });
});

describeConformance(() => createHandleTarget(createMock({ fixtures: "magic" })), {
  name: "the mock, requirement by requirement",
});

describeConformance(() => createHandleTarget(createMock()), {
  name: "chosen requirements",
  only: ["order/*", "cancel-order/shipped"],
  skip: ["order/id"],
});

test("two pending orders and a shipped one are enough", async () => {
  const mock = createMock({ orders: 3 });
  const given = { pending: [1001n, 1003n], shipped: [1002n] };
  const target = { ...createHandleTarget(mock), arrange: namedOrders(given) };
  expect(otherResults(await runSuite(target, { settleMs: 0 }))).toEqual([]);
});
