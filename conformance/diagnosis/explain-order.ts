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
  const { stateEvidence, agents } = timeline;
  const gaps = gapsOf(stateEvidence);
  const best = new Map<string, Change>();
  for (const { call, deviation } of agents)
    for (const gap of gaps)
      if (latenessOf(gap, call, history.lateMs) === 0) keepBest(best, { gap, agent: call, deviation });
  const unchanged: Explanation = { uses: stateEvidence.flatMap(({ before }) => before ?? []), shownBy: [] };
  const found = () => [
    unchanged,
    ...[...best.values()].map((change) => explanationOf(change, stateEvidence)),
  ];
  const right = found().find(({ uses }) => uses.every(({ deviation }) => isLegal(deviation)));
  const lastShown = dropsCancelled(history)
    ? plainLists(history).findLast((each) => shown(each, order))
    : undefined;
  const never = Number.NEGATIVE_INFINITY;
  const intactUntil = Math.max(right?.agent?.sentAt ?? never, lastShown?.call.sentAt ?? never);
  if (right) return { timeline, explanations: [], intactUntil };
  // A spontaneous change counts only if some call shows it.
  for (const gap of gaps)
    if (shownAfter(gap, stateEvidence).length > 0)
      keepBest(best, { gap, deviation: deviationOf("spontaneous") });
  for (const { call, deviations } of deviationsOfSuspects(history, order))
    for (const gap of gaps) {
      const lateness = latenessOf(gap, call, history.lateMs);
      if (lateness !== undefined) keepBest(best, { gap, agent: call, deviation: deviations[lateness] });
    }
  return { timeline, explanations: found(), intactUntil };
}

/** A span between two consecutive starts or ends of calls that show an order's state, in ms. */
interface Gap {
  readonly from: number;
  readonly to: number;
  /** The deviations that are needed if the order changed in it, and their kinds as a key. */
  readonly uses: readonly Use[];
  readonly key: string;
}

/** The spans in which an order may have changed; it changes at most once. */
function gapsOf(stateEvidence: readonly StateEvidence[]): readonly Gap[] {
  const all = stateEvidence.flatMap(({ call }) => [call.sentAt, call.endedAt]);
  const bounds = [...new Set(all)].sort((one, other) => one - other);
  return [Number.NEGATIVE_INFINITY, ...bounds].map((from, index): Gap => {
    const to = bounds[index] ?? Number.POSITIVE_INFINITY;
    const uses = stateEvidence.flatMap((evidence) => {
      if (to <= evidence.call.sentAt) return evidence.after ?? [];
      return (from >= evidence.call.endedAt ? evidence.before : cheaper(evidence)) ?? [];
    });
    const kinds = new Set(uses.map(({ deviation }) => deviation.kind));
    return { from, to, uses, key: [...kinds].toSorted().join() };
  });
}

const cheaper = ({ before, after }: StateEvidence): Use | undefined =>
  before && after && (before.deviation.first < after.deviation.first ? before : after);

/** @returns 0 within a call, 1 within the time of late effects, 2 later; undefined before the call */
function latenessOf({ from, to }: Gap, { sentAt, endedAt }: Call, lateMs: number): 0 | 1 | 2 | undefined {
  // With a coarse clock a call may take 0 ms: another call at that moment came before or after it.
  const isMoment = sentAt === endedAt;
  if (to < sentAt || (to === sentAt && !isMoment)) return undefined;
  if (from < endedAt || (from === endedAt && isMoment)) return 0;
  return from > endedAt + lateMs ? 2 : 1;
}

/** A change of an order, by a call or spontaneous, with the deviation that it needs, if any. */
interface Change {
  readonly gap: Gap;
  readonly agent?: Call | undefined;
  readonly deviation?: Deviation | undefined;
}

/** An order's own cancel that changed it needs no deviation for its answer. */
const usesOf = ({ gap, agent, deviation }: Change): readonly Use[] =>
  agent && !deviation ? gap.uses.filter(({ call }) => call !== agent) : gap.uses;

/** Keeps, of changes with the same deviations, the one with the fewest uses. */
function keepBest(best: Map<string, Change>, change: Change): void {
  const { gap, agent, deviation } = change;
  const size = usesOf(change).length;
  const isOwn = size < gap.uses.length;
  const key = isOwn ? `${agent!.number}|${gap.from}` : `${deviation?.key ?? ""}|${gap.key}`;
  const other = best.get(key);
  if (!other || size < usesOf(other).length) best.set(key, change);
}

/** The calls that show that an order had changed in a gap, the first one first. */
const shownAfter = ({ to }: Gap, stateEvidence: readonly StateEvidence[]): readonly Call[] =>
  stateEvidence
    .filter(({ call, showsChange }) => showsChange && to <= call.endedAt)
    .map(({ call }) => call)
    .sort((one, other) => one.sentAt - other.sentAt);

function explanationOf(change: Change, stateEvidence: readonly StateEvidence[]): Explanation {
  const { gap, agent, deviation } = change;
  const shownBy = shownAfter(gap, stateEvidence);
  const uses = gap.uses.filter(({ call }) => call !== agent);
  return { agent, shownBy, uses: deviation ? [{ deviation, call: agent ?? shownBy[0]! }, ...uses] : uses };
}
