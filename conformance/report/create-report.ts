/** The report of a run, with its verdict. */

import { kitName, kitVersion } from "../../spec/kit-version.ts";
import { type Outcome, outcomes, type Report, type Result, type Verdict } from "./report.ts";
import { joinCauses } from "./report-causes.ts";

/** The findings of a run, without secrets; failed results have no cause yet. */
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

/** A run of only some requirements does not judge the others. */
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
