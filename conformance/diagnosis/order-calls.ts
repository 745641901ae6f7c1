/** The calls on an order, the state that they show, and the lists that show it. */

import type { JsonObject } from "../../base/json.ts";
import { mayHaveActed } from "../evidence/exchange.ts";
import { givenState } from "../evidence/given-orders.ts";
import { type History, type ListCall, oncePerHistory } from "../evidence/history.ts";
import { type Call, isBad, isKeyed, isTolerable, overlap, type ReadRequest } from "../evidence/read-call.ts";
import type { PathId } from "../evidence/read-id.ts";
import { resembles } from "../misreadings/id-readers.ts";
import { inconclusiveReason, isSuccess } from "./contradiction.ts";

/** Whether a call is a documented cancel: with the key, by the order's own id. */
export const isOwnCancel = (call: Call, order: bigint): boolean =>
  isKeyed(call, "cancel") && !call.isSpecial && call.id?.kind === "exact" && call.id.value === order;

/** Whether a call is a documented cancel with an additional query or header that has an effect on some servers. */
export const isSpecialCancel = (call: Call, order: bigint): boolean =>
  call.isSpecial && isOwnCancel({ ...call, isSpecial: false }, order);

/**
 * Whether a server may carry out or refuse a cancel: the same number or the path in another notation, an unusual form of the
 * key, a query, or a header that has an effect on some servers.
 */
export const mayCancel = (call: ReadRequest, order: bigint): boolean =>
  call.operation === "cancel" && !isBad(call.credential) && call.id?.value === order;

/** The reason why a call must not change an order. */
export type EffectKind = "noKey" | "otherId" | "otherOrder" | "unnamed" | "otherPath" | "other";

/** A call that must not change an order. */
export interface Suspect {
  readonly call: Call;
  readonly effectKind: EffectKind;
  /** Whether it names the order, or an id like it. */
  readonly isNamed: boolean;
  /** Whether its answer claims a cancel: a 2xx to a cancel, or a 204 to another method. */
  readonly isDone: boolean;
}

/** Whether a call reads the list, or something other than an order. */
const isReading = ({ operation, isPlain }: Call): boolean =>
  isPlain && (operation === "list" || operation === "head" || operation === "pet");

/** Whether an id has the first digits of an order's, which a search by prefix finds. */
const isBeginningOf = ({ text, kind }: PathId, order: bigint): boolean =>
  kind === "exact" && text.length > 1 && text !== String(order) && String(order).startsWith(text);

function suspectOf(history: History, call: Call, order: bigint): Suspect | undefined {
  if (isReading(call) || call.exchange.notSent || mayCancel(call, order)) return undefined;
  const { id } = call;
  // 204 is the answer to a cancel, by any method, but also to a preflight.
  const isCancelled = call.status === 204 && call.exchange.request.method !== "OPTIONS";
  const isDone = call.operation === "cancel" ? isSuccess(call.status) : isCancelled;
  const isOthers = id?.kind === "exact" && id.value !== order && history.isOrder(id.value);
  const isLike = id !== undefined && (resembles(id, order) || (isDone && isBeginningOf(id, order)));
  const on = (effectKind: EffectKind, isNamed = isLike || id?.value === order): Suspect => ({
    call,
    effectKind,
    isNamed,
    isDone,
  });
  // Each id names its own order, even where the ids of two orders are similar.
  if (isBad(call.credential))
    return on(call.isPlain ? "noKey" : "otherPath", id?.value === order || (isLike && !isOthers));
  if (call.operation === "other") return on("other");
  if (isOthers && call.isPlain) return on("otherOrder");
  if (isLike || id?.value === order) return on("otherId");
  // Only a 2xx to a cancel of an unknown id is a fault.
  return on(isDone && call.isPlain && call.credential === "valid" ? "unnamed" : "other");
}

/** Whether a call may be the cause: it names the order, or was accepted as the cancel of another or an unknown order. */
export const isNear = ({ effectKind, isNamed, isDone }: Suspect): boolean =>
  isNamed || (isDone && (effectKind === "otherOrder" || effectKind === "unnamed"));

const callsById = oncePerHistory(({ calls }) =>
  Map.groupBy(
    calls.filter(({ id }) => id?.value !== undefined),
    ({ id }) => id!.value!,
  ),
);

/** Every call that names an order in its path, by the order's number. */
export const callsNaming = (history: History, order: bigint): readonly Call[] =>
  callsById(history).get(order) ?? [];

