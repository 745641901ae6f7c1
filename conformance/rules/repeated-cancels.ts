/** Cancels of orders that are cancelled already, one after the other and at once. */

import type { History } from "../history/history.ts";
import type { Call } from "../history/read-call.ts";
import { ownCancels } from "./acts.ts";
import { isSuccess } from "./contradiction.ts";
import { unexplainedEffects } from "./effects.ts";

/** Every cancel of a given pending order as the document has it. */
export const orderCancels = (history: History): readonly Call[] =>
  history.given.pending.flatMap((order) => ownCancels(history, order));

interface Repeats {
  /** Sent when the order had been cancelled by an answered call. */
  readonly later: readonly Call[];
  /** Under way at the same time as another of the same order, all of them. */
  readonly atOnce: readonly Call[];
}

export function repeatsOf(history: History): Repeats {
  const later: Call[] = [];
  const atOnce: Call[] = [];
  for (const order of history.given.pending) {
    const own = ownCancels(history, order);
    const won = own.find(({ status }) => isSuccess(status));
    for (const call of own) {
      if (won && call.sentAt >= won.endedAt) later.push(call);
      else if (
        own.some((other) => other !== call && other.sentAt < call.endedAt && call.sentAt < other.endedAt)
      )
        atOnce.push(call);
    }
  }
  return { later, atOnce };
}

/** A race without a winner is no verdict where the order may have been spoiled, or the winner's answer got lost. */
export function lastingNoWinner(history: History): string | undefined {
  const { atOnce } = repeatsOf(history);
  if (atOnce.length === 0 || atOnce.some(({ status }) => isSuccess(status))) return undefined;
  if (unexplainedEffects(history).length > 0 || atOnce.every(({ status }) => status !== undefined))
    return "No cancel of this order is answered 204; it may not have been pending any more.";
  return "The winner's answer may be one that got lost.";
}
