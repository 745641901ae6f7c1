/** Results, causes and observed answers of a history, for a report. */

import type { QuestionId } from "../../spec/open-questions.ts";
import { type Cause, findCauses } from "../causes/find-causes.ts";
import type { History } from "../evidence/history.ts";
import { observe } from "../observations/observe.ts";
import { judge, type Requirement } from "../requirements/requirement.ts";
import type { ObservedAnswer, ReportedCause, Result } from "./report.ts";
import { cutText, type Reporting } from "./report-exchange.ts";

/** The facts of a requirement in each of its results. */
export const factsOf = ({ id, title, clause, level }: Requirement) => ({
  id,
  title,
  clause,
  level,
  reason: null,
  expected: null,
  received: null,
  known: null,
  cause: null,
});

/** The facts of a broken requirement, with the outcome. */
export const brokenFacts = (requirement: Requirement, expected: string, received: string) => ({
  ...factsOf(requirement),
  outcome: requirement.level === "must" ? ("failed" as const) : ("warned" as const),
  reason: `Expected ${expected}, got ${received}.`,
  expected,
  received,
});

export function judgeRequirement(
  requirement: Requirement,
  history: History,
  { evidence: show, hide }: Reporting,
): Result {
  const facts = factsOf(requirement);
  try {
    const { contradiction, untested, evidence } = judge(requirement, history);
    if (contradiction) {
      const { exchange } = contradiction;
      const [expected, received] = [contradiction.expected, contradiction.received].map((text) =>
        cutText(hide(text, exchange)),
      );
      return { ...brokenFacts(requirement, expected!, received!), evidence: show(evidence, exchange) };
    }
    if (untested !== undefined)
      return { ...facts, outcome: "untested", reason: untested, evidence: show(evidence) };
    return { ...facts, outcome: "passed", evidence: show(evidence) };
  } catch (error) {
    return { ...facts, outcome: "errored", reason: String(error), evidence: show([]) };
  }
}

/** The causes of the failed results; empty if an error occurs, so that each failure is its own cause. */
export function reportCauses(
  requirements: readonly Requirement[],
  results: readonly Result[],
  history: History,
  apiKey: string,
  reporting: Reporting,
): readonly ReportedCause[] {
  const failed = new Set(results.filter(({ outcome }) => outcome === "failed").map(({ id }) => id));
  const failures = requirements
    .filter(({ id }) => failed.has(id))
    .map(({ id, breaks }) => ({ id, contradictions: breaks(history) }));
  try {
    return findCauses(history, failures, apiKey).map((cause) => reportCause(cause, reporting));
  } catch {
    return [];
  }
}

const reportCause = (cause: Cause, { hide, exchange: report }: Reporting): ReportedCause => ({
  id: cause.id,
  // The title may quote the example's answer.
  title: cutText(hide(cause.title, cause.example)),
  likely: cause.likely,
  requirements: cause.requirements,
  calls: { failing: cause.failing.length, passing: cause.passing.length },
  differs: cause.differs,
  example: report(cause.example),
  ...(cause.atOnce !== undefined && { atOnce: cause.atOnce }),
  timeline: cause.timeline,
});

export function observeQuestion(
  question: QuestionId,
  history: History,
  { evidence }: Reporting,
): ObservedAnswer {
  const { answer, reason, exchanges } = observe(question, history);
  return {
    question,
    answer: answer ?? null,
    reason: answer ? null : (reason ?? null),
    evidence: evidence(exchanges),
  };
}

/** The status with which the last call with the valid key was refused because of bad keys; undefined if it was not. */
export function lockOut({ calls }: History): number | undefined {
  const last = calls.findLast(({ credential }) => credential === "valid");
  return last?.isLockedOut ? last.status : undefined;
}
