import { expect, test } from "vitest";
import { failedResult, sampleReport, sampleResult } from "../testing/sample-reports.ts";
import { compareReport } from "./compare-report.ts";
import { decideExit } from "./decide-exit.ts";
import type { ObservedAnswer, Result } from "./report.ts";

const passing = (id: string, changes: Partial<Result> = {}) =>
  sampleResult(id, "A title", "list-orders", changes);
const failing = (id: string) => failedResult(id, "A title", "list-orders", ["200", "500"]);

test("a failure is new, gone, still there, or without a verdict now; others are not compared", () => {
  const earlier = { startedAt: "2026-03-02T10:00:00Z", baseUrl: "https://a.test/v1" };
  const since = { ...earlier, failing: new Set(["b", "c", "d", "not judged now"]) };
  const passed = [passing("b"), passing("not judged before"), passing("d", { outcome: "untested" })];
  const report = sampleReport([failing("a"), ...passed, failing("c")]);
  const changes = { new: ["a"], gone: ["b"], still: ["c"], unknown: ["d"] };
  expect(compareReport(report, { since }).since).toEqual({ ...earlier, ...changes });
});

test("an answer has drifted where both the profile and the run have one", () => {
  const observations = [
    { question: "malformedId", answer: null },
    { question: "conflictBody", answer: "none" },
    { question: "paddedId", answer: "same" },
  ] as unknown as readonly ObservedAnswer[];
  const compare = { malformedId: "400", schemeCase: "any", paddedId: "refused" } as const;
  const drift = [{ question: "paddedId", before: "refused", now: "same" }];
  expect(compareReport(sampleReport([], observations), { compare }).drift).toEqual(drift);
});

test("a known failure does not fail a run, and a stale entry does not where it is pruned", () => {
  const [entry, stale] = ["a", "b"].map((id) => ({ id, reason: "Ticket 12.", expires: "2999-12-31" }));
  const report = sampleReport([failing("a"), passing("b")]);
  const baseline = [entry!, stale!];
  const compared = compareReport(report, { baseline });
  const { id: _, ...known } = entry!;
  expect(compared.results.map((result) => result.known)).toEqual([known, null]);
  expect(decideExit(compared)).toMatchObject({ code: 1, decidedBy: [{ kind: "stale" }] });
  const pruned = compareReport(report, { baseline, pruneBaseline: true });
  expect(pruned.baseline).toMatchObject({ stale: [], pruned: [stale], known: [entry] });
  expect(decideExit(pruned)).toMatchObject({ code: 0, reason: "only known failures" });
});
