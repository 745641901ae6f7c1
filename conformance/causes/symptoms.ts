/** The symptoms of a run: each contradiction with the kind of mistake that it shows. */

import type { Contradiction } from "../diagnosis/contradiction.ts";
import type { History } from "../evidence/history.ts";
import type { Call } from "../evidence/read-call.ts";
import { type RunFacts, runFacts } from "./run-facts.ts";
import { type KindName, kindNames, symptomKinds } from "./symptom-kinds.ts";
import type { ShownSymptom } from "./title-words.ts";

/** A failed requirement, and everything that contradicts it. */
export interface Failure {
  readonly id: string;
  readonly contradictions: readonly Contradiction[];
}

export interface Symptom extends ShownSymptom {
  readonly kind: KindName;
}

export function symptomsOf(history: History, failures: readonly Failure[]): readonly Symptom[] {
  const run = runFacts(history);
  const callOf = new Map(
    history.calls.flatMap((call) => [
      [call.exchange, call],
      [call.exchange.redirectedFrom, call],
    ]),
  );
  return failures.flatMap(({ id, contradictions }) => {
    const names = kindsOf(id);
    return contradictions.flatMap((contradiction): readonly Symptom[] => {
      const call = callOf.get(contradiction.exchange);
      if (!call) return [];
      const kind = kindOfExchange(call, contradiction) ?? shownKind(names, call, run, contradiction);
      const detail = kind === "other" ? id : (symptomKinds[kind].detailOf?.(call, contradiction) ?? "");
      return [{ requirement: id, contradiction, call, kind, detail }];
    });
  });
}

/** The kinds that a requirement shows: those with the longest beginning of its id. */
function kindsOf(requirement: string): readonly KindName[] {
  const lengthOf = (name: KindName) =>
    Math.max(
      0,
      ...symptomKinds[name].requirements.map((each) => (requirement.startsWith(each) ? each.length : 0)),
    );
  const longest = Math.max(...kindNames.map(lengthOf));
  return longest === 0 ? ["other"] : kindNames.filter((name) => lengthOf(name) === longest);
}

function shownKind(
  names: readonly KindName[],
  call: Call,
  run: RunFacts,
  contradiction: Contradiction,
): KindName {
  const shown = names.find((name) => symptomKinds[name].isShownBy?.(call, run, contradiction));
  return shown ?? names.find((name) => !symptomKinds[name].isShownBy) ?? names[0]!;
}

/** The kind of a redirect, or of a missing answer, whatever the requirement. */
function kindOfExchange(call: Call, { exchange, received }: Contradiction): KindName | undefined {
  if (exchange === call.exchange.redirectedFrom) return "redirect";
  return call.status === undefined && received === call.exchange.failure ? "silent" : undefined;
}
