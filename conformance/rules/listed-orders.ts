/** When a given order stood in the list and when not. */

import type { JsonObject } from "../../base/json.ts";
import type { History, ListCall } from "../history/history.ts";
import { isReading, suspectsIn } from "./acts.ts";
import { isSuccess } from "./contradiction.ts";

/** Whether the list can be asked which orders it holds. */
export const isReadable = ({ list }: ListCall): boolean => list.fault === undefined;

/** The plain lists since the orders were given, in the order of sending. */
export function plainLists({ lists, givenAt }: History): readonly ListCall[] {
  return lists.filter((each) => !each.call.isSpecial && each.call.sentAt >= givenAt && isReadable(each));
}

export const shown = ({ list }: ListCall, order: bigint): JsonObject | undefined => list.watched.get(order);

/** Absent for certain: a listed order without an id may be any. */
export const isMissing = (each: ListCall, order: bigint): boolean =>
  !shown(each, order) && each.list.allHaveIds;

/** Whether nothing but reading went on between two lists. */
export function isQuiet({ calls }: History, before: ListCall, after: ListCall): boolean {
  return calls.every(
    (call) => isReading(call) || call.endedAt <= before.call.sentAt || call.sentAt >= after.call.endedAt,
  );
}

/**
 * Whether a given order leaves the list although nobody does anything: then no call is to blame for it. One that
 * stays away after it was named may have been taken by an effect that came late.
 */
export function comesAndGoes(history: History, order: bigint): boolean {
  const lists = plainLists(history);
  return lists.some((after, index) => {
    const before = lists[index - 1];
    if (!before || !shown(before, order) || !isMissing(after, order) || !isQuiet(history, before, after))
      return false;
    const { sentAt } = after.call;
    const isBack = lists.slice(index + 1).some((later) => shown(later, order));
    return isBack || suspectsIn(history, order, history.givenAt, sentAt).every(({ rank }) => rank !== 1);
  });
}

/** Whether the server takes cancelled orders off the list, as far as it was seen: then a listed one is not cancelled. */
export function dropsCancelled(history: History): boolean {
  const lists = plainLists(history);
  let seen = 0;
  for (const order of history.given.pending) {
    const done = history.calls.find(
      (call) => call.operation === "cancel" && call.id?.value === order && isSuccess(call.status),
    );
    for (const each of done ? lists.filter(({ call }) => call.sentAt >= done.endedAt) : []) {
      if (!isMissing(each, order)) return false;
      seen++;
    }
  }
  return seen > 0;
}
