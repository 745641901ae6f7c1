/**
 * The suite judged itself: run on servers known to be wrong and on servers known
 * to be right, and held to what is known of them.
 */

import type { Report } from "../conformance/report/report.ts";
import { allRequirements } from "../conformance/requirements/all-requirements.ts";
import { runSuite, type SuiteOptions } from "../conformance/run-suite.ts";
import type { Target } from "../conformance/targets/target.ts";

/** A server of which it is known whether it is right. */
export interface Subject {
  readonly id: string;
  readonly description: string;
  readonly kind: "broken" | "right";
  /** For a broken one: requirements that fail or warn on it, whatever else does. */
  readonly caughtBy: readonly string[];
  /** Further ones that may, because of the same mistake. */
  readonly mayFail?: RegExp;
  open(): Promise<{ readonly target: Target; close(): Promise<void> }>;
}

export interface SubjectResult {
  readonly subject: Pick<Subject, "id" | "description" | "kind" | "caughtBy">;
  /** Requirements that failed, and those that warned. */
  readonly failed: readonly string[];
  readonly warned: readonly string[];
  /** caught, slipped: a broken one. passed, blamed: a right one. */
  readonly outcome: "caught" | "slipped" | "passed" | "blamed";
  /** Requirements that failed or warned and were not expected to. */
  readonly unexpected: readonly string[];
  /** Requirements that were expected to and did not. */
  readonly missing: readonly string[];
}

export interface Selftest {
  readonly results: readonly SubjectResult[];
  /** Requirement -> the broken servers it caught. */
  readonly caught: ReadonlyMap<string, readonly string[]>;
}

/** Runs side by side: enough to keep a core busy while one waits for a socket. */
const lanes = 4;

/** How a run goes about it: the options of `verify` that decide what is sent. */
export type Effort = Pick<SuiteOptions, "disposable" | "thorough" | "maxRequests">;
/** The servers here are nobody's: everything may be tried. */
export const everything: Effort = { disposable: true, thorough: true };

export async function judgeSubjects(
  subjects: readonly Subject[],
  effort = everything,
): Promise<readonly SubjectResult[]> {
  const results: SubjectResult[] = new Array(subjects.length);
  let next = 0;
  const judge = async (index: number, subject: Subject) => {
    results[index] = await judgeSubject(subject, effort);
  };
  /** Where a machine is busy the runs beside it may keep one waiting in vain: it has another try, alone. */
  const again: (readonly [number, Subject])[] = [];
  const work = async (): Promise<void> => {
    for (;;) {
      const index = next++;
      const subject = subjects[index];
      if (!subject) return;
      await judge(index, subject).catch(() => again.push([index, subject]));
    }
  };
  await Promise.all(Array.from({ length: lanes }, work));
  for (const [index, subject] of again) await judge(index, subject);
  return results;
}

/** What each requirement caught: idle ones too. */
export function caughtBy(results: readonly SubjectResult[]): Selftest["caught"] {
  return new Map(
    allRequirements.map(({ id }) => [
      id,
      results.flatMap(({ subject, failed, warned }) =>
        subject.kind === "broken" && [...failed, ...warned].includes(id) ? [subject.id] : [],
      ),
    ]),
  );
}

async function judgeSubject(
  { id, description, kind, caughtBy, mayFail, open }: Subject,
  effort: Effort,
): Promise<SubjectResult> {
  const { target, close } = await open();
  let report: Report;
  try {
    report = await runSuite(target, { requirements: allRequirements, settleMs: 20, ...effort });
  } finally {
    await close();
  }
  const having = (outcome: string) =>
    report.results.filter((each) => each.outcome === outcome).map((each) => each.id);
  const failed = [...having("failed"), ...having("errored")];
  const warned = having("warned");
  const facts = { subject: { id, description, kind, caughtBy }, failed, warned };
  // A right server may be warned of: a should is not of the document.
  if (kind === "right") {
    return { ...facts, outcome: failed.length > 0 ? "blamed" : "passed", unexpected: failed, missing: [] };
  }
  const noticed = [...failed, ...warned];
  return {
    ...facts,
    outcome: noticed.length > 0 ? "caught" : "slipped",
    unexpected: noticed.filter(
      (each) => !caughtBy.includes(each) && !(mayFail?.test(each) || warned.includes(each)),
    ),
    missing: caughtBy.filter((requirement) => !noticed.includes(requirement)),
  };
}

/** Whether the suite did what is expected of it: all caught by what should, none blamed, each requirement of use. */
export function isSound({ results, caught }: Selftest): boolean {
  return (
    results.every(({ outcome, missing }) => {
      return outcome === "passed" || (outcome === "caught" && missing.length === 0);
    }) && [...caught.values()].every((servers) => servers.length > 0)
  );
}
