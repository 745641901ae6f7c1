/** The story of each shipped order: shipped for ever, listed for ever, each cancel a 409. */

import type { History, ListCall } from "../history/history.ts";
import type { Call } from "../history/read-call.ts";
import { isOwnCancel, mayCancel, ownCancels, suspectsIn } from "./acts.ts";
import { type Contradiction, expectStatus, isSuccess } from "./contradiction.ts";
import { comesAndGoes, isMissing, plainLists, shown } from "./listed-orders.ts";

/** first: the first cancel is no 409. again: a later one is none. lost: no longer listed. */
export interface ShippedFault {
  readonly kind: "first" | "again" | "lost" | "missing";
  readonly found: Contradiction;
}

export function shippedFaults(history: History): readonly ShippedFault[] {
  return history.given.shipped.flatMap((order) => [
    ...cancelFaults(history, order),
    ...lostFaults(history, order),
  ]);
}

function cancelFaults(history: History, order: bigint): readonly ShippedFault[] {
  let wasRefused = false;
  const faults: ShippedFault[] = [];
  for (const call of ownCancels(history, order)) {
    const found = expectStatus(call, [409]);
    if (found) faults.push({ kind: wasRefused ? "again" : "first", found });
    wasRefused ||= call.status === 409;
  }
  for (const call of history.calls) {
    if (!mayCancel(call, order) || isOwnCancel(call, order) || !call.isPlain || !isSuccess(call.status))
      continue;
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
  if (!before || comesAndGoes(history, order)) return [{ kind: "missing", found }];
  const naming = callsNaming(history, order, before.call.sentAt, lost.call.endedAt);
  if (naming.length === 0) return [{ kind: "missing", found }];
  const witnesses = [before, lost].map(({ call }) => call.exchange);
  return [{ kind: "lost", found: { ...found, exchange: naming.at(-1)!.exchange, witnesses } }];
}

function missing(order: bigint, { call, list }: ListCall): Contradiction {
  return {
    expected: `order ${order} still listed`,
    received: `${list.count} orders without`,
    exchange: call.exchange,
  };
}

/** Calls that name a shipped order, with the key or without. */
export function callsNaming(history: History, order: bigint, from: number, to: number): readonly Call[] {
  const own = history.calls.filter(
    (call) => mayCancel(call, order) && call.sentAt < to && call.endedAt > from && !call.exchange.withheld,
  );
  const others = suspectsIn(history, order, from, to).filter(({ rank }) => rank === 1);
  return [...own, ...others.map(({ call }) => call)].toSorted((one, other) => one.sentAt - other.sentAt);
}
