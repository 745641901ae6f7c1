/**
 * Finds second records of calls that a page made through a service worker (the page has one, and the worker another), and
 * records of answers from a cache.
 */

import type { HarRole } from "./har-source.ts";

/** The facts by which two records of one call are found. */
export interface CallRecord {
  readonly startedAt: number;
  readonly endedAt: number;
  /** Equal for calls of one address that had the same answer. */
  readonly kind: number;
  readonly role: HarRole;
  readonly hasBody: boolean;
}

/** Maximum number of calls of one kind that are compared with one. */
const maxCandidates = 1000;

/** @returns the records to leave out */
export function findTwins<Row extends CallRecord>(records: readonly Row[]): ReadonlySet<Row> {
  const twins = new Set<Row>();
  for (const group of Map.groupBy(records, ({ kind }) => kind).values()) {
    if (group.every(({ role }) => role === "plain")) continue;
    // Each record of a page begins before that of its worker.
    group.sort((one, other) => (one.startedAt < other.startedAt ? -1 : 1));
    for (const twin of pairsIn(group)) twins.add(twin);
  }
  return twins;
}

/**
 * Roles of two records that may be of one call, in the order in which they are paired. Browsers mark the page's record,
 * Playwright the worker's; a plain record has no mark.
 */
const rounds = [
  ["page", "plain"],
  ["cached", "worker"],
  ["plain", "worker"],
] as const satisfies readonly (readonly [HarRole, HarRole])[];

function* pairsIn<Row extends CallRecord>(group: readonly Row[]): Generator<Row> {
  const byRole = Map.groupBy(group, ({ role }) => role);
  const paired = new Set<Row>();
  for (const [role, otherRole] of rounds) {
    const others = byRole.get(otherRole) ?? [];
    let first = 0;
    for (const one of byRole.get(role) ?? []) {
      if (paired.has(one)) continue;
      // Both are sorted by their beginnings: a record that ended before this one overlaps no later one.
      while (first < others.length && (paired.has(others[first]!) || others[first]!.endedAt < one.startedAt))
        first++;
      const candidates = others.slice(first, first + maxCandidates);
      const other = candidates.find((each) => !paired.has(each) && overlap(one, each));
      if (other === undefined) continue;
      paired.add(one).add(other);
      // The worker's record has the true times; the page's may have the only body.
      yield one.hasBody && !other.hasBody ? other : one;
    }
  }
  yield* (byRole.get("cached") ?? []).filter((each) => !paired.has(each));
}

const overlap = (one: CallRecord, other: CallRecord): boolean =>
  one.startedAt <= other.endedAt && other.startedAt <= one.endedAt;
