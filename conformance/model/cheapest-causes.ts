/** The cheapest sets of causes that explain every order: a minimum-cost hitting set (consistency-based diagnosis, Reiter 1987). */

import { asGood, type Cause, siblingCost } from "./causes.ts";
import type { Explanation } from "./explain-order.ts";

/** An order, or a change of its data, with its possible explanations. */
export type Row = readonly Explanation[];

export interface Diagnosis {
  readonly cost: number;
  /** The chosen explanation of each row. */
  readonly chosen: readonly Explanation[];
}

/** Sets of causes that are followed, and explanations of one order. */
const mostStates = 100;
const mostExplanations = 30;

type Chances = (chances: string) => number;
/** How often each cause is needed. */
type Needs = ReadonlyMap<Cause, number>;

interface State extends Diagnosis {
  readonly paid: Needs;
}

/**
 * @param survived how many calls of a class left an order alone for certain
 * @returns the cheapest first, and all that are as good
 */
export function cheapestCauses(rows: readonly Row[], survived: Chances): readonly Diagnosis[] {
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
    states = [...next.values()].sort((one, other) => one.cost - other.cost).slice(0, mostStates);
  }
  const best = states[0]!.cost;
  return states.filter(({ cost }) => cost <= best + asGood);
}

function needsOf({ uses }: Explanation): Needs {
  const needs = new Map<Cause, number>();
  for (const { cause } of uses) needs.set(cause, (needs.get(cause) ?? 0) + 1);
  return needs;
}

/** Counts lists and not orders: a truncated list is one fault, however many orders it lacks. */
function together(one: Needs, other: Needs): Needs {
  const sum = new Map(one);
  for (const [cause, times] of other) {
    const before = one.get(cause) ?? 0;
    sum.set(cause, cause.kind === "missing" ? Math.max(before, times) : before + times);
  }
  return sum;
}

function costOf(paid: Needs, survived: Chances): number {
  const families = new Map<string, number>();
  let sum = 0;
  for (const [cause, times] of paid) {
    sum += cause.further * Math.log2(times);
    if (cause.chances !== undefined) sum += unusedChances(survived(cause.chances), times);
    const first = families.get(cause.family);
    if (first !== undefined) sum += siblingCost;
    families.set(cause.family, Math.min(first ?? cause.first, cause.first));
  }
  for (const first of families.values()) sum += first;
  return sum;
}

/** A class of calls that left orders alone so often seldom acts: what that is worth is bounded. */
function unusedChances(survived: number, used: number): number {
  let bits = 0;
  for (let each = 1; each <= used && bits < 10; each++) bits += Math.log2((survived + each) / each);
  return Math.min(3, 0.3 * bits);
}

/** Without explanations that cost more than another one and share no cause with another row. */
function withoutDominated(rows: readonly Row[], survived: Chances) {
  const rowsOf = new Map<string, number>();
  for (const row of rows)
    for (const family of new Set(row.flatMap(({ uses }) => uses.map(({ cause }) => cause.family))))
      rowsOf.set(family, (rowsOf.get(family) ?? 0) + 1);
  return rows.map((row) => {
    const priced = row.map((explanation) => {
      const needs = needsOf(explanation);
      return { explanation, needs, cost: costOf(needs, survived) };
    });
    const least = Math.min(...priced.map(({ cost }) => cost));
    const isShared = (cause: Cause) => rowsOf.get(cause.family)! > 1;
    return priced
      .filter(({ needs, cost }) => cost <= least + asGood || [...needs.keys()].some(isShared))
      .toSorted((one, other) => one.cost - other.cost)
      .slice(0, mostExplanations);
  });
}
