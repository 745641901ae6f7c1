import { expect, test } from "vitest";
import { parseJson } from "../../base/json.ts";
import { parseProfile } from "../../spec/profile.ts";
import { mixedReport, sampleReport, sampleResult } from "../testing/sample-reports.ts";
import { formatProfile } from "./compare-report.ts";
import { decideExit, type ExitRules } from "./decide-exit.ts";
import type { Outcome, Report } from "./report.ts";

/** A report of these outcomes; a `should ` before one makes it that. */
function reportOf(outcomes: readonly string[]): Report {
  return sampleReport(
    outcomes.map((text) => {
      const level = text.startsWith("should ") ? "should" : "must";
      const outcome = text.replace("should ", "") as Outcome;
      return sampleResult("list-orders/x", "x", "list-orders", { level, outcome });
    }),
  );
}

const both: ExitRules = { strict: true, complete: true };

test.each<[string[], number, ExitRules?]>([
  [["passed"], 0],
  [["passed"], 0, both],
  [["passed", "failed"], 1],
  [["failed", "untested", "errored"], 1, both],
  [["passed", "should warned"], 0],
  [["passed", "should warned"], 0, { complete: true }],
  [["passed", "should warned"], 1, { strict: true }],
  [["passed", "should warned", "errored"], 1, { strict: true }],
  [["should warned"], 0],
  [["passed", "errored"], 70],
  [["passed", "should errored", "untested"], 70, both],
  [["untested"], 3],
  [["should untested", "untested"], 3],
  [[], 3],
  [["passed", "untested"], 0],
  [["passed", "untested"], 0, { strict: true }],
  [["passed", "untested"], 3, { complete: true }],
  [["passed", "should untested"], 0, both],
])("%j end with %i, given %o", (outcomes, code, rules) => {
  expect(decideExit(reportOf(outcomes), rules).code).toBe(code);
});

test.each<[string[], Report["verdict"]]>([
  [["passed"], "conformant"],
  [["passed", "should warned"], "conformant"],
  [["passed", "should untested"], "conformant"],
  [["passed", "should errored"], "conformant"],
  [["passed", "untested"], "partial"],
  [["passed", "errored"], "partial"],
  [["should passed"], "partial"],
  [[], "partial"],
  [["passed", "failed", "untested"], "nonconformant"],
])("the verdict on %j is %s", (outcomes, verdict) => {
  expect(reportOf(outcomes).verdict).toBe(verdict);
});

test("counts add up to the results", () => {
  expect(mixedReport.counts).toEqual({ passed: 3, failed: 2, warned: 1, untested: 2, errored: 1 });
});

test("the observed profile contains the observed answers, and the mock can read it", () => {
  const text = formatProfile(mixedReport);
  expect(parseJson(text)).toEqual({
    observed: { baseUrl: mixedReport.target.baseUrl, at: mixedReport.startedAt },
    statusField: "absent",
    malformedId: "404",
  });
  expect(parseProfile(parseJson(text), "it")).toMatchObject({ statusField: "absent", malformedId: "404" });
});
