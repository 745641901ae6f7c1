/**
 * A clause: one rule of the service document, and what the kit does with it.
 *
 * - must: the document says so; a requirement tests it, breaking it fails a run.
 * - should: an HTTP RFC says so and the document does not; breaking it warns.
 * - observed: left open; the suite records the answer and never judges it.
 * - excluded: accounted for, with the reason why no request can test it.
 */

import type { QuestionId } from "./open-questions.ts";

interface ClauseText {
  /** Section of the service document, or of an RFC for a should. */
  readonly section: string;
  /** The rule, in our own words. */
  readonly text: string;
}
export type Clause = ClauseText &
  (
    | { readonly level: "must" | "should" }
    | { readonly level: "observed"; readonly questions: readonly QuestionId[] }
    | { readonly level: "excluded"; readonly reason: string }
  );

export const must = (section: string, text: string) => ({ level: "must", section, text }) as const;
export const should = (section: string, text: string) => ({ level: "should", section, text }) as const;
export const observed = (section: string, text: string, ...questions: QuestionId[]) =>
  ({ level: "observed", section, text, questions }) as const;
export const excluded = (section: string, text: string, reason = "Not shown: nothing to hold a server to.") =>
  ({ level: "excluded", section, text, reason }) as const;
