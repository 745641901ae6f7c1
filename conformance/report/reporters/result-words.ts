/** How results are told to a reader: in groups, with a mark for the eye, a word for everybody, and why. */

import type { Outcome, Result, Verdict } from "../report.ts";

export const outcomeMarks = {
  passed: "✓",
  failed: "✗",
  warned: "!",
  untested: "–",
  errored: "?",
} as const satisfies Record<Outcome, string>;

export const outcomeWords = {
  passed: "Passed",
  failed: "Failed",
  warned: "Warned",
  untested: "Untested",
  errored: "Errored",
} as const satisfies Record<Outcome, string>;

/** Worst first: the order in which a reader wants to see them. */
export const outcomesByWeight = [
  "failed",
  "errored",
  "warned",
  "untested",
  "passed",
] as const satisfies readonly Outcome[];

export const verdictMarks = {
  conformant: "✓",
  partial: "–",
  nonconformant: "✗",
} as const satisfies Record<Verdict, string>;

/** The verdict as a sentence. */
export const verdictSentences = {
  conformant: "Every must was tested and met.",
  partial: "No must failed, but not every must has a verdict.",
  nonconformant: "The server breaks what the document promises.",
} as const satisfies Record<Verdict, string>;

/** By the part of the requirements they belong to: `authentication/wrong-key` is in authentication. */
export interface ResultGroup {
  readonly name: string;
  readonly results: readonly Result[];
}

/** The groups in the order in which they first appear. */
export function groupResults(results: readonly Result[]): readonly ResultGroup[] {
  const groups = Map.groupBy(results, ({ id }) => splitId(id).group);
  return Array.from(groups, ([name, members]) => ({ name, results: members }));
}

export function splitId(id: string): { readonly group: string; readonly behaviour: string } {
  const slash = id.indexOf("/");
  return { group: id.slice(0, slash), behaviour: id.slice(slash + 1) };
}

/** Why a result is no pass, in one sentence or two. */
export function resultMessage(result: Result): string {
  const { expected, received, reason, outcome } = result;
  const fact =
    expected === null ? (reason ?? outcome) : `Expected ${expected}, received ${received ?? "nothing"}.`;
  const known = knownMessage(result);
  return known === undefined ? fact : `${fact} ${known}`;
}

/** What the baseline says of a known failure. */
export function knownMessage({ known }: Result): string | undefined {
  return known === null ? undefined : `Known until ${known.expires}: ${known.reason}`;
}
