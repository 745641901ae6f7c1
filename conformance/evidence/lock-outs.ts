/**
 * Lock-outs: after bad keys some servers refuse the valid key as well, for a while or permanently. The document does not
 * show such a defence, so that answers during a lock-out prove nothing.
 */

import { headerOf } from "./exchange.ts";
import type { Call } from "./read-call.ts";

/** Statuses with which a valid key is refused. */
const refusals: readonly (number | undefined)[] = [401, 403, 429, 503];

/** @returns whether a call, the next to have ended, was refused because bad keys came before it */
export function createLockOutWatch(): (call: Call) => boolean {
  let badUntil = Number.NEGATIVE_INFINITY;
  let letInAt = Number.NEGATIVE_INFINITY;
  return (call) => {
    const { credential, status, sentAt, endedAt } = call;
    if (credential !== "valid") {
      badUntil = Math.max(badUntil, endedAt);
      return false;
    }
    if (!refusals.includes(status)) {
      if (isLetIn(call)) letInAt = Math.max(letInAt, sentAt);
      return false;
    }
    // Pages of another origin may be refused whatever their key is.
    const isOfOrigin = status === 403 && headerOf(call.exchange.request, "origin") !== undefined;
    // No call was accepted since the last bad key, so the bad key may be the reason.
    return (status === 401 || status === 403) && !isOfOrigin && badUntil > letInAt;
  };
}

/** Whether an answer shows that the check of keys was passed: a router may refuse before it. */
function isLetIn({ status, operation, isPlain, isSpecial, id }: Call): boolean {
  if (status === undefined) return false;
  return status < 400 || (operation === "cancel" && isPlain && !isSpecial && id?.kind === "exact");
}

/**
 * Whether a call with a bad key may have fallen into a lock-out: the valid key was refused with the same status in this run,
 * and another bad key was sent since the valid key was last accepted, or was under way then.
 */
export function mayBeInLockOut(calls: readonly Call[], call: Call): boolean {
  const { sentAt, endedAt, status } = call;
  if (!calls.some((each) => each.isLockedOut === true && each.status === status)) return false;
  const wasAnswered = ({ credential, status, isLockedOut, endedAt }: Call) =>
    credential === "valid" && status !== undefined && !isLockedOut && endedAt <= sentAt;
  const since = calls.findLast(wasAnswered)?.sentAt ?? Number.NEGATIVE_INFINITY;
  return calls.some(
    (other) =>
      other !== call && other.credential !== "valid" && other.endedAt >= since && other.sentAt <= endedAt,
  );
}
