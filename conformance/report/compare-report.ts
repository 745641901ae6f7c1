/** Compares a report with a baseline, a profile and an earlier report: known failures, drift, new failures. */

import { BadInput, quoteValue } from "../../base/bad-input.ts";
import { formatJson, isJsonObject, type Json } from "../../base/json.ts";
import { kitName } from "../../spec/kit-version.ts";
import { type Profile, questionIds } from "../../spec/open-questions.ts";
import { applyBaseline, isFailing } from "./baseline.ts";
import type { KnownFailure, ReportedDrift, ReportedSince } from "./comparison.ts";
import { type ObservedAnswer, outcomes, type Report, type Result } from "./report.ts";

/** The compared part of an earlier report. */
export interface EarlierReport extends Pick<ReportedSince, "startedAt" | "baseUrl"> {
  /** Ids of the requirements that failed or warned. */
  readonly failing: ReadonlySet<string>;
}

interface Comparisons {
  readonly baseline?: readonly KnownFailure[] | undefined;
  /** A profile with the answers that were observed. */
  readonly compare?: Partial<Profile> | undefined;
  readonly since?: EarlierReport | undefined;
  /** Whether stale entries are removed from the file, so that they do not fail a run. */
  readonly pruneBaseline?: boolean;
}

/** The report with marked known failures, and with the results of the comparisons. */
export function compareReport(
  report: Report,
  { baseline: entries, compare, since, pruneBaseline }: Comparisons,
): Report {
  const { results, observations, startedAt } = report;
  const applied = entries && applyBaseline(results, entries, startedAt.slice(0, 10));
  const baseline = applied && pruneBaseline ? { ...applied, stale: [], pruned: applied.stale } : applied;
  const knownById = new Map(baseline?.known.map(({ id, ...reason }) => [id, reason]));
  return {
    ...report,
    results: results.map((result) => ({ ...result, known: knownById.get(result.id) ?? null })),
    ...(compare && { drift: findDrift(observations, compare) }),
    ...(since && { since: changesSince(since, results) }),
    ...(baseline && { baseline }),
  };
}

/** Only questions that have an answer on both sides are compared. */
const findDrift = (
  observations: readonly ObservedAnswer[],
  profile: Partial<Profile>,
): readonly ReportedDrift[] =>
  questionIds.flatMap((question) => {
    const before = profile[question];
    const now = observations.find((observed) => observed.question === question)?.answer ?? undefined;
    return before === undefined || now === undefined || now === before ? [] : [{ question, before, now }];
  });

function changesSince({ failing, ...earlier }: EarlierReport, results: readonly Result[]): ReportedSince {
  const changeOf = ({ id, outcome }: Result) => {
    if (isFailing(outcome)) return failing.has(id) ? "still" : "new";
    if (!failing.has(id)) return "none";
    return outcome === "passed" ? "gone" : "unknown";
  };
  const idsOf = (change: ReturnType<typeof changeOf>) =>
    results.filter((result) => changeOf(result) === change).map(({ id }) => id);
  return {
    ...earlier,
    new: idsOf("new"),
    gone: idsOf("gone"),
    still: idsOf("still"),
    unknown: idsOf("unknown"),
  };
}

/** Reads the compared part of an earlier report. @throws {BadInput} for a file that is not a JSON report of this kit */
export function parseEarlierReport(value: Json, where: string): EarlierReport {
  const refuse = (fact: string): never => {
    throw new BadInput(
      `Cannot use report ${where}: ${fact}. Give one that --reporter json=FILE of ${kitName} wrote.`,
    );
  };
  if (!isJsonObject(value)) return refuse(`it must be an object, got ${quoteValue(value)}`);
  const { schemaVersion, kit, startedAt, target, results } = value;
  if (!isJsonObject(kit) || kit.name !== kitName) return refuse(`it is no report of ${kitName}`);
  if (schemaVersion !== 1n) return refuse(`its schemaVersion is ${quoteValue(schemaVersion)}, not 1`);
  if (typeof startedAt !== "string" || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(startedAt))
    return refuse(`startedAt must be a time as in 2026-11-21T12:00:00Z, got ${quoteValue(startedAt)}`);
  if (!isJsonObject(target) || typeof target.baseUrl !== "string")
    return refuse("target.baseUrl must be a text");
  if (!Array.isArray(results)) return refuse(`results must be an array, got ${quoteValue(results)}`);
  const failing = results.flatMap((result: Json, index) => {
    const { id, outcome } = isJsonObject(result) ? result : {};
    if (typeof id !== "string" || !outcomes.some((each) => each === outcome))
      return refuse(`results[${index}] must have an id and an outcome, got ${quoteValue(result)}`);
    return isFailing(outcome) ? [id] : [];
  });
  return { startedAt, baseUrl: target.baseUrl, failing: new Set(failing) };
}

/** The observed answers as a profile file. Questions without an answer are left out: the mock's default answers them. */
export function formatProfile({ observations, target, startedAt }: Report): string {
  const answered = observations.filter(({ answer }) => answer !== null);
  const answers = Object.fromEntries(answered.map(({ question, answer }) => [question, answer]));
  return `${formatJson({ observed: { baseUrl: target.baseUrl, at: startedAt }, ...answers }, 2)}\n`;
}
