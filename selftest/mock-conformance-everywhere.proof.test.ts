import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { findOrders } from "../cli/verify/find-orders.ts";
import { namedOrders } from "../conformance/calls/arrange-orders.ts";
import type { Report } from "../conformance/report/report.ts";
import { allRequirements } from "../conformance/requirements/all-requirements.ts";
import { runSuite } from "../conformance/run-suite.ts";
import { createHttpTarget } from "../conformance/targets/http/http-target.ts";
import { scenarioNames } from "../fixtures/scenarios.ts";
import { type MockServerOptions, startMockServer } from "../mocks/adapters/server/mock-server.ts";
import { createMock } from "../mocks/mock.ts";
import { openStateFile } from "../mocks/state/state-file.ts";
import { createHandleTarget } from "../mocks/testing/handle-target.ts";
import { createScratchFolder } from "../mocks/testing/scratch-folder.ts";
import { controlPaths } from "../spec/control-protocol.ts";

vi.setConfig({ testTimeout: 60_000 });

/** The whole suite over HTTP on every kind of mock there is: with its orders in a file, in a world, in each scenario. */

/** Judges one world of a mock, with orders from that world's provider states. */
async function judge(options: MockServerOptions, world?: string) {
  await using server = await startMockServer(options);
  const { baseUrl, mock } = server;
  const query = world === undefined ? "" : `?world=${world}`;
  const timeoutMs = 10_000;
  const settings = {
    pending: [],
    shipped: [],
    providerStatesUrl: new URL(controlPaths.providerStates + query, baseUrl).href,
  };
  const target = createHttpTarget({
    baseUrl,
    apiKey: world === undefined ? "mock-key" : `mock-key~${world}`,
    arrange: await findOrders(settings, baseUrl, [], timeoutMs),
    timeoutMs,
  });
  const control = world === undefined ? mock.control : mock.control.world(world);
  const before = control.orders();
  const others = mock.control.world("bystander");
  try {
    const report = await runSuite(target, { requirements: allRequirements, settleMs: 0 });
    expect(report.results).toHaveLength(allRequirements.length);
    // What the run was given it took away again; it touched nothing else.
    expect(control.orders()).toEqual(before);
    expect(others.orders()).toEqual(before);
    return report;
  } finally {
    await target.close();
  }
}

/** Odd dates and fields are what edge-values is for: a warning there is no mistake of the mock's. */
async function expectSpotless(report: Promise<Report>, scenario?: string): Promise<void> {
  const { results, verdict } = await report;
  const allowed = scenario === "edge-values" ? ["passed", "warned"] : ["passed"];
  const blots = results.filter(({ outcome }) => !allowed.includes(outcome));
  expect(blots.map(({ id, outcome, reason }) => `${outcome} ${id}: ${reason}`)).toEqual([]);
  expect(verdict).toBe("conformant");
}

describe("the mock keeps the whole document", () => {
  test.each(scenarioNames())("in the scenario %s, those without a pending order too", (fixtures) =>
    expectSpotless(judge({ fixtures }), fixtures),
  );

  test("in a world of its own, and leaves the others alone", () => expectSpotless(judge({}, "anna")));

  test("with its orders in a file, in its first life and its second", async () => {
    const path = join(createScratchFolder(), "shop.db");
    for (const world of [undefined, "anna"]) {
      using stateStorage = await openStateFile(path);
      await expectSpotless(judge({ stateStorage, fixtures: "magic" }, world), "magic");
    }
  });
});

test("the scenario large-ids passes, whichever of its orders plays which part", async () => {
  const orders = createMock({ fixtures: "large-ids" }).control.orders();
  const idsIn = (wanted: string) => orders.filter(({ status }) => status === wanted).map(({ id }) => id);
  const [pending, shipped] = [idsIn("pending"), idsIn("shipped")];
  for (const first of pending.keys()) {
    const given = {
      pending: [...pending.slice(first), ...pending.slice(0, first)],
      shipped: [shipped[first % shipped.length]!],
    };
    const target = createHandleTarget(createMock({ fixtures: "large-ids" }));
    await expectSpotless(runSuite({ ...target, arrange: namedOrders(given) }, { settleMs: 0 }));
  }
});
