/** The facts of a list that rules need, without an object for each order: a list of a million orders is read many times. */

import type { JsonObject } from "../../base/json.ts";
import type { ElementFault, ListFault } from "./order-faults.ts";

export interface ListReading {
  /** The reason why the body is not a list: it is not JSON, or not an array. */
  readonly fault?: ListFault | undefined;
  /** Whether it is not a list because it is longer than is read. */
  readonly isTooMuch?: boolean;
  readonly count: number;
  /** The first fault of each kind in its elements. */
  readonly faults: readonly ElementFault[];
  /** Ids in the order of the list, without invalid ones. */
  readonly ids: BigInt64Array;
  /** The ids in ascending order: the same array, where the list is in order. */
  readonly sorted: BigInt64Array;
  /**
   * A digest of the order of each of the first ids: equal where two lists show the order with the same data; 0 without a
   * digest.
   */
  readonly digests: Int32Array;
  /** Whether each order has an id. Orders need not have one (section 2), and then none can be reported as missing. */
  readonly allHaveIds: boolean;
  readonly repeated?: bigint | undefined;
  /** A digest that is equal for lists of the same ids in any order. */
  readonly idSet: string;
  /** Whether some order has a field of the document, and a `status`. */
  readonly hasDocumentedField: boolean;
  readonly hasStatus: boolean;
  /** Orders that are watched, by their id: the run's own, and some of other clients. */
  readonly watched: ReadonlyMap<bigint, JsonObject>;
}

export const hasId = ({ sorted }: ListReading, id: bigint): boolean => sorted[placeOf(sorted, id)] === id;

/** The place of an id in sorted ids, found by bisection, since a list may have a million orders. */
function placeOf(sorted: BigInt64Array, id: bigint): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (sorted[middle]! < id) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Ids that one list shows and another lacks, in ascending order. */
export function idsMissing(from: ListReading, list: ListReading): readonly bigint[] {
  return from.idSet === list.idSet ? [] : idsWithout(from.sorted, list.sorted);
}

/** Ids of one list that another lacks, in one pass: a set of a million bigints takes seconds. */
export function idsWithout(ids: BigInt64Array, others: BigInt64Array): readonly bigint[] {
  const found: bigint[] = [];
  let at = 0;
  for (let place = 0; place < ids.length; place++) {
    while (at < others.length && others[at]! < ids[place]!) at++;
    if (others[at] !== ids[place]) found.push(ids[place]!);
  }
  return found;
}

/** Ids that are in both, each in ascending order. */
export function idsShared(ids: BigInt64Array, others: BigInt64Array): BigInt64Array {
  const found = new BigInt64Array(Math.min(ids.length, others.length));
  let [at, count] = [0, 0];
  for (let place = 0; place < ids.length && count < found.length; place++) {
    while (at < others.length && others[at]! < ids[place]!) at++;
    if (others[at] === ids[place]) found[count++] = ids[place]!;
  }
  return found.subarray(0, count);
}

const texts = new WeakMap<ListReading, string>();

/** Whether a condition holds for an id whose decimal digits contain these. */
export function hasIdWithDigits(
  list: ListReading,
  digits: string,
  condition: (id: string) => boolean,
): boolean {
  const { sorted } = list;
  // Nearly always no id has as many digits.
  const longest = Math.max(String(sorted[0] ?? "").length, String(sorted.at(-1) ?? "").length);
  if (longest < digits.length) return false;
  const text = texts.get(list) ?? `\n${sorted.join("\n")}\n`;
  texts.set(list, text);
  for (let at = text.indexOf(digits); at >= 0; ) {
    const end = text.indexOf("\n", at);
    if (condition(text.slice(text.lastIndexOf("\n", at) + 1, end))) return true;
    at = text.indexOf(digits, end);
  }
  return false;
}

/** Ids whose orders two lists show differently, as far as they have digests. */
export function idsChanged(from: ListReading, list: ListReading): readonly bigint[] {
  if (from === list) return [];
  const length = Math.min(from.digests.length, list.digests.length);
  const before = new Map<bigint, number>();
  for (let at = 0; at < length; at++)
    if (from.ids[at] !== list.ids[at] || from.digests[at] !== list.digests[at])
      before.set(from.ids[at]!, from.digests[at]!);
  const changed: bigint[] = [];
  for (let at = 0; at < length; at++) {
    const known = before.get(list.ids[at]!);
    if (known && list.digests[at] && known !== list.digests[at]) changed.push(list.ids[at]!);
  }
  return changed;
}
