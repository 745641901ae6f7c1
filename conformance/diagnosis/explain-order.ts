/** The explanations of one order: the call that changed it, the time, and the deviations that each needs. */

import type { History } from "../evidence/history.ts";
import type { Call } from "../evidence/read-call.ts";
import { type Deviation, deviationOf, isLegal, type Use } from "./deviations.ts";
import { dropsCancelled, plainLists, shown } from "./order-calls.ts";
import { deviationsOfSuspects, type StateEvidence, type Timeline, timelineOf } from "./timeline.ts";

export interface Explanation {
  readonly uses: readonly Use[];
  /** The call that changed the order; undefined if it did not change, or changed spontaneously. */
  readonly agent?: Call | undefined;
  /** The calls that show that it had changed, the first one first. */
  readonly shownBy: readonly Call[];
}

export interface ExplainedOrder {
  readonly timeline: Timeline;
  /** The deviations; empty where the order conforms to the document. */
  readonly explanations: readonly Explanation[];
  /** The time until which the order was certainly unchanged. */
  readonly intactUntil: number;
}

export function explainOrder(history: History, order: bigint, isShipped: boolean): ExplainedOrder {
  const timeline = timelineOf(history, order, isShipped);
  const changes = new Changes(timeline.stateEvidence, history.lateMs);
  changes.add(undefined, undefined);
  for (const { call, deviation } of timeline.agents) changes.add(call, deviation);
  const right = changes.found().find(({ uses }) => uses.every(({ deviation }) => isLegal(deviation)));
  const lastShown = dropsCancelled(history)
    ? plainLists(history).findLast((each) => shown(each, order))
    : undefined;
  const never = Number.NEGATIVE_INFINITY;
  const intactUntil = Math.max(right?.agent?.sentAt ?? never, lastShown?.call.sentAt ?? never);
  if (right) return { timeline, explanations: [], intactUntil };
  changes.add(undefined, deviationOf("itself"));
  for (const { call, deviations } of deviationsOfSuspects(history, order)) changes.addLate(call, deviations);
  return { timeline, explanations: changes.found(), intactUntil };
}

/** A range of gaps, both ends included. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** A change of the order in a gap, and the number of deviations that it needs. */
interface Change {
  readonly agent: Call | undefined;
  readonly deviation: Deviation | undefined;
  readonly gap: number;
  readonly size: number;
}

/**
 * The changes of one order. An order changes at most once, so that only the moment must be found: a gap between the starts
 * and ends of calls that saw the order. Of changes with the same deviations the one with the fewest uses is kept.
 */
class Changes {
  readonly #lateMs: number;
  /** The starts and ends of the calls that saw the order, in ms. */
  readonly #bounds: readonly number[];
  readonly #placed: readonly (Span & { readonly evidence: StateEvidence })[];
  /** The uses that each gap needs, and the kinds of their deviations as a key. */
  readonly #gaps: readonly { readonly uses: readonly Use[]; readonly key: string }[];
  readonly #best = new Map<string, Change>();

