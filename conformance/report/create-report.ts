/** A report of what a run found, its verdict, and the exit code that it stands for. */

import { kitName, kitVersion } from "../../spec/kit-version.ts";
import { type Outcome, outcomes, type Report, type Result, type Verdict } from "./report.ts";
import { joinCauses } from "./report-causes.ts";

/** What a run found: without secrets, and each failed result without its cause. */
export type Found = Omit<Report, "schemaVersion" | "kit" | "verdict" | "counts" | "causes"> &
  Partial<Pick<Report, "causes">>;

export function createReport({ causes: known = [], results: judged, warnings, ...found }: Found): Report {
  const { target, startedAt, durationMs, requests, ...more } = found;
  const { causes, results } = joinCauses(known, judged);
  return {
    schemaVersion: 1,
    kit: { name: kitName, version: kitVersion },
    ...{ target, startedAt, durationMs, requests },
    verdict: verdictOf(results, found.leftOut ?? 0),
    counts: countOutcomes(results),
    causes,
    results,
    ...more,
    ...(warnings && { warnings: [...warnings, ...untestedWarning(results)] }),
  };
}

function untestedWarning(results: readonly Result[]): readonly string[] {
  const untested = results.filter(({ outcome }) => outcome === "untested").length;
  if (untested * 2 < results.length) return [];
  return [
    `${untested} of ${results.length} requirements are untested, so the passed ones say little about the server.`,
  ];
}

/** A run of some requirements only says nothing of the others. */
function verdictOf(results: readonly Result[], leftOut: number): Verdict {
  const musts = results.filter(({ level }) => level === "must");
  if (musts.some(({ outcome }) => outcome === "failed")) return "nonconformant";
  const allPassed = leftOut === 0 && musts.length > 0 && musts.every(({ outcome }) => outcome === "passed");
  return allPassed ? "conformant" : "partial";
}

function countOutcomes(results: readonly Result[]): Record<Outcome, number> {
  const counts = Object.fromEntries(outcomes.map((outcome) => [outcome, 0])) as Record<Outcome, number>;
  for (const { outcome } of results) counts[outcome]++;
  return counts;
}

export interface ExitRules {
  /** Warnings fail. */
  readonly strict?: boolean;
  /** Musts without a verdict fail. */
  readonly complete?: boolean;
}

/** The documented exit code: 0 fine, 1 failed, 3 incomplete or nothing tested, 70 a fault of the kit. */
export function exitCodeOf(
  { results, counts }: Pick<Report, "results" | "counts">,
  { strict = false, complete = false }: ExitRules = {},
): number {
  const fails = ({ outcome, known }: Result) =>
    !known && (outcome === "failed" || (strict && outcome === "warned"));
  if (results.some(fails)) return 1;
  if (counts.errored > 0) return 70;
  if (counts.passed + counts.warned === 0) return 3;
  const untestedMust = results.some(({ level, outcome }) => level === "must" && outcome === "untested");
  return complete && untestedMust ? 3 : 0;
}
