/** Whether what a list lacks is the list's own fault, and no call's. */

import type { History, ListCall } from "../history/history.ts";
import { mayCancel, ownCancels, suspectsIn } from "./acts.ts";
import type { Attribution } from "./attribute-effect.ts";
import { isSuccess } from "./contradiction.ts";
import { isMissing, plainLists, shown } from "./listed-orders.ts";

/** Whether the list alone can be at fault: no call says that it did it, and nobody touched what else is gone. */
export function isListsOwn(
  history: History,
  order: bigint,
  before: ListCall,
  unseen: ListCall,
  { suspects }: Attribution,
): boolean {
  if (suspects.some(({ answer }) => isSuccess(answer?.status))) return false;
  const { sentAt } = unseen.call;
  const to = unseen.call.endedAt;
  const isTouched = (id: bigint) =>
    suspectsIn(history, id, history.givenAt, to).some(({ rank }) => rank === 1) ||
    history.calls.some((call) => mayCancel(call, id) && call.sentAt < to);
  const isThereLater =
    ownCancels(history, order).some((call) => call.status === 204 && call.sentAt > sentAt) ||
    plainLists(history).some((each) => each.call.sentAt > sentAt && shown(each, order));
  if (isThereLater && !isTouched(order)) return true;
  const { pending, shipped } = history.given;
  return [...pending, ...shipped].some(
    (id) => id !== order && shown(before, id) && isMissing(unseen, id) && !isTouched(id),
  );
}
