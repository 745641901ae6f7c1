/** Orders of others that disappear from the list whenever calls act, and at no other time. */

import type { History, ListCall } from "./history.ts";
import { idsMissing } from "./list-reading.ts";
import { type Call, mayAct } from "./read-call.ts";
import type { StrayEffect } from "./stray-effects.ts";

export type LostOrder = Pick<StrayEffect, "order" | "suspect" | "shownBy">;

/** Number of losses that may be an accident. */
const maxByChance = 1;
/** Greatest probability that all losses fall by chance into the times when calls acted. */
const maxProbable = 0.002;

/**
 * The orders of others that were lost while calls acted. None if one was lost while no call acted: then other clients are
 * active. They may be active anyway, so the time without a loss must be long.
 */
export function findLostOrders(history: History): readonly LostOrder[] {
  const lost: LostOrder[] = [];
  let actingMs = 0;
  let idleMs = 0;
  let before: ListCall | undefined;
  for (const after of history.lists.filter(isComplete)) {
    const last = before;
    before = after;
    if (!last) continue;
    const ms = after.call.sentAt - last.call.sentAt;
    const suspect = history.calls.find((call) => mayHaveActedBetween(call, last.call, after.call));
    if (suspect) actingMs += ms;
    else idleMs += ms;
    const order = idsMissing(last.list, after.list).find((id) => !history.isOrder(id));
    if (order === undefined) continue;
    if (!suspect) return [];
    lost.push({ order, suspect, shownBy: after.call });
  }
  const probability = (actingMs / (actingMs + idleMs)) ** lost.length;
  return lost.length > maxByChance && probability <= maxProbable ? lost : [];
}

const isComplete = ({ call, list }: ListCall): boolean =>
  call.query === undefined && !call.isSpecial && list.fault === undefined && list.allHaveIds;

const mayHaveActedBetween = ({ exchange, sentAt, endedAt }: Call, last: Call, after: Call): boolean =>
  !exchange.notSent && mayAct(exchange.request) && endedAt >= last.sentAt && sentAt <= after.endedAt;
