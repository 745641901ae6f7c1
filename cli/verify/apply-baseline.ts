/** Applies a baseline and a profile to a finished report: known failures and drift. */

import { applyBaseline, type KnownFailure, parseBaseline } from "../../conformance/report/baseline.ts";
import { type Drift, findDrift } from "../../conformance/report/observed-profile.ts";
import type { Report } from "../../conformance/report/report.ts";
import type { Profile } from "../../spec/open-questions.ts";
import { isProfileName, namedProfiles, parseProfile } from "../../spec/profile.ts";
import { readJsonFile } from "../read-input.ts";

interface Accepted {
  readonly baseline: readonly KnownFailure[] | undefined;
  readonly compare: Partial<Profile> | undefined;
}

export const readBaseline = (file: string): readonly KnownFailure[] =>
  parseBaseline(readJsonFile(file, "baseline"), file);

/** Only what the profile itself says is compared: a default is nothing that was observed. */
export function readProfile(name: string): Partial<Profile> {
  if (isProfileName(name)) return namedProfiles[name];
  const json = readJsonFile(name, "profile");
  const whole = parseProfile(json, `profile ${name}`);
  return Object.fromEntries(
    Object.entries(whole).filter(([question]) => Object.hasOwn(json as object, question)),
  );
}

/**
 * @returns the report, its known failures marked; lines for the terminal, or none; and whether the baseline itself
 * fails the run: stale entries must go
 */
export function applyBaselineAndProfile(report: Report, { baseline = [], compare }: Accepted) {
  const findings = applyBaseline(report.results, baseline, report.startedAt.slice(0, 10));
  const results = report.results.map((result) => {
    const known = findings.known.get(result.id);
    return known ? { ...result, known: { reason: known.reason, expires: known.expires } } : result;
  });
  const drift = compare ? findDrift(report.observations, compare) : [];
  const parts = [
    baselineText(findings.stale, findings.expired, [...findings.known.values()]),
    compare ? driftText(drift) : "",
  ];
  const text = parts.filter((part) => part !== "").map((part) => `\n${part}`);
  return { report: { ...report, results }, text: text.join(""), hasStale: findings.stale.length > 0, drift };
}

function baselineText(
  stale: readonly KnownFailure[],
  expired: readonly KnownFailure[],
  known: readonly KnownFailure[],
): string {
  const lines = [
    ...known.map(({ id, reason, expires }) => `  known    ${id}, until ${expires}: ${reason}`),
    ...stale.map(({ id }) => `  stale    ${id} passes now. Remove it from the baseline.`),
    ...expired.map(
      ({ id, expires }) => `  expired  ${id} was accepted until ${expires}; it fails the run again.`,
    ),
  ];
  return lines.length === 0 ? "" : `Baseline\n${lines.join("\n")}\n`;
}

function driftText(drift: readonly Drift[]): string {
  if (drift.length === 0) return "No drift: the server answers as the profile says.\n";
  const width = Math.max(...drift.map(({ question }) => question.length));
  const lines = drift.map(({ question, before, now }) => `  ${question.padEnd(width)}  ${before} -> ${now}`);
  return `Drifted from the profile\n${lines.join("\n")}\n`;
}
