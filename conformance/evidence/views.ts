/** Histories for single judgements, cut out of a long one. */

import type { JsonObject } from "../../base/json.ts";
import type { Exchange } from "./exchange.ts";
import { type GivenOrders, givenState } from "./given-orders.ts";
import { defaultLateMs, type History, type ListCall } from "./history.ts";
import type { KeyRing } from "./key-ring.ts";
import { hasId } from "./list-reading.ts";
import { type Call, isSafeMethod, mayBeDueToHeader, readCall } from "./read-call.ts";
import { isBad } from "./read-credential.ts";

export const nothing = { pending: [], shipped: [] } as const;

export const onlyPending = (order: bigint): GivenOrders => ({ pending: [order], shipped: [] });

export function historyOf(
  calls: readonly Call[],
  lists: readonly ListCall[],
  given: History["given"],
  givenAt: number,
  isOrder: History["isOrder"] = (id) => givenState(given, id) !== undefined,
): History {
  return {
    calls: calls.toSorted((one, other) => one.sentAt - other.sentAt || one.number - other.number),
    lists: lists.toSorted((one, other) => one.call.sentAt - other.call.sentAt),
    given,
    givenAt,
    lateMs: defaultLateMs,
    wasListed: () => true,
    isOrder,
  };
}

/** A list in which one order alone can be missing. @param shown data of orders; the order's own is added where it lacks */
function withId({ call, list }: ListCall, order: bigint, shown: readonly JsonObject[]): ListCall {
  const ids = hasId(list, order) ? BigInt64Array.of(order) : new BigInt64Array();
  const watched = new Map([...ids].map((id): [bigint, JsonObject] => [id, { id }]));
  for (const each of shown) watched.set(each.id as bigint, each);
  return {
    call,
    list: { ...list, ids, sorted: ids, watched, digests: new Int32Array(), idSet: String(ids.length) },
  };
}

/**
 * A list that shows of only one order whether it is there: a view without the calls on other orders proves nothing about
 * these, and other clients may change an order's data.
 */
export const withOnly = (each: ListCall, order: bigint): ListCall => withId(each, order, []);

/**
 * A list with the data of its orders, in which only one order can be missing. A ship date and a completion change in the
 * shop's own course of business: traffic does not show whether a call or the shop changed them.
 */
export function withIdOf(each: ListCall, order: bigint): ListCall {
  const shown = [...each.list.watched].map(([id, { petId, quantity }]) => ({
    id,
    ...(petId !== undefined && { petId }),
    ...(quantity !== undefined && { quantity }),
  }));
  return withId(each, order, shown);
}

const maxOrigins = 1000;

/** Reads the calls of recorded or passing traffic, in the order in which they ended. */
export function createCallReader(keys: KeyRing): (exchange: Exchange) => Call {
  /** Origins of pages that were accepted, each with its method: many may only read. */
  const admitted = new Set<string>();
  let count = 0;
  return (exchange) => {
    const call = readCall(exchange, count++, "");
    const { status = 0, query } = call;
    const { method, headers } = exchange.request;
    const origins = headers.flatMap(([name, value]) => (/^origin$/i.test(name) ? [value] : []));
    const page = [method, ...origins].join(" ");
    // Browsers send an Origin with each cancel: one that was accepted before is not the reason for a later refusal.
    const hasEffect = call.isSpecial && mayBeDueToHeader(exchange, admitted.has(page));
    if (status >= 200 && status < 300 && admitted.size < maxOrigins) admitted.add(page);
    return { ...call, credential: keys(exchange), isSpecial: query !== undefined || hasEffect };
  };
}

/** An operation that is not shown may do anything (section 4.3). */
export function isUnknownAct({ operation, isPlain, credential, status = 0, exchange }: Call): boolean {
  const isSafe = isSafeMethod(exchange.request.method);
  return (operation === "other" || !isPlain) && !isSafe && !isBad(credential) && status < 400;
}
