/**
 * What each given pending order is for. With two, the first stands the ids like
 * its own and is cancelled, the last stands everything else and is cancelled by
 * several calls at once. With more, each kind of attack has an order of its own.
 */

import type { GivenOrders } from "../evidence/given-orders.ts";

export interface Roles {
  /** Cancelled first, with nothing tried on it before where there are three. */
  readonly first: bigint | undefined;
  /** Stands ids like its own. */
  readonly otherIds: bigint | undefined;
  /** Stands calls without a valid key. */
  readonly badKeys: bigint | undefined;
  /** Stands other spellings of its path, without a key. */
  readonly otherPaths: bigint | undefined;
  /** Its own path is read; none where cancels are limited, since a server may cancel on any method. */
  readonly read: bigint | undefined;
  /** Cancelled by several calls at once, at last. */
  readonly last: bigint | undefined;
  /** Only watched, then cancelled each in another form. */
  readonly extra: readonly bigint[];
}

/** @param maxCancels how many may be cancelled; the others stand attacks, and nothing proves that they survived */
export function assignRoles({ pending }: GivenOrders, maxCancels = pending.length): Roles {
  const [first, ...rest] = withRoundedSecond(bySuspicion(pending));
  const last = rest.length > 0 && maxCancels > 1 ? rest.pop() : undefined;
  const [one, two, three, ...extra] = rest.slice(0, Math.max(0, maxCancels - 2));
  const otherPaths = three ?? last ?? first;
  return {
    first,
    otherIds: one ?? first,
    badKeys: two ?? last ?? first,
    otherPaths,
    read: maxCancels < pending.length ? undefined : otherPaths,
    last,
    extra,
  };
}

/** Ids like its own are tried on the second of three: one whose neighbour is the same number to who counts in doubles. */
function withRoundedSecond(orders: readonly bigint[]): readonly bigint[] {
  const isRounded = (id: bigint) => [1n, -1n].some((step) => Number(id + step) === Number(id));
  const [first, second, ...rest] = orders;
  if (first === undefined || second === undefined || rest.length === 0 || isRounded(second)) return orders;
  const other = rest.find(isRounded);
  if (other !== undefined) return [first, other, second, ...rest.filter((id) => id !== other)];
  return isRounded(first) ? [second, first, ...rest] : orders;
}

/**
 * Those beyond 2^53 first: they are mixed up with their neighbours soonest. Before all one that another begins with.
 * Of three or more the first is last, so that who always cancels the head of a queue does not happen to cancel what was named.
 */
function bySuspicion(given: readonly bigint[]): readonly bigint[] {
  const ids = given.length > 2 ? [...given.slice(1), ...given.slice(0, 1)] : given;
  const isLarge = (id: bigint) => (id < 0n ? -id : id) >= 2n ** 53n;
  const sorted = [...ids.filter(isLarge), ...ids.filter((id) => !isLarge(id))];
  // Of many orders, each pair cannot be compared.
  const beginnings = new Set(ids.flatMap((id) => beginningsOf(String(id))));
  const prefix = sorted.find((id) => beginnings.has(String(id)));
  return prefix === undefined ? sorted : [prefix, ...sorted.filter((id) => id !== prefix)];
}

function beginningsOf(text: string): readonly string[] {
  return Array.from({ length: text.length - 1 }, (_, index) => text.slice(0, index + 1));
}
