/**
 * Finds second records of calls that a page made through a service worker (the page has one, and the worker another), and
 * records of answers from a cache.
 */

import { harRoles } from "../base/har-source.ts";
import type { ExchangeColumns } from "./exchange-columns.ts";

const plain = harRoles.indexOf("plain");
/** Maximum number of calls of one kind that are compared with one. */
const maxCandidates = 1000;

/**
 * @param records numbers of the records
 * @returns the numbers of the records to leave out
 */
export function findTwins(records: Uint32Array, columns: ExchangeColumns): ReadonlySet<number> {
  const { role, kind, startedAt } = columns;
  const groups = new Map<number, number[]>();
  for (const at of records) if (role[at] !== plain) groups.set(kind[at]!, []);
  const twins = new Set<number>();
  if (groups.size === 0) return twins;
  for (const at of records) groups.get(kind[at]!)?.push(at);
  for (const group of groups.values()) {
    // Each record of a page begins before that of its worker.
    group.sort((one, other) => (startedAt[one]! < startedAt[other]! ? -1 : 1));
    for (const twin of pairsIn(group, columns)) twins.add(twin);
  }
  return twins;
}

function* pairsIn(group: readonly number[], columns: ExchangeColumns): Generator<number> {
  const { role, hasBody, startedAt, endedAt } = columns;
  const ofRole = (name: (typeof harRoles)[number]) =>
    group.filter((at) => role[at] === harRoles.indexOf(name));
  const [plains, pages, workers, cached] = harRoles.map(ofRole) as [number[], number[], number[], number[]];
  const paired = new Set<number>();
  // A record without a mark is the twin of any other one.
  const rounds = [
    [pages, workers],
    [pages, plains],
    [cached, workers],
    [plains, workers],
  ] as const;
  for (const [ones, others] of rounds) {
    let first = 0;
    for (const one of ones) {
      if (paired.has(one)) continue;
      // They are sorted by their beginnings: a record that ended before this one overlaps no later one.
      while (
        first < others.length &&
        (paired.has(others[first]!) || endedAt[others[first]!]! < startedAt[one]!)
      )
        first++;
      const candidates = others.slice(first, first + maxCandidates);
      const other = candidates.find((at) => !paired.has(at) && overlap(one, at, columns));
      if (other === undefined) continue;
      paired.add(one).add(other);
      // The worker's own has the true times.
      yield hasBody[one] && !hasBody[other] ? other : one;
    }
  }
  yield* cached.filter((at) => !paired.has(at));
}

function overlap(one: number, other: number, { startedAt, endedAt }: ExchangeColumns): boolean {
  return startedAt[one]! <= endedAt[other]! && startedAt[other]! <= endedAt[one]!;
}
