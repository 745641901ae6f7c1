/** What each call carries that may make a difference to a server: derived from the exchange and those before it. */

import type { History } from "../evidence/history.ts";
import { percentDecoded } from "../evidence/percent-decoded.ts";
import type { Call } from "../evidence/read-call.ts";
import { isBad } from "../evidence/read-credential.ts";
import { isSuccess } from "../model/contradiction.ts";
import { credentialText, isDone } from "./symptoms.ts";

export interface CallFacts {
  readonly call: Call;
  /** The value of Authorization; undefined where there is none. */
  readonly authorization: string | undefined;
  /** The id of a cancel, its percent-encoding undone. */
  readonly text: string;
  /** Given orders that were pending when it was sent, as far as the history shows. */
  readonly pending: readonly bigint[];
  /** Of a cancel, what is known of the order that it names; undefined where its id is written otherwise. */
  readonly state: "pending" | "cancelled" | "shipped" | "unknown" | "malformed" | undefined;
  /** Calls that named the same id with the key before, and were answered. */
  readonly before: number;
  /** How long ago the order was first cancelled, in ms; undefined where it was not. */
  readonly sinceDone: number | undefined;
  /** Whether the order of a cancel was still listed after its first 204. */
  readonly isStillListed: boolean;
  /** Given orders that belong in this list and are not there; of other calls none. */
  readonly missing: readonly bigint[];
  /** Whether it was answered 2xx, and gave no orders or left its order pending. */
  readonly isWithoutEffect: boolean;
  /** Whether another cancel of the order was under way: which came first is not known. */
  readonly isAtOnce: boolean;
  /** Whether its connection had carried a call before; undefined where it is not known. */
  readonly isKept: boolean;
  /** Orders that were cancelled before it was sent. */
  readonly cancelled: number;
}

/** @param suspects calls that show a mistake, and may have changed an order */
export function callFacts(history: History, suspects: ReadonlySet<Call>): readonly CallFacts[] {
  const { calls } = history;
  const given = ordersNamed(history);
  const pendingUntil = new Map(given.pending.map((order) => [order, lastPending(history, order, suspects)]));
  const ownAt = new Map<bigint, number>();
  const done = new Map<bigint, number>();
  const byId = new Map<bigint, Call[]>();
  for (const call of calls) {
    if (call.operation !== "cancel" || call.credential !== "valid" || call.id?.value === undefined) continue;
    byId.set(call.id.value, [...(byId.get(call.id.value) ?? []), call]);
    if (call.status === 204 && given.pending.includes(call.id.value)) {
      const before = done.get(call.id.value) ?? Number.POSITIVE_INFINITY;
      done.set(call.id.value, Math.min(before, call.endedAt));
      if (!ownAt.has(call.id.value)) ownAt.set(call.id.value, call.sentAt);
    }
  }
  const readings = new Map(history.lists.map(({ call, list }) => [call, list]));
  const isStillListed = (order: bigint, at: number) =>
    history.lists.some(({ call, list }) => call.sentAt >= at && list.watched.has(order));
  /** When an order was cancelled by its own cancel; of others nothing is known. */
  const cancelledAt = (order: bigint | undefined) => (order === undefined ? 0 : (ownAt.get(order) ?? 0));
  const stateOf = ({ operation, id, sentAt }: Call): CallFacts["state"] => {
    if (operation !== "cancel") return undefined;
    if (id?.kind !== "exact") return id?.kind === "other" ? "malformed" : undefined;
    if (given.shipped.includes(id.value)) return "shipped";
    if (!given.pending.includes(id.value)) return "unknown";
    return (done.get(id.value) ?? Number.POSITIVE_INFINITY) <= sentAt ? "cancelled" : "pending";
  };
  const connections = new Set<string>();
  return calls.map((call) => {
    const { id, sentAt, endedAt, exchange } = call;
    const same = id?.value === undefined ? [] : (byId.get(id.value) ?? []).filter((other) => other !== call);
    const doneAt = id?.value === undefined ? undefined : done.get(id.value);
    const { connection } = exchange;
    const isKept = connection !== undefined && connections.has(connection);
    if (connection !== undefined) connections.add(connection);
    const list = readings.get(call);
    const pending = given.pending.filter((order) => pendingUntil.get(order)! >= sentAt);
    return {
      call,
      isStillListed: doneAt !== undefined && isStillListed(id!.value!, doneAt),
      missing:
        list && !list.fault ? [...pending, ...given.shipped].filter((order) => !list.watched.has(order)) : [],
      isWithoutEffect:
        isSuccess(call.status) &&
        (call.operation === "list" ? !isDone(call) : cancelledAt(id?.value) > endedAt),
      authorization: credentialText(call) || undefined,
      text: percentDecoded(id?.text ?? ""),
      pending,
      state: stateOf(call),
      before: same.filter((other) => other.endedAt <= sentAt && other.status !== undefined).length,
      sinceDone: doneAt !== undefined && doneAt <= sentAt ? sentAt - doneAt : undefined,
      isAtOnce: same.some((other) => other.sentAt < endedAt && sentAt < other.endedAt),
      isKept,
      cancelled: [...done.values()].filter((at) => at <= sentAt).length,
    };
  });
}

/** Given orders that are looked at besides those that some call names: there may be a hundred thousand. */
const mostUnnamed = 50;

/** The given orders that calls name, and a few more. */
export function ordersNamed({ calls, given }: History): History["given"] {
  const named = new Set(calls.map(({ id }) => id?.value));
  const some = (orders: readonly bigint[]) =>
    orders.filter((order, index) => index < mostUnnamed || named.has(order));
  return { pending: some(given.pending), shipped: some(given.shipped) };
}

const isRefusedWithoutKey = ({ credential, status }: Call) => isBad(credential) && !isSuccess(status);

/** Until when an order was pending for certain: until its own 204, or else until it was last listed and the first suspect since. */
function lastPending({ calls, lists }: History, order: bigint, suspects: ReadonlySet<Call>): number {
  const own = calls.find(
    ({ operation, credential, id, status }) =>
      operation === "cancel" &&
      credential === "valid" &&
      id?.kind === "exact" &&
      id.value === order &&
      status === 204,
  );
  const seenAt = Math.max(
    0,
    ...lists.flatMap(({ call, list }) => (list.watched.has(order) ? [call.sentAt] : [])),
  );
  // A server may still list an order that a call without a valid key has cancelled.
  const isTaken = [...suspects].filter((call) =>
    call.id?.value === order ? isRefusedWithoutKey(call) : call.sentAt >= seenAt,
  );
  const takenAt = Math.min(Number.POSITIVE_INFINITY, ...isTaken.map(({ sentAt }) => sentAt));
  if (own) return Math.min(own.sentAt, takenAt);
  return takenAt === Number.POSITIVE_INFINITY ? seenAt : takenAt;
}
