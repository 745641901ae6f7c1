/** The causes of failed requirements: each has exactly one. They do not change a verdict. */

import { isSuccess } from "../diagnosis/contradiction.ts";
import type { Exchange } from "../evidence/exchange.ts";
import { givenIds } from "../evidence/given-orders.ts";
import type { History } from "../evidence/history.ts";
import { overlap } from "../evidence/read-call.ts";
import { plainest } from "../requirements/requirement.ts";
import type { CallFacts } from "./call-facts.ts";
import { findDifference } from "./differences.ts";
import { createGroup, type Group, groupSymptoms } from "./group-symptoms.ts";
import { formMistakes } from "./likely-mistakes/answer-forms.ts";
import { featureMistakes } from "./likely-mistakes/features.ts";
import {
  type LikelyMistake,
  type Match,
  type MistakeInput,
  matchMistakes,
  type Population,
} from "./match-mistakes.ts";
import { type OrderTimeline, orderTimeline } from "./order-timeline.ts";
import { withSporadicErrors } from "./sporadic-errors.ts";
import { type KindName, mainKindOf, symptomKinds } from "./symptom-kinds.ts";
import { type Failure, readSymptoms, type Symptom } from "./symptoms.ts";
import * as words from "./title-words.ts";

/** A mistake that predicts the answer of each call that it covers. */
interface Likely extends Pick<LikelyMistake, "id" | "text"> {
  /** Number of answers that it predicts. */
  readonly answers: number;
}

export interface Cause {
  readonly id: string;
  /** The mistake in a sentence. */
  readonly title: string;
  /** Empty if no rule fits; two rules if both fit equally. */
  readonly likely: readonly Likely[];
  /** Ids of the failed requirements. */
  readonly requirements: readonly string[];
  readonly failing: readonly Exchange[];
  /** Calls of the same kind that were answered rightly. */
  readonly passing: readonly Exchange[];
  /** The difference between the two, and a word for the answers to each; null if no difference is known. */
  readonly differs: {
    readonly words: readonly [failing: string, passing: string];
    readonly failing: readonly string[];
    readonly passing: readonly string[];
  } | null;
  /** The call that is the clearest example. */
  readonly example: Exchange;
  /** Number of simultaneous calls that show it, where one call does not. */
  readonly atOnce?: number | undefined;
  /** The calls about the order that the cause changed; null if it changed none. */
  readonly timeline: OrderTimeline | null;
}

/** The likely mistakes of kinds of symptoms. @param failing calls whose answers may have a form that explains them */
export const mistakesOf = (
  kinds: readonly KindName[],
  failing: readonly CallFacts[],
): readonly LikelyMistake[] => [
  ...new Set(
    // Where cancels of pending orders fail as well, the shipped state is no reason.
    kinds
      .filter((kind) => kind !== "shipped:status" || !kinds.includes("cancel:status"))
      .flatMap((kind) => symptomKinds[kind].mistakes ?? []),
  ),
  ...formMistakes(
    failing,
    kinds.flatMap((kind) => symptomKinds[kind].forms ?? []),
  ),
];

export function findCauses(history: History, failures: readonly Failure[], apiKey: string): readonly Cause[] {
  const { symptoms, facts } = readSymptoms(history, failures);
  const input = { apiKey, given: givenIds(history.given) };
  return groupSymptoms(withSporadicErrors(symptoms, facts)).flatMap((group) =>
    explainGroup(history, facts, group, input),
  );
}

function explainGroup(
  history: History,
  facts: readonly CallFacts[],
  group: Group,
  input: MistakeInput,
): readonly Cause[] {
  const population = populationOf(facts, group);
  const named = matchMistakes(
    population,
    mistakesOf(group.kinds, population.calls.filter(population.shows)),
    input,
  );
  const matches =
    named.length > 0 ? named : matchMistakes(population, featureMistakes(population, group.kinds), input);
  if (matches.length < 2) return [causeOf(history, population, group, matches[0])];
  const parts = splitGroup(group, matches);
  return parts.length < 2
    ? [causeOf(history, population, group, undefined)]
    : parts.map(({ group: part, match }) => causeOf(history, population, part, match, true));
}

/** The calls of a group, and those that show one of its kinds. */
function populationOf(facts: readonly CallFacts[], { kinds, symptoms }: Group): Population {
  const { domain, isLike } = symptomKinds[mainKindOf(kinds)];
  const failing = new Set(symptoms.map(({ call }) => call));
  const statuses = new Set(symptoms.map(({ call }) => call.status));
  return {
    calls: facts.filter(
      (each) => failing.has(each.call) || (each.call.status !== undefined && domain.isAbout(each)),
    ),
    shows: (each) => failing.has(each.call) || (domain.isAbout(each) && isLike?.(each, statuses) === true),
  };
}

