/** Why a cancel of an order that was given as pending is refused: of itself, or because of what was done to it before. */

import type { History } from "../history/history.ts";
import type { Call } from "../history/read-call.ts";
import { mayHaveActed, suspectsIn } from "./acts.ts";
import { attributeEffect, isLeftAlone } from "./attribute-effect.ts";
import { pendingProof, plainLists } from "./listed-orders.ts";
import { repeatsOf } from "./repeated-cancels.ts";
import { effectFault, overlap, type TimelineFault } from "./timeline-fault.ts";

/** @param refusedOthers statuses with which other pending orders are refused, though nothing can have been done to them */
export function explainRefusal(
  history: History,
  order: bigint,
  refusal: Call,
  own: readonly Call[],
  isAnyCancelled: boolean,
  refusedOthers: ReadonlySet<number>,
): TimelineFault | undefined {
  const inRace = own.some((call) => call !== refusal && overlap(call, refusal));
  const expected = inRace
    ? "one 204 among simultaneous cancels of one order"
    : `status 204 for the cancel of order ${order}`;
  const received = inRace ? "none" : String(refusal.status);
  const refused: TimelineFault = {
    kind: inRace ? "noWinner" : "refused",
    found: { expected, received, exchange: refusal.exchange },
    status: refusal.status,
  };
  // Where no cancel ever works, a refusal shows nothing about what came before.
  if (!isAnyCancelled) return mayBeTaken(history, order, refusal) ? undefined : refused;
  const since = lastKnownPending(history, order, refusal);
  const isSuspicious = mayBeTaken(history, order, refusal);
  // A cancel that was put off at first, and sent again, may have been carried out the first time.
  const wasPutOff = own.some(
    ({ exchange, sentAt }) => exchange.putOff !== undefined && sentAt < refusal.endedAt,
  );
  const isOwn = wasPutOff || refusedOthers.has(refusal.status!) || isPendingStill(history, order, refusal);
  if (!isSuspicious && isOwn) return refused;
  const attribution = attributeEffect(history, order, since, refusal.sentAt);
  if (attribution.suspects.length === 0 || isLeftAlone(history, order, history.givenAt, refusal.sentAt))
    return refused;
  return effectFault(attribution, {
    expected: `order ${order} still pending`,
    received: `status ${refusal.status} for its cancel`,
    exchange: attribution.suspects[0]!,
    witnesses: [refusal.exchange, ...attribution.suspects.slice(1)],
  });
}

/** Whether a refused order cannot have been cancelled: the list shows it, or cancelled orders are refused otherwise. */
function isPendingStill(history: History, order: bigint, refusal: Call): boolean {
  const isPending = pendingProof(history);
  if (plainLists(history).some((each) => each.call.sentAt >= refusal.endedAt && isPending(each, order)))
    return true;
  const { later } = repeatsOf(history);
  return later.length > 0 && later.every(({ status }) => status !== refusal.status);
}

/**
 * Whether a call that must not act on an order may have, by its own answer: it names the order or an id like it, and
 * was answered 2xx, or failed. From there on nobody knows the order's state.
 */
export function mayBeTaken(history: History, order: bigint, before: Call): boolean {
  const since = lastKnownPending(history, order, before);
  return suspectsIn(history, order, since, before.sentAt).some(
    ({ rank, call }) => rank === 1 && mayHaveActed(call),
  );
}

function lastKnownPending(history: History, order: bigint, before: Call): number {
  const isPending = pendingProof(history);
  const proof = plainLists(history).findLast(
    (each) => each.call.endedAt <= before.sentAt && isPending(each, order),
  );
  return proof?.call.sentAt ?? history.givenAt;
}
