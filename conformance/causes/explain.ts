/** Finds the rules that predict the answer of every call of a kind: one, or two that share the failing calls. */

import type { CallFacts } from "./call-facts.ts";
import type { Rule, RuleRun } from "./rule.ts";

/** Calls that could show a mistake, and whether they do. */
export interface Population {
  readonly calls: readonly CallFacts[];
  readonly shows: (facts: CallFacts) => boolean;
}

/** A rule that no call contradicts. */
export interface Told {
  readonly rules: readonly Rule[];
  /** How many answers each predicts. */
  readonly answers: number;
  /** Failing calls that are of this rule. */
  readonly failing: ReadonlySet<CallFacts>;
}

/** Fewer answers may be chance. */
const leastAnswers = 3;
/** Maximum number of rules that fit equally: more say nothing. */
const mostTold = 3;

interface Candidate {
  readonly rule: Rule;
  /** For each call: shown, not shown, or not covered by the rule. */
  readonly marks: string;
}

/**
 * @param mayBeTwo whether two mistakes may show alike; conditions on the same mistake may not
 * @returns nothing, one, or two that together explain all failing calls
 */
export function explain(
  { calls, shows }: Population,
  rules: readonly Rule[],
  run: RuleRun,
  mayBeTwo: boolean,
): readonly Told[] {
  const observed = calls.map(shows);
  const failing = observed.filter(Boolean).length;
  if (failing === 0 || calls.length < leastAnswers) return [];
  const predicted = rules.map(
    (rule): Candidate => ({
      rule,
      marks: calls.map((facts) => markOf(rule.shows(facts, run))).join(""),
    }),
  );
  const candidates = predicted.filter(
    ({ rule, marks }) =>
      marks.includes("1") &&
      // A passing call that the simplest rule would get wrong: that all are.
      (marks.includes("0") || (rule.isOfAll === true && failing >= leastAnswers)) &&
      observed.every((shown, index) => marks[index] !== "1" || shown),
  );
  const isWhole = ({ marks }: Candidate) => observed.every((shown, index) => marks[index] !== "0" || !shown);
  const told = (fitting: readonly Candidate[]) => toldBy(fitting, calls, observed);
  const whole = told(candidates.filter(isWhole));
  if (whole || !mayBeTwo) return whole ? [whole] : [];
  for (const [index, one] of candidates.entries()) {
    for (const other of candidates.slice(index + 1)) {
      if (one.rule.id === other.rule.id) continue;
      if (!observed.every((shown, at) => !shown || one.marks[at] === "1" || other.marks[at] === "1"))
        continue;
      const pair = [one, other].map((each) => told([each]));
      if (pair.every((each) => each !== undefined)) return pair as readonly Told[];
    }
  }
  return [];
}

const markOf = (shown: boolean | undefined) => (shown === undefined ? "-" : shown ? "1" : "0");

/** The rules that are reported: those that cover the most calls. */
function toldBy(
  fitting: readonly Candidate[],
  calls: readonly CallFacts[],
  observed: readonly boolean[],
): Told | undefined {
  const counts = fitting.map(({ marks }) => marks.replaceAll("-", "").length);
  const answers = Math.max(0, ...counts);
  // A rule that covers a few calls less fits as well.
  const best = fitting.filter((_, index) => counts[index]! >= 0.9 * answers);
  // One mistake in lists and in errors has a rule for each, in the same words.
  const byId = new Map(best.map(({ rule }) => [rule.id, rule]));
  const rules = [
    ...new Map([...byId.values()].toReversed().map((rule) => [rule.text, rule])).values(),
  ].toReversed();
  // Headers that are always sent together fit alike.
  const isOfRequests = rules.every(({ id }) => id.startsWith("request-"));
  if (rules.length === 0 || (rules.length > mostTold && !isOfRequests)) return undefined;
  if (answers < Math.max(leastAnswers, calls.length / 3)) return undefined;
  const { marks } = best[0]!;
  return {
    rules: rules.slice(0, mostTold),
    answers: Math.min(...counts.filter((count) => count >= 0.9 * answers)),
    failing: new Set(calls.filter((_, index) => observed[index] && marks[index] === "1")),
  };
}