  constructor(stateEvidence: readonly StateEvidence[], lateMs: number) {
    this.#lateMs = lateMs;
    const all = stateEvidence.flatMap(({ call }) => [call.sentAt, call.endedAt]);
    this.#bounds = [...new Set(all)].sort((one, other) => one - other);
    const indexOf = new Map(this.#bounds.map((bound, index) => [bound, index]));
    this.#placed = stateEvidence.map((evidence) => ({
      evidence,
      from: indexOf.get(evidence.call.sentAt)!,
      to: indexOf.get(evidence.call.endedAt)!,
    }));
    this.#gaps = Array.from({ length: this.#bounds.length + 1 }, (_, gap) => {
      const uses = this.#usesIn(gap);
      return { uses, key: [...new Set(uses.map(({ deviation }) => deviation.kind))].toSorted().join() };
    });
  }

  /** @param deviation the deviation by which the call, or no call, changed the order; undefined where it needs none */
  add(call: Call | undefined, deviation: Deviation | undefined): void {
    if (call) this.#addIn(this.#spansOf(call)[0]!, call, deviation);
    else if (deviation) this.#addIn({ from: 0, to: this.#bounds.length }, undefined, deviation);
    else this.#best.set("never", { agent: undefined, deviation, gap: this.#bounds.length + 1, size: 0 });
  }

  /** @param deviations the deviations for each span of gaps of the call */
  addLate(call: Call, deviations: readonly Deviation[]): void {
    for (const [lateness, span] of this.#spansOf(call).entries())
      this.#addIn(span, call, deviations[lateness]);
  }

  found(): readonly Explanation[] {
    return [...this.#best.values()].map(({ agent, deviation, gap }) => {
      if (gap > this.#bounds.length)
        return { uses: this.#placed.flatMap(({ evidence }) => evidence.before ?? []), shownBy: [] };
      const shownBy = this.#shownBy(gap);
      const uses = this.#gaps[gap]!.uses.filter(({ call }) => call !== agent);
      return {
        agent,
        uses: deviation ? [{ deviation, call: agent ?? shownBy[0]! }, ...uses] : uses,
        shownBy,
      };
    });
  }

  /** The deviations that are needed if the order changed in a gap. */
  #usesIn(gap: number): readonly Use[] {
    return this.#placed.flatMap(({ evidence, from, to }) => {
      if (gap <= from) return evidence.after ?? [];
      return (gap > to ? evidence.before : cheaper(evidence)) ?? [];
    });
  }

  #shownBy(gap: number): readonly Call[] {
    return this.#placed
      .filter(({ evidence, to }) => evidence.showsChange && gap <= to)
      .map(({ evidence }) => evidence.call)
      .sort((one, other) => one.sentAt - other.sentAt);
  }

  #addIn({ from, to }: Span, agent: Call | undefined, deviation: Deviation | undefined): void {
    const prefix = `${deviation?.key ?? ""}|`;
    for (let gap = from; gap <= to; gap++) {
      const { uses, key } = this.#gaps[gap]!;
      // A spontaneous change counts only if some call shows it.
      if (!agent && this.#shownBy(gap).length === 0) continue;
      const size = agent && !deviation ? uses.filter(({ call }) => call !== agent).length : uses.length;
      // The order's own cancel that changed it needs no deviation for its answer.
      const name = size === uses.length ? prefix + key : `${agent!.number}|${gap}`;
      const other = this.#best.get(name);
      if (!other || size < other.size) this.#best.set(name, { agent, deviation, gap, size });
    }
  }

  /** The gaps in which a call may have changed the order: within the call, within the time of late effects, later. */
  #spansOf({ sentAt, endedAt }: Call): readonly Span[] {
    const lower = (gap: number) => this.#bounds[gap - 1] ?? Number.NEGATIVE_INFINITY;
    const upper = (gap: number) => this.#bounds[gap] ?? Number.POSITIVE_INFINITY;
    const first = (isPast: (gap: number) => boolean) => firstOf(this.#bounds.length + 1, isPast);
    // With a coarse clock a call may take no time: a call at the same moment came before it or after it.
    const isMoment = sentAt === endedAt;
    const from = first((gap) => (isMoment ? upper(gap) >= sentAt : upper(gap) > sentAt));
    const late = first((gap) => (isMoment ? lower(gap) > endedAt : lower(gap) >= endedAt));
    const later = first((gap) => lower(gap) > endedAt + this.#lateMs);
    return [
      { from, to: late - 1 },
      { from: late, to: later - 1 },
      { from: Math.max(late, later), to: this.#bounds.length },
    ];
  }
}

/** The first number below a count from which a condition holds, by bisection; the count where it never does. */
function firstOf(count: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

const cheaper = ({ before, after }: StateEvidence): Use | undefined =>
  before && after && (before.deviation.first < after.deviation.first ? before : after);
