/**
 * The data of a given order must not change: petId and quantity over all calls, complete and shipDate over calls that name
 * the order. A field that changes while only lists are read changes spontaneously; no call is blamed for it.
 */

import { isSameInstant } from "../../base/date-time.ts";
import type { Json, JsonObject } from "../../base/json.ts";
import type { History, ListCall } from "../evidence/history.ts";
import { describeJson, isFaulty, orderFields } from "../evidence/order-faults.ts";
import type { Call } from "../evidence/read-call.ts";
import type { Contradiction } from "./contradiction.ts";
import { type Deviation, deviationOf, effectDeviations } from "./deviations.ts";
import type { Explanation } from "./explain-order.ts";
import {
  callsNaming,
  firstPossibleCancel,
  isQuiet,
  mayCancel,
  plainLists,
  shown,
  suspectsOf,
} from "./order-calls.ts";

type Field = (typeof orderFields)[number];
/** Fields that may change over time by their description in the document: an expected date, a fulfilment (section 2). */
const moving: readonly Field[] = ["shipDate", "complete"];

/**
 * Fields with another value. An order need not show a field (section 2), so that a missing one has no other value. A value
 * that the document does not allow for a field is a fault of the list, and does not count.
 */
export const changedFields = (before: JsonObject, after: JsonObject): readonly Field[] =>
  orderFields.filter((field) => !isSame(field, before[field], after[field]));

/** Fields that only one of two lists shows. */
export const unsharedFields = (one: JsonObject, other: JsonObject): readonly Field[] =>
  orderFields.filter((field) => (one[field] === undefined) !== (other[field] === undefined));

/** Whether two values are equal; an instant may have another notation. */
const isSame = (field: Field, one: Json | undefined, other: Json | undefined): boolean =>
  one === other ||
  one === undefined ||
  other === undefined ||
  isFaulty(field, one) ||
  isFaulty(field, other) ||
  (typeof one === "string" && typeof other === "string" && isSameInstant(one, other));

/**
 * Fields that changed in any watched order while only lists were read. An expected date or a fulfilment also counts where it
 * changed in an order that no call named meanwhile, or in all orders at once.
 */
export function fieldsMovingByThemselves(history: History): ReadonlySet<string> {
  const lists = plainLists(history);
  const fields = new Set(history.earlier?.moving);
  for (const [index, after] of lists.entries()) {
    const before = lists[index - 1];
    if (!before || before.list === after.list) continue;
    const isOnlyRead = isQuiet(history, before, after);
    const isNamed = (id: bigint) => isNamedIn(history, id, before.call.sentAt, after.call.endedAt);
    const shared = [...before.list.watched].flatMap(([id, order]) => {
      const other = shown(after, id);
      return other ? [{ id, changed: changedFields(order, other) }] : [];
    });
    for (const field of isOnlyRead ? orderFields : moving) {
      const changed = fields.has(field) ? [] : shared.filter((each) => each.changed.includes(field));
      const isOfAll = changed.length > 1 && changed.length === shared.length;
      if (changed.length > 0 && (isOnlyRead || isOfAll || changed.some(({ id }) => !isNamed(id))))
        fields.add(field);
    }
  }
  return fields;
}

/** A field of a given order that two lists show with different values, and the calls that may have changed it. */
export interface ChangedData {
  readonly order: bigint;
  /** Whether it is a shipped order that some call named meanwhile. */
  readonly isShipped: boolean;
  readonly explanations: readonly Explanation[];
  readonly found: Omit<Contradiction, "exchange">;
}

/** @param most of the orders of each state */
export function changesOfData(history: History, most: number): readonly ChangedData[] {
  const lists = plainLists(history);
  if (lists.every(({ list }) => list === lists[0]!.list)) return [];
  const moved = fieldsMovingByThemselves(history);
  const back = fieldsComingBack(history);
  const { pending, shipped } = history.given;
  return [pending, shipped].flatMap((orders) => {
    const isShipped = orders === shipped;
    const found: ChangedData[] = [];
    for (const order of orders) {
      if (found.length >= most) break;
      const until = isShipped ? Number.POSITIVE_INFINITY : firstPossibleCancel(history, order);
      const seen = lists.filter((each) => each.call.endedAt <= until && shown(each, order));
      for (const [index, after] of seen.entries()) {
        const before = seen[index - 1];
        if (!before || before.list === after.list) continue;
        const last = lastSeen(seen, index, order);
        const lost = fieldsLost(before, after, order).filter((field) => !back.has(field));
        const changed = [...changedFields(shown(last, order)!, shown(after, order)!), ...lost];
        const unexpected = changed.filter((field) => !moved.has(field));
        found.push(...changeBetween(history, order, isShipped, last, after, unexpected));
      }
    }
    return found;
  });
}

