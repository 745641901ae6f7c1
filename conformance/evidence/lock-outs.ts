/**
 * Servers that lock out who comes with bad keys: for a while, or for good, the valid key is refused as well. How a
 * server defends itself is not shown, so that what it answers meanwhile says nothing.
 */

import { headerOf } from "./exchange.ts";
import type { Call } from "./read-call.ts";

/** Statuses by which a valid key is turned away. */
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
    // Pages of another origin may be turned away whatever their key.
    const isOfOrigin = status === 403 && headerOf(call.exchange.request, "origin") !== undefined;
    // No call was let in since the last bad key, so the bad key may be the reason.
    return (status === 401 || status === 403) && !isOfOrigin && badUntil > letInAt;
  };
}

/** Whether an answer to the valid key comes from behind the check of keys: a router's refusal may come before. */
function isLetIn({ status, operation, isPlain, isSpecial, id }: Call): boolean {
  if (status === undefined) return false;
  return status < 400 || (operation === "cancel" && isPlain && !isSpecial && id?.kind === "exact");
}

/**
 * Whether a call with a bad key may have come in a lock-out: the valid key was refused with the same status in this
 * run, and another bad key came since it was let in last, or was under way then.
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
