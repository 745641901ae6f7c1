/**
 * Answers that prove nothing about a server.
 *
 * A gateway that fails occasionally proves nothing about the server behind it; one that fails at each call of a kind does.
 *
 * Lock-outs: after bad keys some servers refuse the valid key as well, for a while or permanently. The document does not
 * show such a defence, so that answers during a lock-out prove nothing.
 */

import { headerOf, isDeferral, isGatewayError } from "./exchange.ts";
import { type GivenOrders, givenState } from "./given-orders.ts";
import type { Call } from "./read-call.ts";

/** The failures of the gateway before the server, as a run has seen them. */
export interface GatewayRecord {
  /** Number of calls that got a gateway's own error, and another answer when they were sent again. */
  recovered: number;
}

/** Counts of answers to some calls of a run. */
interface Tally {
  /** Calls with a gateway's own error at each try. */
  failed: number;
  answered: number;
}

/** Minimum number of failures of one kind: fewer may be chance where the gateway fails at random. */
const minFailures = 3;

/**
 * @returns a function that counts each recorded call. For a call that failed at each try it returns whether the server fails
 *   at each such call, which later calls may change.
 */
export function createGatewayWatch(run: GatewayRecord, given: () => GivenOrders) {
  const tallies = new Map<string, Tally>();
  const tallyOf = (name: string): Tally => {
    const tally = tallies.get(name) ?? { failed: 0, answered: 0 };
    tallies.set(name, tally);
    return tally;
  };
  return (call: Call): Call["failsAlways"] => {
    const { request, answer, resentAfter } = call.exchange;
    if (!answer || isDeferral(answer)) return undefined;
    const { method, path, target = path, headers } = request;
    const ofSameBytes = tallyOf(JSON.stringify([method, target, headers]));
    const ofKind = tallyOf(kindOf(call, given()));
    const isFailed = isGatewayError(answer.status);
    for (const each of [ofSameBytes, ofKind]) each[isFailed ? "failed" : "answered"]++;
    if (!isFailed && resentAfter !== undefined) run.recovered++;
    if (!isFailed) return undefined;
    return () =>
      (run.recovered === 0 && ofSameBytes.answered === 0) ||
      (ofKind.answered === 0 && ofKind.failed >= minFailures);
  };
}

/** Calls of one kind differ at most in the number of an unknown order, or in headers. */
function kindOf(call: Call, given: GivenOrders): string {
  const { operation, credential, isPlain, isSpecial, query, id, exchange } = call;
  const order = id?.value;
  if (!isPlain || id?.kind !== "exact" || order === undefined)
    return [exchange.request.method, exchange.request.path, credential, isSpecial].join(" ");
  const known = givenState(given, order) ?? "unknown";
  const sizes = [32, 54].map((bits) => BigInt.asIntN(bits, order) === order);
  return [operation, credential, query ?? "", isSpecial, known, ...sizes].join(" ");
}

/** Statuses with which a valid key is refused. */
const refusals: readonly (number | undefined)[] = [401, 403, 429, 503];

/** @returns a function that takes each call as it ends, and returns whether a lock-out after bad keys refused it */
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
 * Whether a lock-out may have refused a call with a bad key: the valid key was refused with the same status in this run,
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
