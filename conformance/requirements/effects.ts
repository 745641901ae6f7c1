/** Contradictions about given orders: effects of calls that must have none, and doubts whether an order was given wrongly. */

import { type Contradiction, isSuccess } from "../diagnosis/contradiction.ts";
import { explainHistory } from "../diagnosis/explain-history.ts";
import { type EffectKind, isNear, orderCancels, ownCancels, suspectsOf } from "../diagnosis/order-calls.ts";
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

/** Adds a doubt where other given orders were cancelled: an order refused like a shipped one may have been given wrongly. */
export function withDoubtOfPending(history: History, found: Contradiction): Contradiction {
  const confirmed = orderCancels(history).filter(({ status }) => status === 204);
  const count = new Set(confirmed.map(({ id }) => id!.value)).size;
  if (found.exchange.answer?.status !== 409 || count === 0) return found;
  const others = count === 1 ? "1 other given order was" : `${count} other given orders were`;
  return withDoubt(found, "pending", `${others} cancelled`);
}

/** Adds a doubt where only the first cancel of a shipped order was carried out, like that of a pending one. */
export function withDoubtOfShipped(history: History, found: Contradiction): Contradiction {
  const byOrder = history.given.shipped.map((id) => ownCancels(history, id));
  const own = byOrder.find((cancels) => cancels.some(({ exchange }) => exchange === found.exchange));
  const [first, ...later] = own ?? [];
  const isLikePending =
    first?.status === 204 && later.length > 0 && !later.some(({ status }) => isSuccess(status));
  return isLikePending ? withDoubt(found, "shipped", "only its first cancel was carried out") : found;
}

const withDoubt = (found: Contradiction, state: keyof History["given"], reason: string): Contradiction => ({
  ...found,
  received: `${found.received}; it may not have been ${state} when it was given, since ${reason}. It counts as a failure, since it was given as ${state}`,
});
