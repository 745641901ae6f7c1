/** Other clients' orders that disappear from the list whenever calls act, and at no other time. */

import { type History, type ListCall, oncePerHistory } from "../evidence/history.ts";
import { hasId, idsMissing } from "../evidence/list-reading.ts";
import { type Call, mayAct } from "../evidence/read-call.ts";
import type { StrayEffect } from "../evidence/stray-effects.ts";

export type LostOrder = Pick<StrayEffect, "order" | "suspect" | "shownBy">;

/** The time between two lists. */
interface Span {
  readonly ms: number;
  /** Number of calls that began in it. */
  readonly calls: number;
  /** Calls that may act. */
  readonly acting: readonly Call[];
  /** Other clients' orders that the second list lacks. */
  readonly orders: readonly bigint[];
  readonly shownBy: Call;
}

/** Maximum number of losses that may be an accident. */
const maxByChance = 1;
/** Maximum probability that all losses happened by chance while calls acted. */
const maxProbable = 0.002;

/**
 * Other clients' orders that were lost while cancels were carried out, or while any calls acted. Empty if one was lost at
 * another time: then other clients are active. They may be active anyway, so the time without a loss must be long, and many
 * calls must be made in it: other clients are busy at the same times as a run.
 */
export function findLostOrders(history: History): readonly LostOrder[] {
  const spans = spansOf(history);
  const losses = spans.filter(({ orders }) => orders.length > 0);
  if (losses.length <= maxByChance) return [];
  const sumOf = (some: readonly Span[], of: "ms" | "calls") => some.reduce((sum, span) => sum + span[of], 0);
  for (const isSuspect of [isCarriedOut, () => true]) {
    const suspectOf = ({ acting }: Span) => acting.find(isSuspect);
    if (!losses.every(suspectOf)) continue;
    const suspected = spans.filter(suspectOf);
    const shares = (["ms", "calls"] as const).map((of) => sumOf(suspected, of) / sumOf(spans, of));
    if (Math.max(...shares) ** losses.length > maxProbable) continue;
    return losses.map((span) => ({
      order: span.orders[0]!,
      suspect: suspectOf(span)!,
      shownBy: span.shownBy,
    }));
  }
  return [];
}

/** Other clients' orders that were lost for good while calls acted, where none was lost at another time; each with such a call. */
export function lostWhileActing(history: History): readonly (readonly [order: bigint, suspect: Call])[] {
  const losses = spansOf(history).filter(({ orders }) => orders.length > 0);
  const last = history.lists.findLast(isComplete)?.list;
  if (!last || losses.some(({ acting }) => acting.length === 0)) return [];
  return losses.flatMap(({ orders, acting }) =>
    orders.filter((order) => !hasId(last, order)).map((order) => [order, acting[0]!] as const),
  );
}

const isCarriedOut = ({ operation, status }: Call): boolean => operation === "cancel" && status === 204;

const spansOf = oncePerHistory((history): readonly Span[] => {
  const lists = history.lists.filter(isComplete);
  return lists.slice(1).map((after, index): Span => {
    const before = lists[index]!;
    const during = history.calls.filter(
      ({ exchange, sentAt, endedAt }) =>
        !exchange.notSent && endedAt >= before.call.sentAt && sentAt <= after.call.endedAt,
    );
    return {
      ms: after.call.sentAt - before.call.sentAt,
      calls: during.filter(({ sentAt }) => sentAt >= before.call.sentAt && sentAt < after.call.sentAt).length,
      acting: during.filter(({ exchange }) => mayAct(exchange.request)),
      orders: idsMissing(before.list, after.list).filter((id) => !history.isOrder(id)),
      shownBy: after.call,
    };
  });
});

const isComplete = ({ call, list }: ListCall): boolean =>
  call.query === undefined && !call.isSpecial && list.fault === undefined && list.allHaveIds;
