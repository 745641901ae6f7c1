/** From a history to results and observed answers. */

import type { QuestionId } from "../../spec/open-questions.ts";
import type { Exchange } from "../history/exchange.ts";
import type { History } from "../history/history.ts";
import { observations } from "../observations/observations.ts";
import { judge, type Requirement } from "../requirements/requirement.ts";
import type { ObservedAnswer, Result } from "./report.ts";

export type ReportEvidence = (exchanges: Iterable<Exchange>, decisive?: Exchange) => Result["evidence"];

export function judgeRequirement(requirement: Requirement, history: History, report: ReportEvidence): Result {
  const { id, title, clause, level } = requirement;
  const facts = { id, title, clause, level, reason: null, expected: null, received: null, known: null };
  try {
    const { contradiction, untested, evidence } = judge(requirement, history);
    if (contradiction) {
      const { expected, received, exchange } = contradiction;
      return {
        ...facts,
        outcome: level === "must" ? "failed" : "warned",
        reason: `Expected ${expected}, got ${received}.`,
        expected: expected,
        received: received,
        evidence: report(evidence, exchange),
      };
    }
    if (untested !== undefined)
      return { ...facts, outcome: "untested", reason: untested, evidence: report(evidence) };
    return { ...facts, outcome: "passed", evidence: report(evidence) };
  } catch (error) {
    return { ...facts, outcome: "errored", reason: String(error), evidence: report([]) };
  }
}

export function observeQuestion(
  question: QuestionId,
  history: History,
  report: ReportEvidence,
): ObservedAnswer {
  const { answer, reason, exchanges } = observations[question].see(history);
  return {
    question,
    answer: answer ?? null,
    reason: answer ? null : (reason ?? null),
    evidence: report(exchanges),
  };
}
