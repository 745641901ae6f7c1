/** Histories for single judgements, cut out of a long one. */

import type { Exchange } from "./exchange.ts";
import { type History, type ListCall, usualLateMs } from "./history.ts";
import type { KeyRing } from "./key-ring.ts";
import { type Call, mayHaveHeeded, readCall } from "./read-call.ts";
import { isBad } from "./read-credential.ts";

/** alone: what a call shows by itself. timeline: what its order's calls and lists show together. */
export interface View {
  readonly kind: "alone" | "timeline";
  readonly history: History;
}

export const nothing = { pending: [], shipped: [] } as const;

export function timeline(
  calls: readonly Call[],
  lists: readonly ListCall[],
  given: History["given"],
  since: number,
  isOrder?: History["isOrder"],
): View {
  const history = historyOf(calls, lists, given, since);
  return { kind: "timeline", history: isOrder ? { ...history, isOrder } : history };
}

export function historyOf(
  calls: readonly Call[],
  lists: readonly ListCall[],
  given: History["given"],
  givenAt: number,
): History {
  return {
    calls: calls.toSorted((one, other) => one.sentAt - other.sentAt || one.number - other.number),
    lists: lists.toSorted((one, other) => one.call.sentAt - other.call.sentAt),
    given,
    givenAt,
    lateMs: usualLateMs,
    wasListed: () => true,
    isOrder: (id) => given.pending.includes(id) || given.shipped.includes(id),
  };
}

/** A list as far as one order goes. */
export function withOnly({ call, list }: ListCall, order: bigint): ListCall {
  const shown = list.watched.get(order) ?? (list.ids.includes(order) ? { id: order } : undefined);
  return { call, list: { ...list, watched: new Map(shown ? [[order, shown]] : []) } };
}

const mostOrigins = 1000;

/** Reads the calls of somebody else's traffic, in the order in which they ended. */
export function createCallReader(keys: KeyRing): (exchange: Exchange) => Call {
  /** Pages that were let in, each with the method: many are let read alone. */
  const admitted = new Set<string>();
  let count = 0;
  return (exchange) => {
    const call = readCall(exchange, count++, "");
    const { status = 0, query } = call;
    const { method, headers } = exchange.request;
    const origins = headers.flatMap(([name, value]) => (/^origin$/i.test(name) ? [value] : []));
    const page = [method, ...origins].join(" ");
    // Browsers send an Origin with each cancel: one that was let in before is not why the server refuses now.
    const isHeeded = call.isSpecial && mayHaveHeeded(exchange, admitted.has(page));
    if (status >= 200 && status < 300 && admitted.size < mostOrigins) admitted.add(page);
    return { ...call, credential: keys(exchange), isSpecial: query !== undefined || isHeeded };
  };
}

/** An operation that is not shown may do anything (section 4.3). */
export function isUnknownAct({ operation, isPlain, credential, status = 0, exchange }: Call): boolean {
  const isSafe = /^(?:GET|HEAD|OPTIONS|TRACE)$/.test(exchange.request.method);
  return (operation === "other" || !isPlain) && !isSafe && !isBad(credential) && status < 400;
}
