/**
 * Servers that lock out who comes with bad keys: for a while, or for good, the valid key is refused as well. How a
 * server defends itself is not shown, so that what it answers meanwhile says nothing.
 */

import type { Call } from "./read-call.ts";

export interface LockOutWatch {
  /** Whether a call, the next to have ended, was refused because bad keys came before it. */
  isLockedOut(call: Call): boolean;
}

/** Statuses by which a valid key is turned away. */
const refusals: readonly (number | undefined)[] = [401, 403, 429, 503];

export function createLockOutWatch(): LockOutWatch {
  let badUntil = Number.NEGATIVE_INFINITY;
  let letInAt = Number.NEGATIVE_INFINITY;
  return {
    isLockedOut({ credential, status, sentAt, endedAt }) {
      if (credential !== "valid") {
        badUntil = Math.max(badUntil, endedAt);
        return false;
      }
      if (!refusals.includes(status)) {
        if (status !== undefined) letInAt = Math.max(letInAt, sentAt);
        return false;
      }
      // Nobody was let in since the last bad key: then it may be the bad key that counts.
      return (status === 401 || status === 403) && badUntil > letInAt;
    },
  };
}

/** Whether a call with a bad key came while the valid key was refused with the same status. */
export function cameInLockOut(calls: readonly Call[], { sentAt, endedAt, status }: Call): boolean {
  const before = calls.findLast((call) => call.credential === "valid" && call.endedAt <= sentAt);
  const after = calls.find((call) => call.credential === "valid" && call.sentAt >= endedAt);
  return [before, after].some((call) => call?.isLockedOut === true && call.status === status);
}
