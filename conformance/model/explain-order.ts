/** The explanations of one order: who changed it, and when, with the causes that each needs. */

import type { History } from "../evidence/history.ts";
import type { Call } from "../evidence/read-call.ts";
import { type Cause, causeOf, isLegal, type Use } from "./causes.ts";
import { dropsCancelled, plainLists, shown } from "./listed-orders.ts";
import { causesOfSuspects, type Sight, type Timeline, timelineOf } from "./timeline.ts";

export interface Explanation {
  readonly uses: readonly Use[];
  /** Who changed the order; undefined where nobody did, or it changed by itself. */
  readonly agent?: Call | undefined;
  /** The calls that show that it was changed by then, the first one first. */
  readonly shownBy: readonly Call[];
}

export interface ExplainedOrder {
  readonly timeline: Timeline;
  /** None where the order keeps the document. */
  readonly explanations: readonly Explanation[];
  /** Until then the order was as it was given, for certain. */
  readonly intactUntil: number;
}

export function explainOrder(history: History, order: bigint, isShipped: boolean): ExplainedOrder {
  const timeline = timelineOf(history, order, isShipped);
  const changes = createChanges(timeline.sights, history.lateMs);
  changes.add(undefined, undefined);
  for (const { call, cause } of timeline.agents) changes.add(call, cause);
  const right = changes.found().find(({ uses }) => uses.every(({ cause }) => isLegal(cause)));
  const lastShown = dropsCancelled(history)
    ? plainLists(history).findLast((each) => shown(each, order))
    : undefined;
  const never = Number.NEGATIVE_INFINITY;
  const intactUntil = Math.max(right?.agent?.sentAt ?? never, lastShown?.call.sentAt ?? never);
  if (right) return { timeline, explanations: [], intactUntil };
  changes.add(undefined, causeOf("itself"));
  for (const { call, causes } of causesOfSuspects(history, order)) changes.addLate(call, causes);
  return { timeline, explanations: changes.found(), intactUntil };
}

/**
 * An order changes once at most, so that an instant is all that has to be found: a gap between the bounds of what is
 * known of the order. Of changes with the same causes the one that needs them least is kept.
 */
function createChanges(sights: readonly Sight[], lateMs: number) {
  const bounds = [...new Set(sights.flatMap(({ call }) => [call.sentAt, call.endedAt]))].sort(
    (a, b) => a - b,
  );
  const indexOf = new Map(bounds.map((bound, index) => [bound, index]));
  const placed = sights.map((sight) => ({
    sight,
    from: indexOf.get(sight.call.sentAt)!,
    to: indexOf.get(sight.call.endedAt)!,
  }));
  const lower = (gap: number) => bounds[gap - 1] ?? Number.NEGATIVE_INFINITY;
  const upper = (gap: number) => bounds[gap] ?? Number.POSITIVE_INFINITY;
  const all = { from: 0, to: bounds.length };

  /** What the sights need where the order changed in a gap. */
  const usesIn = (gap: number): readonly Use[] =>
    placed.flatMap(({ sight, from, to }) => {
      if (gap <= from) return sight.after ?? [];
      return (gap > to ? sight.before : cheaper(sight)) ?? [];
    });
  const gaps = Array.from({ length: bounds.length + 1 }, (_, gap) => {
    const uses = usesIn(gap);
    return { uses, key: [...new Set(uses.map(({ cause }) => cause.kind))].toSorted().join() };
  });
  const isShown = (gap: number) => placed.some(({ sight, to }) => sight.tellsChange && gap <= to);
  const shownBy = (gap: number): readonly Call[] =>
    placed
      .filter(({ sight, to }) => sight.tellsChange && gap <= to)
      .map(({ sight }) => sight.call)
      .sort((one, other) => one.sentAt - other.sentAt);

  interface Change {
    readonly agent: Call | undefined;
    readonly cause: Cause | undefined;
    readonly gap: number;
    readonly size: number;
  }
  const best = new Map<string, Change>();
  const never: Change = { agent: undefined, cause: undefined, gap: bounds.length + 1, size: 0 };

  function addIn(
    { from, to }: { from: number; to: number },
    agent: Call | undefined,
    cause: Cause | undefined,
  ) {
    const prefix = `${cause?.key ?? ""}|`;
    for (let gap = from; gap <= to; gap++) {
      const { uses, key } = gaps[gap]!;
      // What nothing shows did not happen by itself.
      if (!agent && !isShown(gap)) continue;
      const size = agent && !cause ? uses.filter(({ call }) => call !== agent).length : uses.length;
      // The own cancel that did it needs nothing for its answer.
      const name = size === uses.length ? prefix + key : `${agent!.number}|${gap}`;
      const other = best.get(name);
      if (!other || size < other.size) best.set(name, { agent, cause, gap, size });
    }
  }

  /** The gaps in which a call may have changed it: within the call, within the time of late effects, later. */
  function spans({ sentAt, endedAt }: Call): readonly { from: number; to: number }[] {
    const first = (isPast: (gap: number) => boolean) => {
      let [low, high] = [0, bounds.length + 1];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (isPast(middle)) high = middle;
        else low = middle + 1;
      }
      return low;
    };
    // Where clocks are coarse a call may take no time: what was at the same moment came before it or after.
    const isMoment = sentAt === endedAt;
    const from = first((gap) => (isMoment ? upper(gap) >= sentAt : upper(gap) > sentAt));
    const late = first((gap) => (isMoment ? lower(gap) > endedAt : lower(gap) >= endedAt));
    const later = first((gap) => lower(gap) > endedAt + lateMs);
    return [
      { from, to: late - 1 },
      { from: late, to: later - 1 },
      { from: Math.max(late, later), to: bounds.length },
    ];
  }

  return {
    /** @param cause what it takes that the call changed it, or that nobody did; without one nothing */
    add(call: Call | undefined, cause: Cause | undefined) {
      if (call) addIn(spans(call)[0]!, call, cause);
      else if (cause) addIn(all, undefined, cause);
      else best.set("never", never);
    },
    addLate(call: Call, causes: readonly Cause[]) {
      for (const [lateness, span] of spans(call).entries()) addIn(span, call, causes[lateness]);
    },
    found: (): readonly Explanation[] =>
      [...best.values()].map(({ agent, cause, gap }) => {
        if (gap > bounds.length)
          return { uses: placed.flatMap(({ sight }) => sight.before ?? []), shownBy: [] };
        const shows = shownBy(gap);
        const uses = gaps[gap]!.uses.filter(({ call }) => call !== agent);
        return { agent, uses: cause ? [{ cause, call: agent ?? shows[0]! }, ...uses] : uses, shownBy: shows };
      }),
  };
}

const cheaper = ({ before, after }: Sight): Use | undefined =>
  before && after && (before.cause.first < after.cause.first ? before : after);
