/** How an outcome and a verdict are named to a reader: a mark for the eye, a word for everybody. */

import type { Outcome, Verdict } from "../report.ts";

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
