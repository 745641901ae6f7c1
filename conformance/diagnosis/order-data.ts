/**
 * The data of a given order must not change: petId and quantity over all calls, complete and shipDate over calls that name
 * the order. A field that changes while only lists are read changes spontaneously; no call is blamed for it.
 */

import { isSameInstant } from "../../base/date-time.ts";
import { formatJson, type Json, type JsonObject } from "../../base/json.ts";
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
export const movingFields = ["shipDate", "complete"] as const satisfies readonly Field[];

/**
 * Fields with another value. An order need not show a field (section 2), so that a missing one has no other value. A value
 * that the document does not allow for a field is a fault of the list, and does not count.
 */
export const changedFields = (before: JsonObject, after: JsonObject): readonly Field[] =>
  orderFields.filter((field) => !isSame(field, before[field], after[field]));

/** Fields that only one of two lists shows. */
export const unsharedFields = (one: JsonObject, other: JsonObject): readonly Field[] =>
  orderFields.filter((field) => (one[field] === undefined) !== (other[field] === undefined));

const isSame = (field: Field, one: Json | undefined, other: Json | undefined): boolean =>
  one === undefined ||
  other === undefined ||
  isFaulty(field, one) ||
  isFaulty(field, other) ||
  isSameValue(one, other);

/** Whether two values of any field are equal; an instant may have another notation. */
export const isSameValue = (one: Json | undefined, other: Json | undefined): boolean =>
  one === other ||
  (one !== undefined && other !== undefined && formatJson(one) === formatJson(other)) ||
  (typeof one === "string" && typeof other === "string" && isSameInstant(one, other));

/**
 * Fields that changed in any watched order while only lists were read. An expected date or a fulfilment also counts where it
 * changed in an order that no call named meanwhile, or in all orders at once.
 */
export function spontaneousFields(history: History): ReadonlySet<string> {
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
    for (const field of isOnlyRead ? orderFields : movingFields) {
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

/** @param maxOrders maximum number of changes of the orders of each state */
export function changesOfData(history: History, maxOrders: number): readonly ChangedData[] {
  const lists = plainLists(history);
  if (lists.every(({ list }) => list === lists[0]!.list)) return [];
  const moved = spontaneousFields(history);
  const { pending, shipped } = history.given;
  return [pending, shipped].flatMap((orders) => {
    const found: ChangedData[] = [];
    for (const order of orders) {
      if (found.length >= maxOrders) break;
      found.push(...changesOfOrder(history, order, orders === shipped, moved));
    }
    return found;
  });
}

function changesOfOrder(
  history: History,
  order: bigint,
  isShipped: boolean,
  moved: ReadonlySet<string>,
): readonly ChangedData[] {
  const until = isShipped ? Number.POSITIVE_INFINITY : firstPossibleCancel(history, order);
  const lists = plainLists(history).filter((each) => each.call.endedAt <= until && shown(each, order));
  /** The last list that showed each field: an order need not show all in each list. */
  const lastShown = new Map<Field, ListCall>();
  return lists.flatMap((after) => {
    const now = shown(after, order)!;
    const changed = [...lastShown].filter(
      ([field, last]) => !moved.has(field) && !isSame(field, shown(last, order)![field], now[field]),
    );
    for (const field of orderFields) if (now[field] !== undefined) lastShown.set(field, after);
    return changed.length === 0 ? [] : [changeBetween(history, order, isShipped, changed, after)];
  });
}

/** @param changed each field, with the last list that showed it */
function changeBetween(
  history: History,
  order: bigint,
  isShipped: boolean,
  changed: readonly (readonly [Field, ListCall])[],
  after: ListCall,
): ChangedData {
  const [[field, last]] = changed as [readonly [Field, ListCall]];
  const [one, other] = [last, after].map((each) => describeJson(shown(each, order)![field]));
  const from = Math.min(...changed.map(([, { call }]) => call.sentAt));
  const isNamed = isNamedIn(history, order, from, after.call.endedAt);
  const found = {
    expected: `${changed.map(([name]) => name).join(" and ")} of order ${order} as before`,
    received: `${field} changed from ${one} to ${other}`,
    witnesses: [last.call.exchange, after.call.exchange],
  };
  const explanations = possibleChanges(history, order, isShipped ? "ownShipped" : "own", from, after.call);
  return { order, isShipped: isShipped && isNamed, explanations, found };
}

/** Explanations of a change: for each deviation the last call that may have caused it. */
function possibleChanges(
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
