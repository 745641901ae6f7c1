/** In which answers a server has drifted from a profile observed before. */

import { type Profile, questionIds } from "../../spec/open-questions.ts";
import type { ObservedAnswer } from "./report.ts";

export interface Drift {
  readonly question: ObservedAnswer["question"];
  /** What the profile says. */
  readonly before: string;
  readonly now: string;
}

/** Questions without an answer this time have not drifted: nobody knows. */
export function findDrift(
  observations: readonly Pick<ObservedAnswer, "question" | "answer">[],
  profile: Partial<Profile>,
): readonly Drift[] {
  return questionIds.flatMap((question) => {
    const before = profile[question];
    const now = observations.find((observed) => observed.question === question)?.answer;
    return before === undefined || now === null || now === undefined || now === before
      ? []
      : [{ question, before, now }];
  });
}
