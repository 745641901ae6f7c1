/** Cancels of orders that are cancelled already, one after the other and at once. */

import { type History, oncePerHistory } from "../evidence/history.ts";
import type { Call } from "../evidence/read-call.ts";
import { isOwnCancel, isSpecialCancel, mayCancel, ownCancels } from "./agents.ts";
import { isSuccess } from "./contradiction.ts";

/** Every cancel of a given pending order as the document has it. */
export const orderCancels = (history: History): readonly Call[] =>
  history.given.pending.flatMap((order) => ownCancels(history, order));

/** Cancels of orders that were cancelled before. */
export const repeatsOf = oncePerHistory((history: History) => {
  /** Sent when the order had been cancelled by an answered call. */
  const later: Call[] = [];
  /** So with a query, or a header that some servers heed. */
  const special: Call[] = [];
  /** The first of their order, under way at the same time, all of them. */
  const atOnce: Call[] = [];
  for (const order of history.given.pending) {
    const own = ownCancels(history, order);
    // Also one whose answer was lost: what follows it is no race.
    const tried = history.calls.filter((call) => isOwnCancel(call, order) && !call.exchange.notSent);
    const won = history.calls.find((call) => mayCancel(call, order) && isSuccess(call.status));
    if (won)
      special.push(
        ...history.calls.filter((call) => isSpecialCancel(call, order) && call.sentAt >= won.endedAt),
      );
    for (const call of own) {
      if (won && call.sentAt >= won.endedAt) later.push(call);
      else if (
        tried.every(({ endedAt }) => endedAt > call.sentAt) &&
        own.some((other) => other !== call && other.sentAt < call.endedAt && call.sentAt < other.endedAt)
      )
        atOnce.push(call);
    }
  }
  return { later, special, atOnce };
});
