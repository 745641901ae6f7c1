/** The times at which lists showed a given order, and lacked it. */

import type { JsonObject } from "../../base/json.ts";
import { type History, type ListCall, oncePerHistory } from "../evidence/history.ts";
import { callsNaming, isReading, mayCancel } from "./agents.ts";
import { isSuccess } from "./contradiction.ts";

/** Whether a list shows which orders exist. */
export const isReadable = ({ list }: ListCall): boolean => list.fault === undefined;

/** The plain lists since the orders were given, in the order of sending. */
export const plainLists = oncePerHistory(({ lists, givenAt }): readonly ListCall[] =>
  lists.filter((each) => !each.call.isSpecial && each.call.sentAt >= givenAt && isReadable(each)),
);

export const shown = ({ list }: ListCall, order: bigint): JsonObject | undefined => list.watched.get(order);

/** Whether a list certainly lacks an order: a listed order without an id may be any order. */
export const isMissing = (each: ListCall, order: bigint): boolean =>
  !shown(each, order) && each.list.allHaveIds;

/** The text about a list that lacks these orders. */
export const missingText = (orders: readonly bigint[], { count }: ListCall["list"]): string =>
  `order ${orders.join(" and ")} missing from the list (${count} orders)`;

/** Whether only reads were under way between two lists. */
export function isQuiet({ calls }: History, before: ListCall, after: ListCall): boolean {
  return calls.every(
    (call) => isReading(call) || call.endedAt <= before.call.sentAt || call.sentAt >= after.call.endedAt,
  );
}

/** Whether all evidence shows that the server does not list cancelled orders: then a listed order is not cancelled. */
export const dropsCancelled = oncePerHistory((history): boolean => {
  const lists = plainLists(history);
  const seen = history.given.pending.flatMap((order) => {
    const done = callsNaming(history, order).find((call) => mayCancel(call, order) && isSuccess(call.status));
    if (!done) return [];
    return lists.filter(({ call }) => call.sentAt >= done.endedAt).map((each) => isMissing(each, order));
  });
  return seen.length > 0 && seen.every((isGone) => isGone);
});