const suspectsByOrder = oncePerHistory(() => new Map<bigint, readonly Suspect[]>());

/** The calls that must not change an order. */
export function suspectsOf(history: History, order: bigint): readonly Suspect[] {
  const known = suspectsByOrder(history);
  const found = known.get(order) ?? history.calls.flatMap((call) => suspectOf(history, call, order) ?? []);
  known.set(order, found);
  return found;
}

/** The cancels of an order by its own id with a meaningful answer. */
export function ownCancels(history: History, order: bigint): readonly Call[] {
  return callsNaming(history, order).filter(
    (call) => isOwnCancel(call, order) && inconclusiveReason(call) === undefined,
  );
}

/** The time from which an allowed call may have cancelled the order; infinity for never. */
export function firstPossibleCancel(history: History, order: bigint): number {
  const first = callsNaming(history, order).find(
    (call) => mayCancel(call, order) && mayHaveActed(call.exchange),
  );
  return first?.sentAt ?? Number.POSITIVE_INFINITY;
}

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

/** A description of a list that lacks these orders. */
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

/** Every documented cancel of a given pending order. */
export const orderCancels = (history: History): readonly Call[] =>
  history.given.pending.flatMap((order) => ownCancels(history, order));

/** Cancels of orders that were cancelled before. */
export const repeatsOf = oncePerHistory((history: History) => {
  /** Cancels that were sent after another call had cancelled the order and was answered. */
  const later: Call[] = [];
  /** Such cancels with a query, or a header that has an effect on some servers. */
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

/** unclear: an order that was not given, or that may have been cancelled meanwhile. */
export type StateBefore = "pending" | "shipped" | "cancelled" | "unknown" | "malformed" | "unclear";

const knownStates = oncePerHistory(() => new Map<Call, StateBefore>());

export function stateBefore(history: History, call: Call): StateBefore {
  const known = knownStates(history);
  const state = known.get(call) ?? readStateBefore(history, call);
  known.set(call, state);
  return state;
}

function readStateBefore(history: History, { id, sentAt, endedAt }: Call): StateBefore {
  if (id?.kind !== "exact") return "malformed";
  const given = givenState(history.given, id.value);
  if (given === "shipped") return given;
  if (given === undefined) return history.wasListed(id.value, endedAt) ? "unclear" : "unknown";
  const cancel = callsNaming(history, id.value).find(
    (call) => call.operation === "cancel" && call.credential === "valid" && isSuccess(call.status),
  );
  if (!cancel || cancel.sentAt >= endedAt) return "pending";
  return cancel.endedAt <= sentAt ? "cancelled" : "unclear";
}

/** Whether an id does not look like an attack to a gateway, which may give any answer to one that does. */
export const isPlainId = ({ id }: Call): boolean => /^[A-Za-z\d.+-]{1,40}$/.test(id?.text ?? "");

/** Whether a text is not an int64, and does not resemble a given order's id. */
export function isGarbage({ given }: History, call: Call): boolean {
  const { id } = call;
  if (id?.kind !== "other" || !isKeyed(call, "cancel")) return false;
  return ![...given.pending, ...given.shipped].some((order) => resembles(id, order));
}

/** Whether it is a cancel with the key of an id that no list had shown before. */
export const isUnknownCancel = (history: History, call: Call): boolean =>
  isKeyed(call, "cancel") && stateBefore(history, call) === "unknown";

const unknownStatuses = oncePerHistory((history) => {
  const unknown = history.calls.filter((call) => isGarbage(history, call) || isUnknownCancel(history, call));
  return new Set(unknown.map(({ status }) => status));
});

/**
 * Whether a cancel whose id is the same number in another notation is answered like one of an unknown order: the server need
 * not read it as the order's id.
 */
export const isAnsweredAsUnknown = (history: History, { id, status }: Call): boolean =>
  id?.kind === "same" && unknownStatuses(history).has(status);

const keylessStatuses = oncePerHistory(
  ({ calls }) =>
    new Set(
      calls.flatMap(({ operation, credential, status }) =>
        operation === "cancel" && isBad(credential) ? [status] : [],
      ),
    ),
);

/** Whether a cancel with a credential that a server may refuse is answered like cancels without a valid key. */
export const isAnsweredAsKeyless = (history: History, { credential, status }: Call): boolean =>
  isTolerable(credential) && keylessStatuses(history).has(status);
