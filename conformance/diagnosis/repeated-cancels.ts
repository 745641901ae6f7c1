/** Cancels of orders that are already cancelled, in succession and at once. */

import { type History, oncePerHistory } from "../evidence/history.ts";
import { type Call, overlap } from "../evidence/read-call.ts";
import { isOwnCancel, isSpecialCancel, mayCancel, ownCancels } from "./agents.ts";
import { isSuccess } from "./contradiction.ts";

/** Every documented cancel of a given pending order. */
export const orderCancels = (history: History): readonly Call[] =>
  history.given.pending.flatMap((order) => ownCancels(history, order));

/** Cancels of orders that were cancelled before. */
export const repeatsOf = oncePerHistory((history: History) => {
  /** Sent when the order had been cancelled by an answered call. */
  const later: Call[] = [];
  /** The same with a query, or a header that has an effect on some servers. */
  const special: Call[] = [];
  /** The first cancels of an order, all under way at the same time. */
  const atOnce: Call[] = [];
  for (const order of history.given.pending) {
    const own = ownCancels(history, order);
    // Also a cancel whose answer was lost: the following ones are not a race.
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
        own.some((other) => other !== call && overlap(other, call))
      )
        atOnce.push(call);
    }
  }
  return { later, special, atOnce };
});
