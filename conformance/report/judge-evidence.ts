/** From what the scenes saw to results and observed answers. */

import type { QuestionId } from "../../spec/open-questions.ts";
import type { Exchange } from "../history/exchange.ts";
import { createJudge, Unmet, Untestable } from "../history/judge.ts";
import { observations } from "../observations/observations.ts";
import type { Requirement } from "../requirements/requirement.ts";
import type { Played } from "../scenarios/play-scenes.ts";
import type { ObservedAnswer, Result } from "./report.ts";

export type ReportEvidence = (exchanges: Iterable<Exchange>, decisive?: Exchange) => Result["evidence"];

export function judgeRequirement(
  { id, title, clause, level, scenes, check }: Requirement,
  played: Played,
  report: ReportEvidence,
  redact: (text: string) => string,
): Result {
  const facts = { id, title, clause, level, reason: null, expected: null, received: null, known: null };
  const none = report([]);
  const inputs: Record<string, unknown> = {};
  for (const [name, scene] of Object.entries(scenes)) {
    const evidence = played.get(scene);
    if (!evidence) continue;
    if ("missing" in evidence)
      return { ...facts, outcome: "untested", reason: evidence.missing, evidence: none };
    if ("fault" in evidence)
      return { ...facts, outcome: "errored", reason: redact(evidence.fault), evidence: none };
    inputs[name] = evidence.value;
  }
  const { judge, evidence: seen } = createJudge();
  try {
    check(inputs, judge);
    return { ...facts, outcome: "passed", evidence: report(seen) };
  } catch (error) {
    if (error instanceof Untestable) {
      return { ...facts, outcome: "untested", reason: redact(error.message), evidence: report(seen) };
    }
    if (error instanceof Unmet) {
      return {
        ...facts,
        outcome: level === "must" ? "failed" : "warned",
        reason: redact(error.message),
        expected: redact(error.expected),
        received: redact(error.received),
        evidence: report(seen, error.exchange),
      };
    }
    return { ...facts, outcome: "errored", reason: redact(String(error)), evidence: report(seen) };
  }
}

export function observeQuestion(
  question: QuestionId,
  played: Played,
  report: ReportEvidence,
): ObservedAnswer {
  const { scene, see } = observations[question];
  const evidence = played.get(scene);
  if (!evidence || !("value" in evidence)) {
    const reason = evidence && "missing" in evidence ? evidence.missing : "It was not looked at.";
    return { question, answer: null, reason, evidence: report([]) };
  }
  const { answer, reason, exchanges } = see(evidence.value);
  return {
    question,
    answer: answer ?? null,
    reason: answer ? null : (reason ?? null),
    evidence: report(exchanges),
  };
}
