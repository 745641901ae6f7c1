/**
 * What a run keeps of a list: what rules ask of it, and not an object for each
 * order. A list of a million orders is read many times.
 */

import type { JsonObject } from "../../base/json.ts";
import type { ElementFault, ListFault } from "./order-faults.ts";

export interface ListReading {
  /** Why the body is no list: it is no JSON, or no array. */
  readonly fault?: ListFault | undefined;
  readonly count: number;
  /** The first of each kind. */
  readonly faults: readonly ElementFault[];
  /** In the order of the list; orders without a valid id are left out. */
  readonly ids: BigInt64Array;
  /** Of each of the first ids, a digest of its order: equal where the order is shown alike; 0 where there is none. */
  readonly digests: Int32Array;
  /** Orders need not carry an id (section 2); then none can be said to be missing. */
  readonly allHaveIds: boolean;
  readonly repeated?: bigint | undefined;
  /** Equal for lists of the same ids in any order. */
  readonly idSet: string;
  /** Whether some order carries a field of the document, and a `status`. */
  readonly hasDocumentedField: boolean;
  readonly hasStatus: boolean;
  /** Orders that are watched, by their id: the run's own, and some of other people's. */
  readonly watched: ReadonlyMap<bigint, JsonObject>;
}

/** Ids that one list shows and another lacks. The rules ask it of the same two lists again and again. */
export function idsMissing(from: ListReading, list: ListReading): readonly bigint[] {
  if (from.idSet === list.idSet) return [];
  const known = missing.get(from)?.get(list);
  if (known) return known;
  const there = new Set(list.ids);
  const found = [...from.ids].filter((id) => !there.has(id));
  if (!missing.has(from)) missing.set(from, new WeakMap());
  missing.get(from)!.set(list, found);
  return found;
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

const missing = new WeakMap<ListReading, WeakMap<ListReading, readonly bigint[]>>();
