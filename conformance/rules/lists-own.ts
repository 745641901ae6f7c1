/** Whether what a list lacks is the list's own fault, and no call's. */

import type { History, ListCall } from "../history/history.ts";
import { mayCancel, ownCancels, suspectsIn } from "./acts.ts";
import type { Attribution } from "./attribute-effect.ts";
import { isSuccess } from "./contradiction.ts";
import { isMissing, plainLists, shown } from "./listed-orders.ts";

/** Other given orders that a list lacks for the first time, although nobody named them. */
export function untouchedMissing(
  history: History,
  order: bigint,
  before: ListCall,
  unseen: ListCall,
): readonly bigint[] {
  return [...history.given.pending, ...history.given.shipped].filter(
    (id) =>
      id !== order &&
      shown(before, id) &&
      isMissing(unseen, id) &&
      !isTouched(history, id, unseen.call.endedAt),
  );
}

const isTouched = (history: History, id: bigint, to: number): boolean =>
  suspectsIn(history, id, history.givenAt, to).some(({ rank }) => rank === 1) ||
  history.calls.some((call) => mayCancel(call, id) && call.sentAt < to);

/**
 * Whether the list alone can be at fault: no call says that it did it, and nobody touched what else is gone.
 * @param others what else is gone, untouched
 */
export function isListsOwn(
  history: History,
  order: bigint,
  { call: { sentAt, endedAt } }: ListCall,
  others: readonly bigint[],
  { suspects }: Attribution,
): boolean {
  if (suspects.some(({ answer }) => isSuccess(answer?.status))) return false;
  const isThereLater =
    ownCancels(history, order).some((call) => call.status === 204 && call.sentAt > sentAt) ||
    plainLists(history).some((each) => each.call.sentAt > sentAt && shown(each, order));
  if (isThereLater && !isTouched(history, order, endedAt)) return true;
  // What is refused afterwards has gone from more than the list.
  const { pending } = history.given;
  const isGone = (id: bigint) =>
    ownCancels(history, id).some(
      ({ status, sentAt: at }) => at > sentAt && (status === 404 || (status === 409 && pending.includes(id))),
    );
  return others.some((id) => !isGone(id));
}
