/** The symptoms of a run: each contradiction with the kind of mistake that it shows. */

import type { Contradiction } from "../diagnosis/contradiction.ts";
import type { History } from "../evidence/history.ts";
import type { Call } from "../evidence/read-call.ts";
import { type CallFacts, callFacts } from "./call-facts.ts";
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

/** The symptoms, and the facts of all calls. */
export function readSymptoms(history: History, failures: readonly Failure[]) {
  const callOf = new Map(
    history.calls.flatMap((call) => [
      [call.exchange, call],
      [call.exchange.redirectedFrom, call],
    ]),
  );
  const found = failures.flatMap(({ id, contradictions }) =>
    contradictions.flatMap((contradiction): readonly Omit<ShownSymptom, "detail">[] => {
      const call = callOf.get(contradiction.exchange);
      return call ? [{ requirement: id, contradiction, call }] : [];
    }),
  );
  const facts = callFacts(history, new Set(found.map(({ call }) => call)));
  const factsOf = new Map(facts.map((each) => [each.call, each]));
  const symptoms = found.map((each): Symptom => {
    const { requirement, contradiction, call } = each;
    const kind =
      kindOfExchange(call, contradiction) ?? shownKind(requirement, factsOf.get(call)!, contradiction);
    const detail = kind === "other" ? requirement : symptomKinds[kind].detailOf?.(call, contradiction);
    return { ...each, kind, detail: detail ?? "" };
  });
  return { symptoms, facts };
}

function shownKind(requirement: string, facts: CallFacts, contradiction: Contradiction): KindName {
  const beginnings = kindNames.flatMap((name) => symptomKinds[name].requirements);
  const [longest] = beginnings
    .filter((each) => requirement.startsWith(each))
    .toSorted((one, other) => other.length - one.length);
  if (!longest) return "other";
  const names = kindNames.filter((name) => symptomKinds[name].requirements.includes(longest));
  const shown = names.find((name) => symptomKinds[name].isShownBy?.(facts, contradiction));
  return shown ?? names.find((name) => !symptomKinds[name].isShownBy) ?? names[0]!;
}

/** The kind of a redirect, or of a missing answer, whatever the requirement. */
function kindOfExchange(call: Call, { exchange, received }: Contradiction): KindName | undefined {
  if (exchange === call.exchange.redirectedFrom) return "redirect";
  return call.status === undefined && received === call.exchange.failure ? "silent" : undefined;
}