/** Number of cancels of one order that were under way together with one of them. */
function racersOf({ calls }: History, { call }: Symptom): number {
  return calls.filter(
    (other) => other.operation === "cancel" && other.id?.value === call.id?.value && overlap(other, call),
  ).length;
}

/** The requirements of two mistakes: each belongs to the mistake that alone explains its first contradiction. */
function splitGroup(
  group: Group,
  matches: readonly Match[],
): readonly { readonly group: Group; readonly match: Match }[] {
  const isOf = (index: number) => (symptom: Symptom) => matches[index]!.failing.has(symptom.call);
  const owner = new Map(
    group.requirements.map((requirement) => {
      const own = group.symptoms.filter((symptom) => symptom.requirement === requirement);
      const decisive = own.find((symptom) => isOf(0)(symptom) !== isOf(1)(symptom)) ?? own[0]!;
      return [requirement, isOf(0)(decisive) ? 0 : 1];
    }),
  );
  return matches.flatMap((match, index) => {
    const requirements = group.requirements.filter((requirement) => owner.get(requirement) === index);
    const symptoms = group.symptoms.filter(isOf(index));
    if (requirements.length === 0 || symptoms.length === 0) return [];
    return [{ group: createGroup(requirements, symptoms), match }];
  });
}

/** @param isPart whether the group has another cause as well */
function causeOf(
  history: History,
  population: Population,
  group: Group,
  match: Match | undefined,
  isPart = false,
): Cause {
  const { key, kinds, requirements, symptoms } = group;
  const { domain } = symptomKinds[mainKindOf(kinds)];
  const failing = population.calls.filter((each) =>
    match ? match.failing.has(each.call) : population.shows(each),
  );
  const passing = population.calls.filter((each) => !population.shows(each));
  const among = new Set(failing.map(domain.among));
  const comparable = passing.filter((each) => among.has(domain.among(each)));
  const difference = findDifference(failing, comparable, domain.dimensions);
  const title = titleOf(group);
  const shown = clearestOf(mainKindOf(kinds), symptoms);
  const isShown = (requirement: string) => Number(requirement === shown.requirement);
  const ofShown = symptoms.flatMap(({ requirement, contradiction, call }) =>
    requirement === shown.requirement && call.status === shown.call.status ? [contradiction] : [],
  );
  const exchanges = (of: readonly CallFacts[]): readonly Exchange[] => of.map(({ call }) => call.exchange);
  return {
    id: (isPart ? `${match!.mistakes[0]!.id}-` : "") + key.replace(/[^\w]+/g, "-"),
    title: isPart ? `${title}: ${match!.mistakes[0]!.text}` : title,
    likely: match?.mistakes.map(({ id, text }) => ({ id, text, answers: match.answers })) ?? [],
    // The values of the first one are shown beside the example.
    requirements: requirements.toSorted((one, other) => isShown(other) - isShown(one)),
    failing: exchanges(failing),
    passing: exchanges(passing),
    differs: difference && { words: domain.words, ...difference },
    example: plainest(ofShown)!.exchange,
    atOnce: kinds.every((kind) => kind.startsWith("race:")) ? racersOf(history, symptoms[0]!) : undefined,
    timeline: orderTimeline(history, symptoms),
  };
}

/** The symptom that shows a cause best: where a key is not checked, a 2xx, and no 404, which looks like a refusal. */
function clearestOf(main: KindName, symptoms: readonly Symptom[]): Symptom {
  const isClear = ({ call }: Symptom) => call.status !== 404;
  const clear = main.startsWith("key:") ? symptoms.filter(isClear) : [];
  return clear.find(({ call }) => isSuccess(call.status)) ?? clear[0] ?? symptoms[0]!;
}

/** The mistake in one sentence, by the kinds of symptoms of a group. */
function titleOf({ kinds, symptoms }: Group): string {
  const has = (...names: readonly KindName[]) => names.every((name) => kinds.includes(name));
  const ofKind = (kind: KindName) => symptoms.filter((symptom) => symptom.kind === kind);
  if (has("errors", "list:shape"))
    return `Lists and errors have the same fault: the list is ${words.received(ofKind("list:shape"))}`;
  const main = mainKindOf(kinds);
  if (has("again:status", "unknown") && main === "again:status")
    return `The cancel of a cancelled or unknown order is answered ${words.statuses(symptoms)}`;
  if (has("cancel:status", "shipped:status"))
    return `Cancels are answered ${words.statuses(symptoms)}, whatever the order's state`;
  if (has("again:status", "shipped:status") && main === "again:status")
    return `Cancels that must be refused are answered ${words.statuses(symptoms)}`;
  const { title } = symptomKinds[main];
  return typeof title === "string" ? words.filled(title, ofKind(main)) : title(ofKind(main));
}
