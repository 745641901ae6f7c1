/** A gateway that fails occasionally proves nothing about the server behind it; one that fails at each call of a kind does. */

import { isDeferral, isGatewayError } from "./exchange.ts";
import { type GivenOrders, givenState } from "./given-orders.ts";
import type { Call } from "./read-call.ts";

/** The failures of the gateway before the server, as a run has seen them. */
export interface GatewayRecord {
  /** Calls that a gateway answered with its own error, and otherwise when they were sent again. */
  recovered: number;
}

/** Counts of answers to some calls, which increase during a run. */
interface Tally {
  /** A gateway's own error at each try. */
  failed: number;
  answered: number;
}

/** Fewer failures of one kind may be chance where the gateway is known to fail at random. */
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
