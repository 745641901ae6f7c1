/** The causes that a report has for a history, and the likely mistakes that it names. */

import { findCauses } from "../causes/find-causes.ts";
import type { LikelyMistake } from "../causes/match-mistakes.ts";
import type { History } from "../evidence/history.ts";
import { allRequirements } from "../requirements/all-requirements.ts";
import { judge } from "../requirements/requirement.ts";
import { historyOf, type ShortHistory } from "./requirement-histories.ts";

/** The causes of all musts that a history breaks, and their ids. */
export function findCausesIn(history: History) {
  const failed = allRequirements.filter(
    (each) => each.level === "must" && judge(each, history).contradiction,
  );
  const failures = failed.map(({ id, breaks }) => ({ id, contradictions: breaks(history) }));
  return { causes: findCauses(history, failures, "key"), failed: failed.map(({ id }) => id) };
}

export const mistakesIn = (history: History): readonly string[] =>
  findCausesIn(history).causes.flatMap(({ likely }) => likely.map(({ text }) => text));

/** @param pending the pending orders that were given */
export const likelyMistakes = (calls: ShortHistory, pending?: readonly bigint[]) =>
  mistakesIn(historyOf(calls, pending));

export const textsOf = (mistakes: readonly LikelyMistake[]) => new Set(mistakes.map(({ text }) => text));
