/** The causes of what failed in a run: each failed requirement has exactly one. No verdict changes by them. */

import type { Exchange } from "../evidence/exchange.ts";
import type { History } from "../evidence/history.ts";
import { isSuccess } from "../model/contradiction.ts";
import { type CallFacts, callFacts, ordersNamed } from "./call-facts.ts";
import type { Cause } from "./cause.ts";
import { findDifference } from "./differences.ts";
import { domainOf } from "./domains.ts";
import { explain, type Population, type Told } from "./explain.ts";
import { type Group, groupSymptoms } from "./group-symptoms.ts";
import { orderTimeline } from "./order-timeline.ts";
import type { RuleRun, RuleTable } from "./rule.ts";
import { answerTables } from "./rules/answer-forms.ts";
import { callTables } from "./rules/call-rules.ts";
import { featureRules } from "./rules/features.ts";
import { idTables } from "./rules/id-rules.ts";
import { keyTables } from "./rules/key-rules.ts";
import { withSporadicErrors } from "./sporadic-errors.ts";
import { type Failure, kindOfKeyless, runFacts, type Symptom, symptomsOf } from "./symptoms.ts";
import { titleOf } from "./titles.ts";

export const ruleTables: readonly RuleTable[] = [...keyTables, ...idTables, ...callTables, ...answerTables];

/** Keys and ids are read wrong in more ways than one. */
const isOfReading = /^(?:key:open|id:acts|errors:\d+)$/;

export function findCauses(history: History, failures: readonly Failure[], apiKey: string): readonly Cause[] {
  const symptoms = symptomsOf(history, failures);
  if (symptoms.length === 0) return [];
  const facts = callFacts(history, new Set(symptoms.map(({ call }) => call)));
  const run = ruleRun(history, apiKey);
  return groupSymptoms(withSporadicErrors(symptoms, facts)).flatMap((group) =>
    explainedGroup(history, facts, group, run),
  );
}

export function ruleRun(history: History, apiKey: string): RuleRun {
  const { pending, shipped } = ordersNamed(history);
  return { apiKey, given: [...pending, ...shipped] };
}

function explainedGroup(
  history: History,
  facts: readonly CallFacts[],
  group: Group,
  run: RuleRun,
): readonly Cause[] {
  const population = populationOf(history, facts, group);
  const isOfKind = (pattern: RegExp) => group.kinds.some((kind) => pattern.test(kind));
  const rules = ruleTables.filter(({ kinds }) => isOfKind(kinds)).flatMap((table) => table.rules);
  const named = explain(population, rules, run, isOfKind(isOfReading));
  const told =
    named.length > 0 ? named : explain(population, featureRules(population, group.kinds), run, false);
  if (told.length < 2) return [causeOf(history, population, group, told[0])];
  const parts = splitGroup(group, told);
  return parts.length < 2
    ? [causeOf(history, population, group, undefined)]
    : parts.map(({ group: part, told: each }) => causeOf(history, population, part, each, true));
}

/** The calls that a group's kinds are about, and those of them that show one of the kinds, whether a requirement judges them or not. */
function populationOf(history: History, facts: readonly CallFacts[], { kinds, symptoms }: Group): Population {
  const domain = domainOf(kinds);
  const failing = new Set(symptoms.map(({ call }) => call));
  const statuses = new Set(kinds.map((kind) => /status (\d+)$/.exec(kind)?.[1]));
  const keyless = runFacts(history);
  const isLike = (each: CallFacts) => {
    const { call } = each;
    if (!domain.isAbout(each) || !domain.isWrong(each)) return false;
    if (kinds.includes("key:open") || kinds.includes("key:late"))
      return call.status !== 401 && kinds.includes(kindOfKeyless(call, keyless));
    if (kinds.includes("list:missing")) return true;
    const isDone = kinds.includes("id:acts") || kinds.includes("again:done");
    return statuses.has(String(call.status)) || (isDone && isSuccess(call.status));
  };
  return {
    calls: facts.filter(
      (each) => failing.has(each.call) || (each.call.status !== undefined && domain.isAbout(each)),
    ),
    shows: (each) => failing.has(each.call) || isLike(each),
  };
}

