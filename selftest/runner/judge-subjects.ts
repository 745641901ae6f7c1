/** Judges servers that are known to be right or wrong, and compares the verdicts with that. */

import type { Report, Result } from "../../conformance/report/report.ts";
import { failuresOf } from "./judge-variant.ts";
import { runAll } from "./run-all.ts";

export interface Subject {
  readonly id: string;
  readonly description: string;
  /** Requirements that may fail because of its mistakes; undefined for a right server. */
  readonly blames?: RegExp | undefined;
  /** Requirements of a wrong server that fail or warn for certain. */
  readonly caughtBy?: readonly string[];
  /** Whether the judge is known to miss it. */
  readonly isKnownMiss?: boolean;
}

export type Outcome = "caught" | "missed" | "known miss" | "not blamed" | "wrong blame" | "no run";

export interface Judgement {
  readonly subject: Subject;
  readonly outcome: Outcome;
  /** Requirements that failed, and those that warned. */
  readonly failed: readonly Result[];
  readonly warned: readonly string[];
  /** Failures that none of its mistakes explains. */
  readonly excess: readonly Result[];
  /** Requirements of `caughtBy` that neither failed nor warned. */
  readonly missing: readonly string[];
  /** The reason why there was no run. */
  readonly error?: string;
}

export interface SetResult {
  readonly set: string;
  readonly servers: number;
  /** The outcome in words, for the table. */
  readonly result: string;
  /** Servers with an unexpected verdict, a line each. */
  readonly remarks: readonly string[];
  readonly isFine: boolean;
}

/**
 * Judges all servers, some at once. A run that cannot start is repeated once alone, since a busy machine may be the reason.
 */
export async function judgeAll<S extends Subject>(
  subjects: readonly S[],
  judge: (subject: S, index: number) => Promise<Report>,
): Promise<readonly Judgement[]> {
  const tryToJudge = (subject: S, index: number) => judge(subject, index).catch((error: Error) => error);
  const reports = await runAll(subjects, tryToJudge);
  const judgements: Judgement[] = [];
  for (const [index, subject] of subjects.entries()) {
    const first = reports[index]!;
    const report = first instanceof Error ? await tryToJudge(subject, index) : first;
    judgements.push(compare(subject, report));
  }
  return judgements;
}

function compare(subject: Subject, report: Report | Error): Judgement {
  const { blames, caughtBy = [], isKnownMiss } = subject;
  if (report instanceof Error) {
    const nothing = { failed: [], warned: [], excess: [], missing: [...caughtBy] };
    return { subject, outcome: "no run", ...nothing, error: report.message };
  }
  const failed = failuresOf(report);
  const warned = report.results.flatMap(({ id, outcome }) => (outcome === "warned" ? [id] : []));
  const noticed = [...failed.map(({ id }) => id), ...warned];
  const excess = failed.filter(({ id }) => !blames?.test(id));
  const missing = caughtBy.filter((id) => !noticed.includes(id));
  const facts = { subject, failed, warned, excess, missing };
  if (excess.length > 0) return { ...facts, outcome: "wrong blame" };
  // A right server may get warnings: a should is not in the document.
  if (!blames) return { ...facts, outcome: "not blamed" };
  if (noticed.length > 0) return { ...facts, outcome: "caught" };
  return { ...facts, outcome: isKnownMiss ? "known miss" : "missed" };
}
