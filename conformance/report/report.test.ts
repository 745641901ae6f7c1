import { expect, test } from "vitest";
import { parseJson } from "../../base/json.ts";
import { parseProfile } from "../../spec/profile.ts";
import { mixedReport, sampleReport, sampleResult } from "../testing/sample-reports.ts";
import { type ExitRules, exitCodeOf } from "./create-report.ts";
import { createReportSecrets } from "./hide-secrets.ts";
import { formatProfile } from "./observed-profile.ts";
import type { Outcome, Report } from "./report.ts";
import { reportEvidence } from "./report-exchange.ts";

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
  expect(exitCodeOf(reportOf(outcomes), rules)).toBe(code);
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

test("the observed profile holds the answers that were seen, and the mock's own reader takes it", () => {
  const text = formatProfile(mixedReport);
  expect(parseJson(text)).toEqual({
    observed: { baseUrl: mixedReport.target.baseUrl, at: mixedReport.startedAt },
    statusField: "absent",
    malformedId: "404",
  });
  expect(parseProfile(parseJson(text), "it")).toMatchObject({ statusField: "absent", malformedId: "404" });
});

const exchangeWith = (body: string) => ({
  request: { method: "GET", path: "/store/orders", headers: [] },
  answer: { status: 200, headers: [], body: new TextEncoder().encode(body) },
  ms: 1.26,
  sentAt: 0,
  endedAt: 1.26,
});
const show = (body: string, apiKey = "another-key") => {
  const secrets = createReportSecrets(apiKey);
  return reportEvidence([exchangeWith(body)], undefined, "http://test/v1", secrets).exchanges[0]!.answer!;
};

test.each([
  [0, false],
  [2000, false],
  [2001, true],
  [100_000, true],
])("a body of %i characters is cut: %s, its size told", (length, isCut) => {
  const { body, bodyBytes } = show("ä".repeat(length));
  expect(body).toBe("ä".repeat(Math.min(length, 2000)) + (isCut ? "…" : ""));
  expect(bodyBytes).toBe(2 * length);
});

test("a key is masked before a body is cut, so that no half of it is left", () => {
  expect(show(`${"x".repeat(1995)}secret-key`, "secret-key").body).toBe(`${"x".repeat(1995)}***`);
});

test("evidence counts all exchanges and shows three, the deciding one first", () => {
  const exchanges = ["1", "2", "3", "4", "5"].map(exchangeWith);
  const evidence = reportEvidence(
    exchanges,
    exchanges[3],
    "http://test/v1",
    createReportSecrets("another-key"),
  );
  expect(evidence.count).toBe(5);
  expect(evidence.exchanges.map(({ answer }) => answer?.body)).toEqual(["4", "1", "2"]);
  expect(evidence.exchanges[0]).toMatchObject({
    ms: 1.3,
    failure: null,
    request: { url: "http://test/v1/store/orders" },
  });
});
