/** Effects of calls that must have none, by the ground on which they must not. */

import type { History } from "../history/history.ts";
import type { Call } from "../history/read-call.ts";
import { type Ground, ownCancels, suspectOf } from "./acts.ts";
import type { Contradiction } from "./contradiction.ts";
import { findContradictions } from "./findings.ts";
import { dropsCancelled, plainLists, shown } from "./listed-orders.ts";

/** What calls of this ground did to a given order, for certain. */
export function effectsOf(history: History, ground: Ground): readonly Contradiction[] {
  const { pending, shipped, data } = findContradictions(history);
  return [
    ...[...pending, ...shipped].flatMap((fault) =>
      fault.kind === "effect" && fault.ground === ground ? [fault.found] : [],
    ),
    ...data.flatMap(({ grounds, isShipped, found }) =>
      !isShipped && grounds.length === 1 && grounds[0] === ground ? [found] : [],
    ),
  ];
}

/** What was done to a given order by one of several calls, none of which may. */
export function unexplainedEffects(
  history: History,
): readonly { grounds: readonly Ground[]; found: Contradiction }[] {
  const { pending, data } = findContradictions(history);
  return [
    ...pending.flatMap((fault) => (fault.kind === "unexplained" ? [fault] : [])),
    ...data.filter(({ grounds, isShipped }) => !isShipped && grounds.length !== 1),
  ];
}

/** Why an effect of this ground cannot be told from another's. */
export function spoiledBy(history: History, ground: Ground): string | undefined {
  const spoiled = unexplainedEffects(history).find(({ grounds }) => grounds.includes(ground));
  if (!spoiled) return undefined;
  const { request } = spoiled.found.exchange;
  return `Expected ${spoiled.found.expected}, got ${spoiled.found.received}. Which call did it is not known; one suspect is ${request.method} ${request.path}.`;
}

/** Calls of this ground on a pending order that is known to have been pending still afterwards. */
export function survivedAttacks(history: History, ground: Ground): readonly Call[] {
  const isProof = dropsCancelled(history);
  const lists = plainLists(history);
  return history.given.pending.flatMap((order) => {
    const proof = ownCancels(history, order).find(({ status }) => status === 204)?.sentAt ?? 0;
    const seen = isProof ? (lists.findLast((each) => shown(each, order))?.call.sentAt ?? 0) : 0;
    return history.calls.filter((call) => {
      if (call.endedAt > Math.max(proof, seen)) return false;
      const suspect = suspectOf(history, call, order);
      return suspect?.ground === ground && suspect.rank < 3;
    });
  });
}
