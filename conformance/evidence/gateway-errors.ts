/**
 * 502 and 504 are answers of a gateway that did not reach the server, or got no answer from it in time. A gateway that fails
 * occasionally proves nothing about the server; one that fails at each call of a kind does.
 */

import { isDeferral, isGatewayError } from "./exchange.ts";
import type { GatewayRecord, GatewayTally, Tally } from "./gateway-tally.ts";
import { type GivenOrders, givenState } from "./given-orders.ts";
import type { Call } from "./read-call.ts";

/** @returns a function that counts each recorded call, and returns the tally of a call that failed at each try */
export function createGatewayWatch(run: GatewayRecord, given: () => GivenOrders) {
  const tallies = new Map<string, Tally>();
  const tallyOf = (name: string): Tally => {
    const tally = tallies.get(name) ?? { failed: 0, answered: 0 };
    tallies.set(name, tally);
    return tally;
  };
  return (call: Call): GatewayTally | undefined => {
    const { request, answer, resentAfter } = call.exchange;
    if (!answer || isDeferral(answer)) return undefined;
    const { method, path, target = path, headers } = request;
    const tally = {
      same: tallyOf(JSON.stringify([method, target, headers])),
      kind: tallyOf(kindOf(call, given())),
      run,
    };
    const isFailed = isGatewayError(answer.status);
    for (const each of [tally.same, tally.kind]) each[isFailed ? "failed" : "answered"]++;
    if (!isFailed && resentAfter !== undefined) run.recovered++;
    return isFailed ? tally : undefined;
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
