/** When a given order stood in the list and when not. */

import { formatJson, type Json, type JsonObject } from "../../base/json.ts";
import type { History, ListCall } from "../history/history.ts";
import { firstPossibleCancel, isReading, mayCancel, ownCancels, recentCancels, suspectsIn } from "./acts.ts";
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

/** What a list says that lacks these orders. */
export const missingText = (orders: readonly bigint[], { count }: ListCall["list"]): string =>
  `order ${orders.join(" and ")} missing from the list (${count} orders)`;

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
    const isBack = lists.slice(index + 1).some((later) => shown(later, order));
    return isBack || isUntouched(history, order, before, after);
  });
}

/** Whether a given order that nobody ever named, or cancelled, leaves the list while lists alone are read. */
export function leavesByItself(history: History, order: bigint): boolean {
  const until = firstPossibleCancel(history, order);
  const lists = plainLists(history).filter(({ call }) => call.endedAt <= until);
  return lists.some((after, index) => {
    const before = lists[index - 1];
    if (!before || !shown(before, order) || !isMissing(after, order)) return false;
    return isQuiet(history, before, after) && isUntouched(history, order, before, after);
  });
}

/** Whether lists lose a given order that nobody named, nor cancelled another a moment before, and show it again. */
export function flickers(history: History): boolean {
  const { pending, shipped } = history.given;
  return [...pending, ...shipped].some((order) => {
    // A cancel that was refused may have hidden it for a while.
    const named = history.calls.find((call) => mayCancel(call, order))?.sentAt ?? Number.POSITIVE_INFINITY;
    const lists = plainLists(history);
    const last = lists.findLastIndex((each) => shown(each, order));
    let before: ListCall | undefined;
    for (const each of lists.slice(0, last)) {
      if (shown(each, order)) before = each;
      else if (
        before &&
        each.call.endedAt <= named &&
        isMissing(each, order) &&
        isUntouched(history, order, before, each)
      )
        return true;
    }
    return false;
  });
}

/** What a list that flickers lacks and a later call shows to be there was there all the time: no call took it. */
export const isBackInFlicker = (history: History, order: bigint, lost: ListCall): boolean =>
  isThereAfter(history, order, lost) && flickers(history);

/** Whether a later list shows an order, or its own cancel finds it in the state that it was given in. */
function isThereAfter(history: History, order: bigint, { call: { sentAt } }: ListCall): boolean {
  const asGiven = history.given.shipped.includes(order) ? 409 : 204;
  return (
    plainLists(history).some((later) => later.call.sentAt > sentAt && shown(later, order)) ||
    ownCancels(history, order).some((call) => call.sentAt > sentAt && call.status === asGiven)
  );
}

/** Whether nobody had named an order that one list shows and a later one lacks, nor cancelled another a moment before. */
const isUntouched = (history: History, order: bigint, before: ListCall, lost: ListCall): boolean =>
  suspectsIn(history, order, history.givenAt, lost.call.sentAt).every(({ rank }) => rank !== 1) &&
  !history.calls.some((call) => mayCancel(call, order) && call.sentAt < lost.call.sentAt) &&
  recentCancels(history, order, before.call.sentAt, lost.call.sentAt).length === 0;

/** Each order that was cancelled, with the lists that followed. */
function listsAfterCancels(history: History) {
  const lists = plainLists(history);
  return history.given.pending.flatMap((order) => {
    const done = history.calls.find((call) => mayCancel(call, order) && isSuccess(call.status));
    if (!done) return [];
    const before = lists.findLast((each) => each.call.endedAt <= done.sentAt && shown(each, order));
    return [{ order, before, after: lists.filter(({ call }) => call.sentAt >= done.endedAt) }];
  });
}

/** Whether the server takes cancelled orders off the list, as far as it was seen: then a listed one is not cancelled. */
export function dropsCancelled(history: History): boolean {
  const seen = listsAfterCancels(history).flatMap(({ order, after }) =>
    after.map((each) => isMissing(each, order)),
  );
  return seen.length > 0 && seen.every((isGone) => isGone);
}

/**
 * Tells whether a list shows for certain that an order is not cancelled: cancelled ones leave the list, or stay with
 * other data, as far as it was seen.
 */
export function pendingProof(history: History): (each: ListCall, order: bigint) => boolean {
  const lists = plainLists(history);
  if (dropsCancelled(history))
    return (each, order) => shown(each, order) !== undefined && !comesAndGoes(history, order);
  const steady = steadyData(history);
  const isChanged = listsAfterCancels(history).flatMap(({ order, before, after }) =>
    after.map((each) => before && shown(each, order) && steady(before, order) !== steady(each, order)),
  );
  if (isChanged.length === 0 || !isChanged.every((is) => is)) return () => false;
  return (each, order) => {
    const first = lists.find((one) => shown(one, order));
    return first !== undefined && steady(first, order) === steady(each, order);
  };
}

/** The text of a listed order without what changes while lists alone are read. */
function steadyData(history: History): (each: ListCall, order: bigint) => string | undefined {
  const moving = new Set<string>();
  const lists = plainLists(history);
  lists.forEach((after, index) => {
    const before = lists[index - 1];
    if (!before || before.list === after.list || !isQuiet(history, before, after)) return;
    for (const [id, one] of before.list.watched) {
      const other = after.list.watched.get(id);
      for (const name of other ? Object.keys({ ...one, ...other }) : [])
        if (textOf(one[name]) !== textOf(other![name])) moving.add(name);
    }
  });
  return (each, order) => {
    const data = shown(each, order);
    const names = Object.keys(data ?? {}).filter((name) => !moving.has(name));
    return (
      data &&
      names
        .toSorted()
        .map((name) => `${name}:${textOf(data[name])}`)
        .join()
    );
  };
}

const textOf = (value: Json | undefined): string => (value === undefined ? "" : formatJson(value));
