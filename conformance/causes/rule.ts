/** A likely mistake: a pure function that says which calls a server with it answers wrongly. */

import type { CallFacts } from "./call-facts.ts";

/** Facts of the run that rules use besides the call. */
export interface RuleRun {
  readonly apiKey: string;
  /** Orders that the run was given, in any state. */
  readonly given: readonly bigint[];
}

export interface Rule {
  /** The same for rules that name the same mistake. */
  readonly id: string;
  /** The rule, as code or in a few words. */
  readonly text: string;
  /** Whether it is reported if every call shows it: it then says that there is no condition. */
  readonly isOfAll?: boolean;
  /** Whether the call shows the mistake; undefined where the rule does not say. */
  readonly shows: (facts: CallFacts, run: RuleRun) => boolean | undefined;
}

/** Rules for the kinds of symptoms that they may explain. */
export interface RuleTable {
  readonly kinds: RegExp;
  readonly rules: readonly Rule[];
}
