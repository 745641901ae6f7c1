/** A report of what a run found, its verdict, and the exit code that it stands for. */

import type { Hide } from "../../base/secrets.ts";
import { kitName, kitVersion } from "../../spec/kit-version.ts";
import { type Outcome, outcomes, type Report, type Result, type Verdict } from "./report.ts";
import { joinCauses } from "./report-causes.ts";

/** Without secrets in what is said of a server. All else are words of the kit: a key that is one of them changes none. */
export function hideInFindings<T extends { readonly reason: string | null }>(
  found: readonly T[],
  hide: Hide,
): T[] {
  const mayTell = (name: string) => ["reason", "expected", "received"].includes(name);
  return found.map((finding) => {
    const texts = Object.entries(finding).flatMap(([name, text]) =>
      mayTell(name) && typeof text === "string" ? [[name, hide(text)]] : [],
    );
    return { ...finding, ...Object.fromEntries(texts) };
  });
}

/** @param hide takes secrets out of a text; exchanges come without them */
export function createReport(
  found: Pick<
    Report,
    | "target"
    | "startedAt"
    | "durationMs"
    | "requests"
    | "results"
    | "observations"
    | "coverage"
    | "leftOut"
    | "orders"
    | "warnings"
    | "exploration"
  > &
    Partial<Pick<Report, "causes">>,
  hide: Hide = (text) => text,
): Report {
  const run = {
    ...found,
    target: { baseUrl: hide(found.target.baseUrl) },
    ...joinCauses(found.causes ?? [], hideInFindings(found.results, hide)),
  };
  return {
    schemaVersion: 1,
    kit: { name: kitName, version: kitVersion },
    target: run.target,
    startedAt: run.startedAt,
    durationMs: run.durationMs,
    requests: run.requests,
    verdict: verdictOf(run.results, run.leftOut ?? 0),
    counts: countOutcomes(run.results),
    causes: run.causes,
    results: run.results,
    observations: hideInFindings(run.observations, hide),
    ...(run.leftOut !== undefined && { leftOut: run.leftOut }),
    ...(run.orders && { orders: run.orders }),
    ...(run.coverage && { coverage: run.coverage }),
    ...(run.exploration && { exploration: run.exploration }),
    ...(run.warnings && { warnings: [...run.warnings.map(hide), ...untestedWarning(run.results)] }),
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
