/** What each call can have done to an order, by the document. */

import type { History } from "../history/history.ts";
import type { Call, ReadRequest } from "../history/read-call.ts";
import { isBad } from "../history/read-credential.ts";
import { resembles } from "../history/read-id.ts";
import { inconclusiveReason, isSuccess } from "./contradiction.ts";

/** A cancel as the document has it: with the key, by the order's own id. */
export const isOwnCancel = (call: Call, order: bigint): boolean =>
  call.operation === "cancel" &&
  call.isPlain &&
  call.credential === "valid" &&
  !call.isSpecial &&
  call.id?.kind === "exact" &&
  call.id.value === order;

/** A cancel as the document has it, with a query or a header besides that some servers heed. */
export const isSpecialCancel = (call: Call, order: bigint): boolean =>
  call.isSpecial && isOwnCancel({ ...call, isSpecial: false }, order);

/**
 * A cancel that a server may take for the order's own or refuse: the same number
 * or the path otherwise written, an unusual form of the key, a query, a header that some servers heed.
 */
export const mayCancel = (call: ReadRequest, order: bigint): boolean =>
  call.operation === "cancel" && !isBad(call.credential) && call.id?.value === order;

/** Whether a cancel that was let in can have been done, for all its answer says. */
export function mayHaveActed({ exchange, status }: Call): boolean {
  if (exchange.notSent) return false;
  return status === undefined || status < 400 || (status >= 500 && status !== 501);
}

/** Why a call must not act on an order. */
export type Ground = "noKey" | "otherId" | "otherOrder" | "unnamed" | "otherPath" | "other";

export interface Suspect {
  readonly call: Call;
  readonly ground: Ground;
  /** 1: it names the order or an id like it. 2: it cancelled another, or says so of what is none. 3: it only was there. */
  readonly rank: 1 | 2 | 3;
}

export const isReading = ({ operation, isPlain }: Call): boolean =>
  isPlain && (operation === "list" || operation === "head" || operation === "pet");

export function suspectOf(history: History, call: Call, order: bigint): Suspect | undefined {
  if (isReading(call) || call.exchange.notSent || mayCancel(call, order)) return undefined;
  const { id } = call;
  const isNamed = id !== undefined && (id.value === order || resembles(id, order));
  if (isBad(call.credential))
    return { call, ground: call.isPlain ? "noKey" : "otherPath", rank: isNamed ? 1 : 3 };
  const isDone = isSuccess(call.status);
  if (call.operation === "other") return { call, ground: "other", rank: isNamed ? 1 : 3 };
  // However much the ids of two orders are alike: each is an order's own.
  if (id?.kind === "exact" && call.isPlain && history.isOrder(id.value))
    return { call, ground: "otherOrder", rank: isDone ? 2 : 3 };
  if (isNamed) return { call, ground: "otherId", rank: 1 };
  // What says that it cancelled an order that is none is at fault by itself, whatever it did.
  if (call.operation === "cancel" && call.isPlain && call.credential === "valid" && isDone)
    return { call, ground: "unnamed", rank: 2 };
  return { call, ground: "other", rank: 3 };
}

export const isGiven = ({ given }: History, id: bigint): boolean =>
  given.pending.includes(id) || given.shipped.includes(id);

/** Everything that must not have acted on an order and was under way in a span of time. */
export function suspectsIn(history: History, order: bigint, from: number, to: number): readonly Suspect[] {
  return suspectsOf(history, order).filter(({ call }) => call.sentAt < to && call.endedAt > from);
}

/**
 * Cancels of other orders that were carried out a moment before.
 * @param to until then, if not at the same instant
 */
export const recentCancels = (history: History, order: bigint, at: number, to = at): readonly Suspect[] =>
  suspectsIn(history, order, at - history.lateMs, to).filter(
    ({ ground, rank }) => ground === "otherOrder" && rank === 2,
  );

const known = new WeakMap<History, { readonly calls: number; readonly byOrder: Map<bigint, Suspect[]> }>();

/** Found once: each pair of lists asks for them. */
function suspectsOf(history: History, order: bigint): readonly Suspect[] {
  const { calls } = history;
  let found = known.get(history);
  if (found?.calls !== calls.length) {
    found = { calls: calls.length, byOrder: new Map() };
    known.set(history, found);
  }
  const suspects = found.byOrder.get(order) ?? calls.flatMap((call) => suspectOf(history, call, order) ?? []);
  found.byOrder.set(order, suspects);
  return suspects;
}

/** The cancels of an order by its own id, that say something. */
export function ownCancels({ calls }: History, order: bigint): readonly Call[] {
  return calls.filter((call) => isOwnCancel(call, order) && inconclusiveReason(call) === undefined);
}

/** When the order may first have been cancelled by a call that was allowed to, or never. */
export function firstPossibleCancel({ calls }: History, order: bigint): number {
  const first = calls.find((call) => mayCancel(call, order) && mayHaveActed(call));
  return first?.sentAt ?? Number.POSITIVE_INFINITY;
}
