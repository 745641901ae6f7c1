/** Effects of calls that must have none, by the kind of effect. */

import type { Contradiction } from "../diagnosis/contradiction.ts";
import { explainHistory } from "../diagnosis/explain-history.ts";
import { type EffectKind, isNear, suspectsOf } from "../diagnosis/order-calls.ts";
import type { StateFault } from "../diagnosis/state-faults.ts";
import type { History } from "../evidence/history.ts";
import type { Call } from "../evidence/read-call.ts";
import type { Rule } from "./requirement.ts";

/** Certain contradictions about given orders. */
export const stateFaults = (history: History): readonly StateFault[] => explainHistory(history).faults;

/** Certain effects of this kind on a given order. */
export const effectsOf = (history: History, effectKind: EffectKind): readonly Contradiction[] =>
  stateFaults(history).flatMap(({ kind, effectKinds, found }) =>
    kind === "effect" && effectKinds[0] === effectKind ? [found] : [],
  );

/** Forbidden effects on a given order by one of several calls. */
export const unexplainedEffects = (history: History): readonly StateFault[] =>
  stateFaults(history).filter(({ kind }) => kind === "unexplained");

/** A requirement that calls do not have this kind of effect. */
export const hasNoEffect = (effectKind: EffectKind): Rule => ({
  covers: (history) => survivedAttacks(history, effectKind),
  breaks: (history) => effectsOf(history, effectKind),
  spoils: (history) => spoiledBy(history, effectKind),
});

/** The reason why an effect of this kind cannot be distinguished from that of another call. */
function spoiledBy(history: History, effectKind: EffectKind): string | undefined {
  const spoiled = unexplainedEffects(history).find(({ effectKinds }) => effectKinds.includes(effectKind));
  if (!spoiled) return undefined;
  const { expected, received, exchange } = spoiled.found;
  return `Expected ${expected}, got ${received}. It is not known which call did it; one suspect is ${exchange.request.method} ${exchange.request.path}.`;
}

/** Calls that could have this kind of effect on a pending order that is known to be pending afterwards. */
function survivedAttacks(history: History, effectKind: EffectKind): readonly Call[] {
  const { intactUntil } = explainHistory(history);
  return history.given.pending.flatMap((order) => {
    const until = intactUntil.get(order) ?? Number.NEGATIVE_INFINITY;
    if (until === Number.NEGATIVE_INFINITY) return [];
    return suspectsOf(history, order).flatMap((suspect) =>
      suspect.effectKind === effectKind && suspect.call.endedAt <= until && isNear(suspect)
        ? [suspect.call]
        : [],
    );
  });
}
