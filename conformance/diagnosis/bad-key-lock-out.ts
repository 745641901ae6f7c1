/**
 * A lock-out of bad keys alone: after some of them were answered 401, all further ones are answered 403. The document does
 * not show such a defence, so that these answers prove nothing.
 */

import { type History, oncePerHistory } from "../evidence/history.ts";
import { type Call, type CallOperation, isBad } from "../evidence/read-call.ts";

/** The status by which servers lock out, unless by 429, which is never judged. */
const refusal = 403;
/** Minimum numbers of calls with bad keys that are answered 401 before, and of those that are refused. */
const [minBefore, minRefused] = [5, 8];

/** The calls that such a lock-out refused: lists, which were answered 401 before, and cancels. */
const lockedOut = oncePerHistory(({ calls }): ReadonlySet<Call> => {
  const bad = calls.filter(
    ({ credential, isPlain, status }) => isBad(credential) && isPlain && status !== undefined,
  );
  const refused = bad.filter(({ status }) => status === refusal);
  const since = refused.reduce((time, { endedAt }) => Math.min(time, endedAt), Number.POSITIVE_INFINITY);
  const until = refused.reduce((time, { sentAt }) => Math.max(time, sentAt), Number.NEGATIVE_INFINITY);
  const before = bad.filter(({ status, sentAt }) => status === 401 && sentAt < since);
  const isOf = (some: readonly Call[], wanted: CallOperation) =>
    some.some(({ operation }) => operation === wanted);
  const isLockOut =
    before.length >= minBefore &&
    refused.length >= minRefused &&
    isOf(before, "list") &&
    isOf(refused, "list") &&
    isOf(refused, "cancel") &&
    bad.every(({ status, sentAt }) => sentAt < since || sentAt > until || status === refusal);
  return new Set(isLockOut ? refused : []);
});

export const isBadKeyLockedOut = (history: History, call: Call): boolean => lockedOut(history).has(call);

/** Number of calls that such a lock-out refused. */
export const countBadKeysLockedOut = (history: History): number => lockedOut(history).size;
