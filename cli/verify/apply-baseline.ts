/** Compares a finished report with a baseline, a profile and an earlier report: known failures, drift, new failures. */

import { applyBaseline, parseBaseline } from "../../conformance/report/baseline.ts";
import {
  compareReports,
  type EarlierReport,
  parseEarlierReport,
} from "../../conformance/report/compare-reports.ts";
import type { KnownFailure } from "../../conformance/report/comparison.ts";
import { findDrift } from "../../conformance/report/observed-profile.ts";
import type { Report } from "../../conformance/report/report.ts";
import type { Profile } from "../../spec/open-questions.ts";
import { isProfileName, namedProfiles, parseProfile, profileNames } from "../../spec/profile.ts";
import { readInputFile, readJsonFile, readJsonText, readRegularFile } from "../read-input.ts";

interface Accepted {
  readonly baseline: readonly KnownFailure[] | undefined;
  readonly compare: Partial<Profile> | undefined;
  readonly since: EarlierReport | undefined;
  /** Whether stale entries are removed from the file, so that they do not fail a run. */
  readonly isPruned?: boolean;
}

/** @param isWritten whether it is replaced after the run, which a pipe or a device cannot be */
export function readBaseline(file: string, isWritten: boolean): readonly KnownFailure[] {
  const text = (isWritten ? readRegularFile : readInputFile)(file, "baseline");
  return parseBaseline(readJsonText(text, `baseline ${file}`), file);
}

export const readEarlierReport = (file: string): EarlierReport =>
  parseEarlierReport(readJsonFile(file, "report"), file);

/** Only answers that the profile itself has are compared, since a default was not observed. */
export function readProfile(name: string): Partial<Profile> {
  if (isProfileName(name)) return namedProfiles[name];
  const json = readJsonFile(name, "profile", profileNames, "compare");
  const whole = parseProfile(json, `profile ${name}`);
  return Object.fromEntries(
    Object.entries(whole).filter(([question]) => Object.hasOwn(json as object, question)),
  );
}

/** The report with marked known failures, and with the results of the comparisons. */
export function compareWithAccepted(
  report: Report,
  { baseline: entries, compare, since, isPruned }: Accepted,
): Report {
  const applied = entries && applyBaseline(report.results, entries, report.startedAt.slice(0, 10));
  const baseline = applied && isPruned ? { ...applied, stale: [], pruned: applied.stale } : applied;
  const knownById = new Map(baseline?.known.map(({ id, ...reason }) => [id, reason]));
  return {
    ...report,
    results: report.results.map((result) => ({ ...result, known: knownById.get(result.id) ?? null })),
    ...(compare && { drift: findDrift(report.observations, compare) }),
    ...(since && { since: compareReports(since, report) }),
    ...(baseline && { baseline }),
  };
}
