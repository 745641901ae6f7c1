/** Reads the files that a report is compared with: a baseline, a profile, an earlier report. */

import { parseBaseline } from "../../conformance/report/baseline.ts";
import { type EarlierReport, parseEarlierReport } from "../../conformance/report/compare-report.ts";
import type { KnownFailure } from "../../conformance/report/comparison.ts";
import type { Profile } from "../../spec/open-questions.ts";
import { isProfileName, namedProfiles, parseProfile, profileNames } from "../../spec/profile.ts";
import { readInputFile, readJsonFile, readJsonText, readRegularFile } from "../read-input.ts";

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
