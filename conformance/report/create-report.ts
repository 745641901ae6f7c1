/** The report of a run: the verdict, and exactly one cause for each failed requirement. */

import { kitName, kitVersion } from "../../spec/kit-version.ts";
import {
  type Outcome,
  outcomes,
  type Report,
  type ReportedCause,
  type Result,
  type Verdict,
} from "./report.ts";

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

/** Assigns each failed result its cause; a failure without one is its own cause. */
function joinCauses(
  causes: readonly ReportedCause[],
  results: readonly Result[],
): { readonly causes: readonly ReportedCause[]; readonly results: readonly Result[] } {
  const failed = results.filter(({ outcome }) => outcome === "failed");
  const causeOf = new Map(
    failed.map((result) => [
      result.id,
      causes.find(({ requirements }) => requirements.includes(result.id)) ?? causeOfItsOwn(result),
    ]),
  );
  return {
    causes: [...new Set(causeOf.values())].map((cause) => ({
      ...cause,
      requirements: cause.requirements.filter((id) => causeOf.has(id)),
    })),
    results: results.map((result) => ({ ...result, cause: causeOf.get(result.id)?.id ?? null })),
  };
}

const causeOfItsOwn = ({ id, title, evidence }: Result): ReportedCause => ({
  id,
  title: `Not met: ${title}`,
  likely: [],
  requirements: [id],
  calls: { failing: 1, passing: Math.max(0, evidence.count - 1) },
  differs: null,
  example: evidence.exchanges[0] ?? null,
  timeline: null,
});

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