/** How many cancels of one order were under way together with one of them. */
function racersOf({ calls }: History, { call }: Symptom): number {
  const racers = calls.filter(
    ({ operation, id, sentAt, endedAt }) =>
      operation === "cancel" &&
      id?.value === call.id?.value &&
      sentAt < call.endedAt &&
      call.sentAt < endedAt,
  );
  return racers.length;
}

/** The requirements of two rules: each goes to the rule of its first contradiction that only one explains. */
function splitGroup(
  group: Group,
  told: readonly Told[],
): readonly { readonly group: Group; readonly told: Told }[] {
  const calls = told.map(({ failing }) => new Set([...failing].map(({ call }) => call)));
  const ofRule = (index: number) => (symptom: Symptom) => calls[index]!.has(symptom.call);
  const owner = new Map(
    group.requirements.map((requirement) => {
      const own = group.symptoms.filter((symptom) => symptom.requirement === requirement);
      const decisive = own.find((symptom) => ofRule(0)(symptom) !== ofRule(1)(symptom)) ?? own[0]!;
      return [requirement, ofRule(0)(decisive) ? 0 : 1];
    }),
  );
  return told.flatMap((each, index) => {
    const requirements = group.requirements.filter((requirement) => owner.get(requirement) === index);
    const symptoms = group.symptoms.filter(ofRule(index));
    if (requirements.length === 0 || symptoms.length === 0) return [];
    const kinds = group.kinds.filter((kind) => symptoms.some((symptom) => symptom.kind === kind));
    return [{ group: { kinds, requirements, symptoms }, told: each }];
  });
}

/** @param isPart whether the group has another cause besides */
function causeOf(
  history: History,
  population: Population,
  group: Group,
  told: Told | undefined,
  isPart = false,
): Cause {
  const { kinds, requirements, symptoms } = group;
  const domain = domainOf(kinds);
  const failing = population.calls.filter((each) => (told ? told.failing.has(each) : population.shows(each)));
  const passing = population.calls.filter((each) => !population.shows(each));
  const among = new Set(failing.map(domain.among));
  const comparable = passing.filter((each) => among.has(domain.among(each)));
  const difference = findDifference(failing, comparable, domain.dimensions);
  const title = titleOf(group, symptoms[0]!.requirement);
  const exchanges = (of: readonly CallFacts[]): readonly Exchange[] => of.map(({ call }) => call.exchange);
  return {
    id: (isPart ? `${told!.rules[0]!.id}-` : "") + kinds[0]!.replace(/[^\w]+/g, "-").replace(/-$/, ""),
    title: isPart ? `${title}: ${told!.rules[0]!.text}` : title,
    likely: told?.rules.map(({ id, text }) => ({ id, text, answers: told.answers })) ?? [],
    requirements,
    failing: exchanges(failing),
    passing: exchanges(passing),
    differs: difference && { words: domain.words, ...difference },
    example: plainestOf(symptoms),
    atOnce: kinds.every((kind) => kind.startsWith("race:")) ? racersOf(history, symptoms[0]!) : undefined,
    timeline: orderTimeline(history, symptoms),
  };
}

/** The simplest of the calls that show it as the first one does: the parameters of the others are irrelevant. */
function plainestOf(symptoms: readonly Symptom[]): Exchange {
  const [{ requirement, contradiction: first }] = symptoms as readonly [Symptom];
  const sizeOf = ({ request: { path, headers } }: Exchange) =>
    path.length + headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  const alike = symptoms.filter(
    ({ requirement: own, contradiction: { expected, received, exchange } }) =>
      own === requirement &&
      expected === first.expected &&
      received === first.received &&
      exchange.request.method === first.exchange.request.method,
  );
  return alike
    .map(({ contradiction }) => contradiction.exchange)
    .toSorted((one, other) => sizeOf(one) - sizeOf(other))[0]!;
}
