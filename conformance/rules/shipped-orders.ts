/** The timeline of each shipped order: shipped for ever, listed for ever, each cancel a 409. */

import type { History, ListCall } from "../history/history.ts";
import type { Call } from "../history/read-call.ts";
import { type Ground, isOwnCancel, isSpecialCancel, mayCancel, ownCancels, suspectsIn } from "./acts.ts";
import { attributeEffect } from "./attribute-effect.ts";
import { type Contradiction, expectStatus, isSuccess } from "./contradiction.ts";
import { comesAndGoes, isBackInFlicker, isMissing, missingText, plainLists, shown } from "./listed-orders.ts";
import { isListsOwn, untouchedMissing } from "./lists-own.ts";
import { isSaidOfNothing } from "./state-before.ts";

/** first: the first cancel is no 409. again: a later one is none. lost: no longer listed. effect: by a call of another. */
export type ShippedFault =
  | { readonly kind: "first" | "again" | "lost" | "missing"; readonly found: Contradiction }
  | { readonly kind: "effect"; readonly ground: Ground; readonly found: Contradiction };

export function shippedFaults(history: History): readonly ShippedFault[] {
  return history.given.shipped.flatMap((order) => {
    const lost = lostFaults(history, order);
    return [...cancelFaults(history, order, lost[0]), ...lost];
  });
}

function cancelFaults(
  history: History,
  order: bigint,
  lost: ShippedFault | undefined,
): readonly ShippedFault[] {
  let wasRefused = false;
  const faults: ShippedFault[] = [];
  const lostAt = lost?.found.witnesses?.at(-1)?.endedAt ?? Number.POSITIVE_INFINITY;
  const own = ownCancels(history, order);
  const special = history.calls.filter((call) => isSpecialCancel(call, order) && !isSuccess(call.status));
  for (const call of [...own, ...special].toSorted((one, other) => one.sentAt - other.sentAt)) {
    // What is gone cannot be found: that it is gone is the fault.
    const isGone = wasRefused && call.status === 404 && call.sentAt >= lostAt;
    // Whether a path with a query is one that the server knows is not shown.
    const found = isGone ? undefined : expectStatus(call, call.query === undefined ? [409] : [404, 409]);
    if (found) faults.push({ kind: wasRefused ? "again" : "first", found });
    wasRefused ||= call.status === 409;
  }
  for (const call of history.calls) {
    if (!mayCancel(call, order) || isOwnCancel(call, order) || !call.isPlain || !isSuccess(call.status))
      continue;
    if (isSaidOfNothing(history, call)) continue;
    const found = {
      expected: "a shipped order not to be cancelled",
      received: String(call.status),
      exchange: call.exchange,
    };
    faults.push({ kind: "again", found });
  }
  return faults;
}

function lostFaults(history: History, order: bigint): readonly ShippedFault[] {
  const lists = plainLists(history);
  const lost = lists.find((each) => isMissing(each, order));
  if (!lost) return [];
  const before = lists.findLast((each) => each.call.sentAt < lost.call.sentAt && shown(each, order));
  const found = missing(order, lost);
  if (!before || comesAndGoes(history, order) || isBackInFlicker(history, order, lost))
    return [{ kind: "missing", found }];
  const [from, to] = [before.call.sentAt, lost.call.endedAt];
  const atOnce = callsNaming(history, order, from, to);
  // What its own cancel does to it may come late.
  const naming = atOnce.length > 0 ? atOnce : callsNaming(history, order, from - history.lateMs, from);
  const witnesses = [before, lost].map(({ call }) => call.exchange);
  const attribution = attributeEffect(history, order, from, to);
  const { grounds, suspects } = attribution;
  const [ground] = grounds;
  // What was answered before the order's own cancel was sent is no nearer to the effect than that.
  const isAnsweredSuccess = suspects.some(
    ({ answer, endedAt }) => isSuccess(answer?.status) && (naming.length === 0 || endedAt > from),
  );
  if (ground && grounds.length === 1 && isAnsweredSuccess && !naming.some(({ status }) => isSuccess(status)))
    return [{ kind: "effect", ground, found: { ...found, exchange: suspects[0]!, witnesses } }];
  const others = untouchedMissing(history, order, before, lost);
  const isDenied = naming.every(({ status }) => !isSuccess(status));
  if (naming.length === 0 || (isDenied && isListsOwn(history, order, lost, others, attribution)))
    return [{ kind: "missing", found }];
  // What was answered 2xx has as good as said that it did it.
  const nearest = naming.findLast(({ status }) => isSuccess(status)) ?? naming.at(-1)!;
  return [{ kind: "lost", found: { ...found, exchange: nearest.exchange, witnesses } }];
}

function missing(order: bigint, { call, list }: ListCall): Contradiction {
  return {
    expected: `order ${order} still listed`,
    received: missingText([order], list),
    exchange: call.exchange,
  };
}

/** Calls that name a shipped order, with the key or without. */
export function callsNaming(history: History, order: bigint, from: number, to: number): readonly Call[] {
  const own = history.calls.filter(
    (call) => mayCancel(call, order) && call.sentAt < to && call.endedAt > from && !call.exchange.notSent,
  );
  const others = suspectsIn(history, order, from, to).filter(({ rank }) => rank === 1);
  return [...own, ...others.map(({ call }) => call)].toSorted((one, other) => one.sentAt - other.sentAt);
}
