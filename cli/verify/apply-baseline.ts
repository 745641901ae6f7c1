/** Applies a baseline and a profile to a finished report: known failures and drift. */

import { applyBaseline, parseBaseline } from "../../conformance/report/baseline.ts";
import { findDrift } from "../../conformance/report/observed-profile.ts";
import type { KnownFailure, Report } from "../../conformance/report/report.ts";
import type { Profile } from "../../spec/open-questions.ts";
import { isProfileName, namedProfiles, parseProfile, profileNames } from "../../spec/profile.ts";
import { readJsonFile, readJsonText, readNamedFile } from "../read-input.ts";

interface Accepted {
  readonly baseline: readonly KnownFailure[] | undefined;
  readonly compare: Partial<Profile> | undefined;
}

export const readBaseline = (file: string): readonly KnownFailure[] =>
  parseBaseline(readJsonFile(file, "baseline"), file);

/** Only what the profile itself says is compared: a default is nothing that was observed. */
export function readProfile(name: string): Partial<Profile> {
  if (isProfileName(name)) return namedProfiles[name];
  const text = readNamedFile(name, "profile", profileNames, "compare");
  const json = readJsonText(text, `profile ${name}`);
  const whole = parseProfile(json, `profile ${name}`);
  return Object.fromEntries(
    Object.entries(whole).filter(([question]) => Object.hasOwn(json as object, question)),
  );
}

/** The report with its known failures marked, and with what became of the baseline and the profile. */
export function applyBaselineAndProfile(report: Report, { baseline: entries, compare }: Accepted): Report {
  const baseline = entries && applyBaseline(report.results, entries, report.startedAt.slice(0, 10));
  const knownById = new Map(baseline?.known.map(({ id, ...reason }) => [id, reason]));
  return {
    ...report,
    results: report.results.map((result) => ({ ...result, known: knownById.get(result.id) ?? null })),
    ...(compare && { drift: findDrift(report.observations, compare) }),
    ...(baseline && { baseline }),
  };
}
