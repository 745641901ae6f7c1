/** What a run found, as data. Every reporter prints from this; report.schema.json describes it. */

import type { Hide } from "../../base/secrets.ts";
import type { TestableClauseId } from "../../spec/clauses.ts";
import { kitName, kitVersion } from "../../spec/kit-version.ts";
import type { QuestionId } from "../../spec/open-questions.ts";
import type { ReportedExploration } from "./exploration.ts";
import { hideInData } from "./hide-secrets.ts";
import { joinCauses, type ReportedCause } from "./report-causes.ts";
import { cutBodies } from "./report-exchange.ts";

/**
 * passed, failed (a must), warned (a should), untested (with what was missing),
 * errored (a fault of the kit, no verdict about the server).
 */
const outcomes = ["passed", "failed", "warned", "untested", "errored"] as const;
export type Outcome = (typeof outcomes)[number];

/**
 * conformant: every must was tested and met. partial: none failed, some have no
 * verdict. nonconformant: a must failed.
 */
export type Verdict = "conformant" | "partial" | "nonconformant";

/** An exchange as a report shows it: the key taken out, long bodies cut. */
export interface ReportedExchange {
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly (readonly [name: string, value: string])[];
  };
  readonly answer: {
    readonly status: number;
    readonly headers: readonly (readonly [name: string, value: string])[];
    readonly body: string;
    /** Bytes of the whole body. */
    readonly bodyBytes: number;
    /** Bytes found behind the answer; null where nobody looked. */
    readonly strayBytes: number | null;
  } | null;
  /** Why there is no answer. */
  readonly failure: string | null;
  readonly ms: number;
}

export interface Evidence {
  /** How many exchanges were looked at. */
  readonly count: number;
  /** The one that decided, and a few more: not all of them. */
  readonly exchanges: readonly ReportedExchange[];
}

export interface KnownReason {
  readonly reason: string;
  /** The last day it is known, YYYY-MM-DD. */
  readonly expires: string;
}

export interface Result {
  readonly id: string;
  readonly title: string;
  readonly clause: TestableClauseId;
  readonly level: "must" | "should";
  readonly outcome: Outcome;
  /** Why it did not pass; null when it did. */
  readonly reason: string | null;
  /** What was expected and what came instead, where it failed or warned. */
  readonly expected: string | null;
  readonly received: string | null;
  /** Set where a baseline knows the failure: it still counts, but no longer fails the run. */
  readonly known: KnownReason | null;
  /** Of a failed one, the id of its cause. */
  readonly cause: string | null;
  readonly evidence: Evidence;
}

export interface ObservedAnswer {
  readonly question: QuestionId;
  /** One of the question's answers; null when none could be seen. */
  readonly answer: string | null;
  /** Why there is no answer; null when there is. */
  readonly reason: string | null;
  readonly evidence: Evidence;
}

export interface Report {
  readonly schemaVersion: 1;
  readonly kit: { readonly name: string; readonly version: string };
  readonly target: { readonly baseUrl: string };
  /** RFC 3339, UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  /** Requests sent, repeats included. */
  readonly requests: number;
  readonly verdict: Verdict;
  readonly counts: Readonly<Record<Outcome, number>>;
  /** What explains the failed results: the mistakes of the server, as far as the run tells them apart. */
  readonly causes: readonly ReportedCause[];
  readonly results: readonly Result[];
  readonly observations: readonly ObservedAnswer[];
  /** What of the input model the run's calls cover. */
  readonly coverage?: ReportedCoverage | undefined;
  /** Requirements that were not judged, as they were not asked for. */
  readonly leftOut?: number | undefined;
  /** Orders that were given, and how many of them some call was about. */
  readonly orders?: { readonly given: number; readonly used: number } | undefined;
  /** What random histories showed, where some were played. */
  readonly exploration?: ReportedExploration | undefined;
  /** Where a green result may mislead. */
  readonly warnings?: readonly string[] | undefined;
}

export interface ReportedCoverage {
  /** Calls drawn from the input model. */
  readonly rows: number;
  /** Pairs of values, and triples of the dangerous ones, that can meet. */
  readonly pairs: number;
  readonly triples: number;
  /** How many of them did not, because calls were left out. */
  readonly missing: number;
  /** The same seed draws the same rows. */
  readonly seed: number;
}

/** Words of the kit itself: a key that is a word of its own changes none of them. */
const ownMembers = ["id", "title", "clause", "level", "outcome", "question"];

/** Results or observed answers as they may be shown: without secrets, and only then with their bodies cut. */
export function cleanFindings<T extends { readonly evidence: Evidence }>(
  found: readonly T[],
  hide: Hide,
): T[] {
  return found.map((finding) => {
    const own = Object.entries(finding).filter(([name]) => ownMembers.includes(name));
    return cutBodies({ ...hideInData(finding, hide), ...Object.fromEntries(own) });
  });
}

/** @param hide takes secrets out of a text: nothing of the run is shown that did not pass through it */
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
    target: hideInData(found.target, hide),
    ...joinCauses(found.causes ?? [], cleanFindings(found.results, hide)),
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
    observations: cleanFindings(run.observations, hide),
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