/** Fields that some list left out of an order and a later one showed again: such lists show fields arbitrarily. */
function fieldsComingBack(history: History): ReadonlySet<Field> {
  const lists = plainLists(history);
  const isBack = (field: Field) => (id: bigint) => {
    const listed = lists.filter((each) => shown(each, id));
    const seen = listed.map((each) => shown(each, id)![field] !== undefined);
    const lostAt = seen.indexOf(false, seen.indexOf(true));
    return seen.includes(true) && lostAt >= 0 && seen.includes(true, lostAt);
  };
  const given = [...history.given.pending, ...history.given.shipped];
  return new Set(orderFields.filter((field) => given.some(isBack(field))));
}

/** Fields that a list shows of other orders and no longer of this one. */
function fieldsLost(before: ListCall, after: ListCall, order: bigint): readonly Field[] {
  const has = (each: ListCall, id: bigint, field: Field) => shown(each, id)?.[field] !== undefined;
  const gone = orderFields.filter((field) => has(before, order, field) && !has(after, order, field));
  if (gone.length === 0) return [];
  const others = [...after.list.watched.keys()].filter((id) => id !== order);
  return gone.filter((field) => others.length === 0 || others.some((id) => has(after, id, field)));
}

/** The earliest of the last lists that showed each field of a list before. */
function lastSeen(lists: readonly ListCall[], index: number, order: bigint): ListCall {
  const has = (at: number, field: Field) => shown(lists[at]!, order)![field] !== undefined;
  const seenAt = orderFields.flatMap((field) => {
    if (!has(index, field)) return [];
    let at = index - 1;
    while (at >= 0 && !has(at, field)) at--;
    return at < 0 ? [] : [at];
  });
  return lists[Math.min(index - 1, ...seenAt)]!;
}

/** @param changed fields that do not change spontaneously */
function changeBetween(
  history: History,
  order: bigint,
  isShipped: boolean,
  before: ListCall,
  after: ListCall,
  changed: readonly Field[],
): readonly ChangedData[] {
  const [field] = changed;
  if (field === undefined) return [];
  const [from, to] = [before.call.sentAt, after.call.endedAt];
  const isNamed = isNamedIn(history, order, from, to);
  const [one, other] = [shown(before, order)!, shown(after, order)!];
  const found = {
    expected: `${changed.join(" and ")} of order ${order} as before`,
    received: `${field} changed from ${describeJson(one[field])} to ${describeJson(other[field])}`,
    witnesses: [before.call.exchange, after.call.exchange],
  };
  const explanations = whoChanged(history, order, isShipped ? "ownShipped" : "own", from, after.call);
  return [{ order, isShipped: isShipped && isNamed, explanations, found }];
}

/** For each deviation, the last call that may have changed an order before a list that shows the change. */
function whoChanged(
  history: History,
  order: bigint,
  own: "own" | "ownShipped",
  from: number,
  shownBy: Call,
): readonly Explanation[] {
  const last = new Map<Deviation, Call>([[deviationOf("moves"), shownBy]]);
  for (const call of cancelsOf(history, order, from, shownBy.endedAt)) last.set(deviationOf(own), call);
  // A field that changes with a read changes spontaneously.
  for (const suspect of suspectsOf(history, order)) {
    const { call } = suspect;
    if (call.sentAt >= shownBy.endedAt) continue;
    const late = call.endedAt > from ? 0 : call.endedAt + history.lateMs > from ? 1 : 2;
    last.set(effectDeviations(suspect)[late]!, call);
  }
  return [...last].map(([deviation, call]) => ({ uses: [{ deviation, call }], shownBy: [shownBy] }));
}

/** The cancels that name an order, by its own id or another notation of it, that were under way in a span of time. */
const cancelsOf = (history: History, order: bigint, from: number, to: number): readonly Call[] =>
  callsNaming(history, order).filter(
    (call) => mayCancel(call, order) && call.sentAt < to && call.endedAt > from && !call.exchange.notSent,
  );

/** Whether a call named an order, or an id like it, in a span of time. */
const isNamedIn = (history: History, order: bigint, from: number, to: number): boolean =>
  cancelsOf(history, order, from, to).length > 0 ||
  suspectsOf(history, order).some(({ call, isNamed }) => isNamed && call.sentAt < to && call.endedAt > from);
