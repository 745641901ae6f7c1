/**
 * Likely mistakes: pure functions that predict which calls a server answers wrongly. Reported are those that predict the
 * answer to every call of a kind: one, or two that share the failing calls.
 */

import type { Call } from "../evidence/read-call.ts";
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
  /** Whether it begins at a moment: failing calls of one order alone, which never passed, do not show it. */
  readonly isOfTime?: boolean;
  /** Whether the call shows the mistake; undefined where nothing is predicted. */
  readonly shows: (facts: CallFacts, input: MistakeInput) => boolean | undefined;
}

/** Calls that could show a mistake, and whether they do. */
export interface Population {
  readonly calls: readonly CallFacts[];
  readonly shows: (facts: CallFacts) => boolean;
}

/** Likely mistakes that no call contradicts. */
export interface Match {
  readonly mistakes: readonly LikelyMistake[];
  /** Number of answers that each predicts. */
  readonly answers: number;
  /** Failing calls that they explain. */
  readonly failing: ReadonlySet<Call>;
}

/** Minimum number of answers: fewer may be chance. */
const minAnswers = 3;
/** Maximum number of mistakes that fit equally: more are not informative. */
const maxMatches = 3;

interface Candidate {
  readonly mistake: LikelyMistake;
  /** The prediction for each call: shown, not shown, or undefined for no prediction. */
  readonly predicted: readonly (boolean | undefined)[];
}

/** @returns none, one, or two that together explain all failing calls */
export function matchMistakes(
  { calls, shows }: Population,
  mistakes: readonly LikelyMistake[],
  input: MistakeInput,
): readonly Match[] {
  const observed = calls.map(shows);
  const failing = observed.filter(Boolean).length;
  const idsOf = (isFailing: boolean) =>
    new Set(calls.flatMap(({ call }, index) => (observed[index] === isFailing ? (call.id?.text ?? []) : [])));
  const [id, ...otherIds] = idsOf(true);
  const isOfOneOrder = id !== undefined && otherIds.length === 0 && !idsOf(false).has(id);
  if (failing === 0 || calls.length < minAnswers) return [];
  const candidates = mistakes
    .map((mistake): Candidate => ({ mistake, predicted: calls.map((facts) => mistake.shows(facts, input)) }))
    .filter(
      ({ mistake, predicted }) =>
        predicted.includes(true) &&
        !(mistake.isOfTime && isOfOneOrder) &&
        // Unless some call must pass, the mistake has no condition.
        (predicted.includes(false) || (mistake.isOfAll === true && failing >= minAnswers)) &&
        predicted.every((isShown, index) => !isShown || observed[index]),
    );
  const isWhole = ({ predicted }: Candidate) =>
    predicted.every((isShown, index) => isShown !== false || !observed[index]);
  const matchOf = (fitting: readonly Candidate[]) => bestMatch(fitting, calls);
  const whole = matchOf(candidates.filter(isWhole));
  if (whole) return [whole];
  for (const [index, one] of candidates.entries()) {
    for (const other of candidates.slice(index + 1)) {
      if (one.mistake.id === other.mistake.id) continue;
      if (!observed.every((shown, at) => !shown || one.predicted[at] || other.predicted[at])) continue;
      const pair = [one, other].map((each) => matchOf([each]));
      if (pair.every((each) => each !== undefined)) return pair as readonly Match[];
    }
  }
  return [];
}

/** The mistakes that are reported: those that cover the most calls. */
function bestMatch(fitting: readonly Candidate[], calls: readonly CallFacts[]): Match | undefined {
  const counts = fitting.map(({ predicted }) => predicted.filter((isShown) => isShown !== undefined).length);
  const answers = Math.max(0, ...counts);
  // A mistake that covers slightly fewer calls fits equally.
  const best = fitting.filter((_, index) => counts[index]! >= 0.9 * answers);
  const mistakes = [...new Map(best.map(({ mistake }) => [mistake.id, mistake])).values()];
  // Headers that are always sent together fit equally.
  const isOfRequests = mistakes.every(({ id }) => id.startsWith("request-"));
  if (mistakes.length === 0 || (mistakes.length > maxMatches && !isOfRequests)) return undefined;
  if (answers < Math.max(minAnswers, calls.length / 3)) return undefined;
  const { predicted } = best[0]!;
  return {
    mistakes: mistakes.slice(0, maxMatches),
    answers: Math.min(...counts.filter((count) => count >= 0.9 * answers)),
    failing: new Set(calls.flatMap(({ call }, index) => (predicted[index] ? [call] : []))),
  };
}
