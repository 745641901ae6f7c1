/** Profiles: the named ones, and reading one that a person or the suite wrote. */

import { BadInput, quoteValue, suggestName } from "../base/bad-input.ts";
import { isJsonObject, type Json } from "../base/json.ts";
import { answersTo, openQuestions, type Profile, questionIds } from "./open-questions.ts";

/** The mock's default profile. */
export const defaultProfile = Object.fromEntries(
  questionIds.map((question) => [question, openQuestions[question].usual]),
) as unknown as Profile;

/** Profiles that can be named in place of a file. */
export const namedProfiles = {
  default: defaultProfile,
  /** Has as little in its answers as the document allows. */
  terse: {
    ...defaultProfile,
    conflictBody: "none",
    unknownQuery: "refused",
    malformedId: "400",
    outOfRangeId: "400",
    schemeCase: "exact",
  },
  /** Keeps cancelled orders, shows states, explains each refusal. */
  talkative: {
    ...defaultProfile,
    cancelledInList: "unchanged",
    repeatedCancel: "409",
    statusField: "shown",
    malformedId: "422",
    outOfRangeId: "422",
    paddedId: "same",
    errorMediaType: "problem",
  },
} satisfies Readonly<Record<string, Profile>>;

export type ProfileName = keyof typeof namedProfiles;

export const profileNames = Object.keys(namedProfiles) as readonly ProfileName[];

export function isProfileName(text: string): text is ProfileName {
  return Object.hasOwn(namedProfiles, text);
}

/**
 * The profile of a name or of some answers; the default answers the rest.
 * @throws {BadInput} naming what cannot be used
 */
export function profileOf(choice: ProfileName | Partial<Profile>): Profile {
  if (typeof choice !== "string") return parseProfile(choice, "the profile");
  if (isProfileName(choice)) return namedProfiles[choice];
  throw new BadInput(
    `Cannot use profile ${quoteValue(choice)}: there is no such profile. ${suggestName(choice, profileNames)}`,
  );
}

/**
 * A profile from a parsed file: an object with an answer to some questions or to all; the default answers the rest. A
 * `$schema` or `observed` member, as `verify --profile-out` writes it, is ignored. `schemaVersion` is the version of the
 * format.
 * @param where how to name the source in a message, such as `profile staging.json`
 * @throws {BadInput} naming the member that cannot be used
 */
export function parseProfile(value: Json, where: string): Profile {
  if (!isJsonObject(value)) {
    throw new BadInput(`Cannot use ${where}: a profile is a JSON object, got ${quoteValue(value)}.`);
  }
  const profile: Record<string, string> = { ...defaultProfile };
  for (const [name, answer] of Object.entries(value)) {
    if (name === "schemaVersion" && answer !== schemaVersion)
      throw new BadInput(
        `Cannot use ${where}: its schemaVersion is ${quoteValue(answer)}, this kit reads ${schemaVersion}. Use the kit that wrote it.`,
      );
    if (name === "$schema" || name === "observed" || name === "schemaVersion") continue;
    const question = questionIds.find((id) => id === name);
    if (!question) {
      throw new BadInput(
        `Cannot use ${where}: ${quoteValue(name)} is not an open question. ${suggestName(name, questionIds)}`,
      );
    }
    const answers: readonly string[] = answersTo(question);
    if (typeof answer !== "string" || !answers.includes(answer)) {
      throw new BadInput(
        `Cannot use ${where}: ${name} must be one of ${answers.map(quoteValue).join(", ")}, got ${quoteValue(answer)}.`,
      );
    }
    profile[name] = answer;
  }
  return profile as unknown as Profile;
}

/** The version of the format of profiles, which increases with each change. */
const schemaVersion = 1n;
