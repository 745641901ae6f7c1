import { expect, test } from "vitest";
import type { ObservedAnswer, Result } from "../../conformance/report/report.ts";
import { failedResult, sampleReport, sampleResult } from "../../conformance/testing/sample-reports.ts";
import { fileIn } from "../testing/scratch-files.ts";
import { compareWithAccepted, readProfile } from "./apply-baseline.ts";

const nothing = { baseline: undefined, compare: undefined, since: undefined };
const passing = (id: string, changes: Partial<Result> = {}) =>
  sampleResult(id, "A title", "list-orders", changes);
const failing = (id: string) => failedResult(id, "A title", "list-orders", ["200", "500"]);

test("a failure is new, gone, still there, or without a verdict now; others are not compared", () => {
  const outcomes = { a: "passed", b: "failed", c: "warned", d: "failed", "not judged now": "failed" };
  const startedAt = "2026-03-02T10:00:00Z";
  const since = { startedAt, baseUrl: "https://a.test/v1", outcomes: new Map(Object.entries(outcomes)) };
  const passed = [passing("b"), passing("not judged before"), passing("d", { outcome: "untested" })];
  const report = sampleReport([failing("a"), ...passed, failing("c")]);
  const compared = { new: ["a"], gone: ["b"], still: ["c"], unknown: ["d"] };
  expect(compareWithAccepted(report, { ...nothing, since }).since).toMatchObject(compared);
});

test("an answer has drifted where both the profile and the run have one", () => {
  const observations = [
    { question: "malformedId", answer: null },
    { question: "conflictBody", answer: "none" },
    { question: "paddedId", answer: "same" },
  ] as unknown as readonly ObservedAnswer[];
  const profile = '{"malformedId":"400","schemeCase":"any","paddedId":"refused"}';
  const compare = readProfile(fileIn("profile.json", profile));
  const drift = [{ question: "paddedId", before: "refused", now: "same" }];
  expect(compareWithAccepted(sampleReport([], observations), { ...nothing, compare }).drift).toEqual(drift);
});
