import { describe, expect, test } from "vitest";
import type { Report } from "../../conformance/report/report.ts";
import { allRequirements } from "../../conformance/requirements/all-requirements.ts";
import { runSuite } from "../../conformance/run-suite.ts";
import { createMock } from "../../mocks/mock.ts";
import { createHandleTarget } from "../../mocks/testing/handle-target.ts";
import { brokenServers } from "./broken-servers.ts";

const blamed = ({ results }: Report) =>
  results.filter(({ outcome }) => outcome === "failed" || outcome === "warned").map(({ id }) => id);

describe("broken servers", () => {
  test.for(brokenServers)("$id: $story", async ({ build, caughtBy }) => {
    const mock = createMock();
    const report = await runSuite(createHandleTarget(mock, build(mock)), {
      requirements: allRequirements,
      settleMs: 0,
    });
    expect(report.counts.errored).toBe(0);
    const noticed = blamed(report);
    expect(caughtBy.filter((id) => !noticed.includes(id))).toEqual([]);
  });

  test("each requirement is caught failing at least once", () => {
    const caught = new Set(brokenServers.flatMap(({ caughtBy }) => caughtBy));
    expect(allRequirements.map(({ id }) => id).filter((id) => !caught.has(id))).toEqual([]);
  });

  test("ids are unique and name requirements that exist", () => {
    const ids = brokenServers.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const known = new Set(allRequirements.map(({ id }) => id));
    expect(brokenServers.flatMap(({ caughtBy }) => caughtBy).filter((id) => !known.has(id))).toEqual([]);
  });
});
