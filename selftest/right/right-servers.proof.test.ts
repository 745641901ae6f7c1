import { describe, test } from "vitest";
import { runSuite } from "../../conformance/run-suite.ts";
import { createMock } from "../../mocks/mock.ts";
import { createHandleTarget } from "../../mocks/testing/handle-target.ts";
import { oddServers } from "./right-servers.ts";

/** The self-test judges them, too; this holds that every must is tested on each. */
describe("right servers", () => {
  // Several at a time: much of a run is waiting for who puts calls off.
  test.concurrent.for(oddServers)(
    "$id: $description",
    async ({ build, options = {}, untestable = [] }, { expect }) => {
      const mock = createMock(options);
      const { results } = await runSuite(createHandleTarget(mock, build(mock)), { settleMs: 0 });
      const bad = results.filter(({ outcome }) => outcome === "failed" || outcome === "errored");
      expect(bad.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([]);
      const untested = results.filter(({ level, outcome }) => level === "must" && outcome === "untested");
      expect(untested.map(({ id }) => id)).toEqual(untestable);
    },
  );
});
