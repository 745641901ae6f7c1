import { describe, expect, test } from "vitest";
import { runSuite } from "../../conformance/run-suite.ts";
import { createMock } from "../../mocks/mock.ts";
import { createHandleTarget } from "../../mocks/testing/handle-target.ts";
import { rightServers } from "./right-servers.ts";

describe("right servers", () => {
  test.for(rightServers)("$id: $story", async ({ build, options = {}, untestable = [] }) => {
    const mock = createMock(options);
    const { results } = await runSuite(createHandleTarget(mock, build(mock)), { settleMs: 0 });
    const bad = results.filter(({ outcome }) => outcome === "failed" || outcome === "errored");
    expect(bad.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([]);
    const untested = results.filter(({ level, outcome }) => level === "must" && outcome === "untested");
    expect(untested.map(({ id }) => id)).toEqual(untestable);
  });
});
