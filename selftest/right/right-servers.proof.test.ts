import { describe, test } from "vitest";
import { everything, failuresOf, formatResult, judgeInProcess } from "../runner/judge-variant.ts";
import { rightServers } from "./right-servers.ts";

describe("right servers", () => {
  // Several at a time: much of a run is waiting.
  test.concurrent.for(rightServers)(
    "$id is not blamed, and every must is tested: $description",
    async ({ build, options: mockOptions }, { expect }) => {
      const options = { ...everything, settleMs: 0 };
      const report = await judgeInProcess({ builds: [build], mockOptions, options });
      expect(failuresOf(report).map(formatResult)).toEqual([]);
      const untested = report.results.filter(
        ({ level, outcome }) => level === "must" && outcome === "untested",
      );
      expect(untested.map(({ id }) => id)).toEqual([]);
    },
  );
});
