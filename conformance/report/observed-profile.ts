/** The observed answers of a run as a profile file, and their differences from another profile. */

import { formatJson } from "../../base/json.ts";
import { type Profile, questionIds } from "../../spec/open-questions.ts";
import type { ReportedDrift } from "./comparison.ts";
import type { ObservedAnswer, Report } from "./report.ts";

/** Questions without an answer are left out: the mock's default answers them. */
export function formatProfile({ observations, target, startedAt }: Report): string {
  const answered = observations.filter(({ answer }) => answer !== null);
  const answers = Object.fromEntries(answered.map(({ question, answer }) => [question, answer]));
  return `${formatJson({ observed: { baseUrl: target.baseUrl, at: startedAt }, ...answers }, 2)}\n`;
}

/** Compares the questions that were answered this time; for the others drift is not known. */
export function findDrift(
  observations: readonly Pick<ObservedAnswer, "question" | "answer">[],
  profile: Partial<Profile>,
): readonly ReportedDrift[] {
  return questionIds.flatMap((question) => {
    const before = profile[question];
    const now = observations.find((observed) => observed.question === question)?.answer;
    return before === undefined || now === null || now === undefined || now === before
      ? []
      : [{ question, before, now }];
  });
}
