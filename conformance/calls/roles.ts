/**
 * The purpose of each given pending order. With two, the first is the target of ids like its own and is then cancelled;
 * the last is the target of all other forbidden calls and is then cancelled by several calls at once. With more, each
 * kind of forbidden call has an order of its own.
 */

import type { GivenOrders } from "../evidence/given-orders.ts";

export interface Roles {
  /** Cancelled first; with three orders or more, no forbidden call names it before. */
  readonly first: bigint | undefined;
  /** Target of ids like its own. */
  readonly otherIds: bigint | undefined;
  /** Target of calls without a valid key. */
  readonly badKeys: bigint | undefined;
  /** Target of other spellings of its path, without a key. */
  readonly otherPaths: bigint | undefined;
  /** Target of reads of its own path; undefined if cancels are limited, since a server may cancel on any method. */
  readonly read: bigint | undefined;
  /** Cancelled at the end by several calls at once. */
  readonly last: bigint | undefined;
  /** Watched, then cancelled, each in another form. */
  readonly extra: readonly bigint[];
  /** Whether the first one is cancelled before a shipped one is named, because it shows with less risk how ids are read. */
  readonly isPendingFirst: boolean;
}

/**
 * @param weigh the cost of cancelling an order before all others
 * @param hasSafeSpellings whether ids like the order's may be sent
 * @param maxCancels the number that may be cancelled; the others are targets only
 */
export function assignRoles(
  { pending, shipped }: GivenOrders,
  weigh: (id: bigint) => number,
  hasSafeSpellings: (id: bigint) => boolean,
  maxCancels = Number.POSITIVE_INFINITY,
): Roles {
  const [first, ...rest] = withSafestFirst(withRoundedSecond(bySuspicion(pending), shipped), weigh);
  const last = rest.length > 0 && maxCancels > 1 ? rest.pop() : undefined;
  const usable = rest.slice(0, Math.max(0, maxCancels - 2));
  const spellable = usable.slice(0, maxWeighed).find(hasSafeSpellings);
  const [one, two, three, ...extra] =
    spellable === undefined ? usable : [spellable, ...usable.filter((order) => order !== spellable)];
  const otherPaths = three ?? last ?? first;
  return {
    first,
    otherIds: one ?? first,
    badKeys: two ?? last ?? first,
    otherPaths,
    read: maxCancels <= pending.length ? undefined : otherPaths,
    last,
    extra,
    isPendingFirst:
      first !== undefined && maxCancels > 0 && shipped[0] !== undefined && weigh(first) < weigh(shipped[0]),
  };
}

/** Maximum number of orders that are weighed. */
const maxWeighed = 100;

/** Moves the order that costs least to the front. */
export function withSafestFirst(orders: readonly bigint[], weigh: (id: bigint) => number): readonly bigint[] {
  const weights = orders.slice(0, maxWeighed).map(weigh);
  const safest = weights.indexOf(Math.min(...weights));
  return safest <= 0 ? orders : [orders[safest]!, ...orders.toSpliced(safest, 1)];
}

/**
 * Moves an order to the second place whose neighbour has the same double value and is no given order: the second of three
 * is the target of ids like its own.
 */
function withRoundedSecond(orders: readonly bigint[], shipped: readonly bigint[]): readonly bigint[] {
  const given = new Set([...orders, ...shipped]);
  const isRounded = (id: bigint) =>
    [id + 1n, id - 1n].some((other) => Number(other) === Number(id) && !given.has(other));
  const [first, second, ...rest] = orders;
  if (first === undefined || second === undefined || rest.length === 0 || isRounded(second)) return orders;
  const other = rest.find(isRounded);
  if (other !== undefined) return [first, other, second, ...rest.filter((id) => id !== other)];
  return isRounded(first) ? [second, first, ...rest] : orders;
}

/**
 * Sorts ids beyond 2^53 first, since doubles confuse them with their neighbours, and before these an id with which another
 * one begins. The first of three or more is moved to the end: a server that always cancels the head of a queue must not be
 * right by chance.
 */
function bySuspicion(given: readonly bigint[]): readonly bigint[] {
  const ids = given.length > 2 ? [...given.slice(1), ...given.slice(0, 1)] : given;
  const isLarge = (id: bigint) => (id < 0n ? -id : id) >= 2n ** 53n;
  const sorted = [...ids.filter(isLarge), ...ids.filter((id) => !isLarge(id))];
  // A set of beginnings, since comparing each pair of many orders takes too long.
  const beginnings = new Set(ids.flatMap((id) => beginningsOf(String(id))));
  const prefix = sorted.find((id) => beginnings.has(String(id)));
  return prefix === undefined ? sorted : [prefix, ...sorted.filter((id) => id !== prefix)];
}

function beginningsOf(text: string): readonly string[] {
  return Array.from({ length: text.length - 1 }, (_, index) => text.slice(0, index + 1));
}
