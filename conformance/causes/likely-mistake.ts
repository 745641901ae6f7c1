/** A likely mistake: a pure function that predicts the calls that a server with this mistake answers wrongly. */

import type { CallFacts } from "./call-facts.ts";

/** Facts of the run that mistakes use in addition to the call. */
export interface MistakeInput {
  readonly apiKey: string;
  /** Orders that the run was given, in any state. */
  readonly given: readonly bigint[];
}

export interface LikelyMistake {
  /** An id, which is the same for functions that name the same mistake. */
  readonly id: string;
  /** The mistake, as code or in a few words. */
  readonly text: string;
  /** Whether it is reported if every call shows it, which means that there is no condition. */
  readonly isOfAll?: boolean;
  /** Whether the call shows the mistake; undefined where nothing is predicted. */
  readonly shows: (facts: CallFacts, input: MistakeInput) => boolean | undefined;
}
