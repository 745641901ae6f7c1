/**
 * A lock-out of bad keys alone: after some of them were answered 401, all further ones are answered 403. The document does
 * not show such a defence, so that these answers prove nothing.
 */

import { type History, oncePerHistory } from "../evidence/history.ts";
import { type Call, type CallOperation, isBad } from "../evidence/read-call.ts";

/** The status by which servers lock out, unless by 429, which is never judged. */
const refusal = 403;
/** Minimum numbers of calls with bad keys that are answered 401 before, and of those that are refused. */
const [minBefore, minRefused] = [3, 8];

/** The refused calls, in periods: before each, a number of calls were not refused that began after those of the last one. */
function periodsOf(bad: readonly Call[]): readonly (readonly Call[])[] {
  const periods: Call[][] = [];
  let others = minBefore;
  for (const call of bad) {
    if (call.status !== refusal) {
      if (call.sentAt >= (periods.at(-1)?.at(-1)?.endedAt ?? 0)) others++;
      continue;
    }
    if (others >= minBefore) periods.push([]);
    periods.at(-1)!.push(call);
    others = 0;
  }
  return periods;
}

/** Whether all calls with bad keys that began and ended in the time of a period were refused. */
function isClosed(period: readonly Call[], bad: readonly Call[]): boolean {
  const since = Math.min(...period.map(({ endedAt }) => endedAt));
  const until = Math.max(...period.map(({ sentAt }) => sentAt));
  const isOutside = ({ sentAt, endedAt }: Call) => sentAt < since || endedAt > until;
  return bad.every((call) => call.status === refusal || isOutside(call));
}

/** The calls that such a lock-out refused: lists, which were answered 401 before, and cancels. It may end, and come again. */
const lockedOut = oncePerHistory(({ calls }): ReadonlySet<Call> => {
  const bad = calls
    .filter(({ credential, isPlain, status }) => isBad(credential) && isPlain && status !== undefined)
    .toSorted((one, other) => one.endedAt - other.endedAt);
  const periods = periodsOf(bad);
  const [first = []] = periods;
  const since = Math.min(...first.map(({ endedAt }) => endedAt));
  const before = bad.filter(({ status, sentAt }) => status === 401 && sentAt < since);
  const isOf = (some: readonly Call[], wanted: CallOperation) =>
    some.some(({ operation }) => operation === wanted);
  const isLockOut =
    before.length >= minBefore &&
    first.length >= minRefused &&
    isOf(before, "list") &&
    isOf(first, "list") &&
    isOf(first, "cancel") &&
    periods.every((period) => isClosed(period, bad));
  return new Set(isLockOut ? periods.flat() : []);
});

export const isBadKeyLockedOut = (history: History, call: Call): boolean => lockedOut(history).has(call);

/** Number of calls that such a lock-out refused. */
export const countBadKeysLockedOut = (history: History): number => lockedOut(history).size;
