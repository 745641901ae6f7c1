/** The cheapest sets of deviations that explain every order: a minimum-cost hitting set (consistency-based diagnosis, Reiter 1987). */

import { type Deviation, siblingCost, tieMargin } from "./deviations.ts";
import type { Explanation } from "./explain-order.ts";

/** An order, or a change of its data, with its possible explanations. */
export type Row = readonly Explanation[];

export interface Diagnosis {
  readonly cost: number;
  /** The chosen explanation of each row. */
  readonly chosen: readonly Explanation[];
}

/** Maximum numbers of sets of deviations, and of explanations of one order. */
const maxStates = 100;
const maxExplanations = 30;

type Chances = (chances: string) => number;
/** Number of uses of each deviation. */
type Needs = ReadonlyMap<Deviation, number>;

interface State extends Diagnosis {
  readonly paid: Needs;
}

/**
 * @param survived returns the number of calls of a class that certainly did not change an order
 * @returns all sets that are about as cheap as the cheapest, which is the first
 */
export function cheapestDeviations(rows: readonly Row[], survived: Chances): readonly Diagnosis[] {
  let states: readonly State[] = [{ paid: new Map(), cost: 0, chosen: [] }];
  for (const row of withoutDominated(rows, survived)) {
    const next = new Map<string, State>();
    for (const { paid: before, chosen } of states)
      for (const { explanation, needs } of row) {
        const paid = together(before, needs);
        const cost = costOf(paid, survived);
        const key = [...paid.keys()]
          .map(({ key }) => key)
          .toSorted()
          .join();
        const other = next.get(key);
        if (!other || other.cost > cost) next.set(key, { paid, cost, chosen: [...chosen, explanation] });
      }
    states = [...next.values()].sort((one, other) => one.cost - other.cost).slice(0, maxStates);
  }
  const best = states[0]!.cost;
  return states.filter(({ cost }) => cost <= best + tieMargin);
}

function needsOf({ uses }: Explanation): Needs {
  const needs = new Map<Deviation, number>();
  for (const { deviation } of uses) needs.set(deviation, (needs.get(deviation) ?? 0) + 1);
  return needs;
}

/** Counts lists and not orders: a truncated list is one fault, whatever the number of missing orders. */
function together(one: Needs, other: Needs): Needs {
  const sum = new Map(one);
  for (const [deviation, times] of other) {
    const before = one.get(deviation) ?? 0;
    sum.set(deviation, deviation.kind === "missing" ? Math.max(before, times) : before + times);
  }
  return sum;
}

function costOf(paid: Needs, survived: Chances): number {
  const families = new Map<string, number>();
  let sum = 0;
  for (const [deviation, times] of paid) {
    sum += deviation.further * Math.log2(times);
    if (deviation.chances !== undefined) sum += unusedChances(survived(deviation.chances), times);
    const first = families.get(deviation.family);
    if (first !== undefined) sum += siblingCost;
    families.set(deviation.family, Math.min(first ?? deviation.first, deviation.first));
  }
  for (const first of families.values()) sum += first;
  return sum;
}

/** The cost of a class of calls that seldom acts: the more of them did not change an order, the higher, up to a limit. */
function unusedChances(survived: number, used: number): number {
  let bits = 0;
  for (let each = 1; each <= used && bits < 10; each++) bits += Math.log2((survived + each) / each);
  return Math.min(3, 0.3 * bits);
}

/** Removes explanations that cost more than another one and share no deviation with another row. */
function withoutDominated(rows: readonly Row[], survived: Chances) {
  const rowsOf = new Map<string, number>();
  for (const row of rows)
    for (const family of new Set(row.flatMap(({ uses }) => uses.map(({ deviation }) => deviation.family))))
      rowsOf.set(family, (rowsOf.get(family) ?? 0) + 1);
  return rows.map((row) => {
    const priced = row.map((explanation) => {
      const needs = needsOf(explanation);
      return { explanation, needs, cost: costOf(needs, survived) };
    });
    const least = Math.min(...priced.map(({ cost }) => cost));
    const isShared = (deviation: Deviation) => rowsOf.get(deviation.family)! > 1;
    return priced
      .filter(({ needs, cost }) => cost <= least + tieMargin || [...needs.keys()].some(isShared))
      .toSorted((one, other) => one.cost - other.cost)
      .slice(0, maxExplanations);
  });
}
