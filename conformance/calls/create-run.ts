/** Prepares a run: assigns roles to its orders and draws its rows. */

import type { GivenOrders } from "../evidence/given-orders.ts";
import { type Caller, expensiveBytes } from "./caller.ts";
import { coverageOf } from "./covering-array.ts";
import type { Limits } from "./gate.ts";
import { triple } from "./input-model.ts";
import { modelRows } from "./model-rows.ts";
import { assignRoles, withSafestFirst } from "./roles.ts";
import { createFormCounter, type LateWait, meetingsOf, type Run } from "./run.ts";

export interface RunOptions extends Pick<Limits, "maxCancels" | "maxRequests"> {
  /** Seed of the rows. Another one draws other rows with the same coverage. */
  readonly seed?: number | undefined;
  /** Whether every combination of the input model is sent, whatever the number of calls. Default: the 350 that find most. */
  readonly thorough?: boolean | undefined;
  /** Size of the first list, in bytes. */
  readonly firstBytes?: number;
  /** Milliseconds that an answer takes. */
  readonly answerMs?: number;
  readonly lateWait: LateWait;
}

/** Requests of a run by default. */
const defaultRequests = 350;
/** Time for all rows in ms, the number of them assumed to be under way at once, and the minimum number of rows. */
const rowsMs = 4000;
const rowsAtOnce = 8;
const minRows = 50;
/** Time in ms for orders that are tried one after the other, and the limits of their number. */
const inTurnMs = 900;
const [minInTurn, maxInTurn] = [2, 6];
/** Runs of fewer requests leave out the calls that find least. */
const shortRun = 180;

/** Estimated number of calls of a run in addition to its rows. */
function otherCalls({ pending, shipped }: GivenOrders, isShort: boolean): number {
  const inTurn = Math.min(maxInTurn, Math.max(0, pending.length - 7)) + 4 * Math.max(0, shipped.length - 1);
  return (isShort ? 76 : 136) + Math.ceil(3.5 * pending.length) + 11 * Math.min(1, shipped.length) + inTurn;
}

export function createRun(
  caller: Caller,
  { pending, shipped }: GivenOrders,
  { maxCancels, seed = 1, maxRequests, thorough = false, firstBytes = 0, answerMs = 0, lateWait }: RunOptions,
): Run {
  const weigh = caller.ids.weighFirst();
  const given = { pending, shipped: withSafestFirst(shipped, weigh) };
  const limits = {
    hasPending: given.pending.length > 0,
    hasShipped: given.shipped.length > 0,
    hasCancelled: given.pending.length > 0 && maxCancels !== 0,
    sendsTargets: caller.sendsTargets,
  };
  const hasLargeLists = firstBytes > expensiveBytes;
  const most = maxRequests ?? (thorough ? Number.POSITIVE_INFINITY : defaultRequests);
  const isShort = most < shortRun;
  const isTimed = maxRequests === undefined && !thorough;
  const maxRows = Math.min(
    Math.max(0, most - otherCalls(given, isShort)),
    isTimed ? Math.max(minRows, Math.floor((rowsMs * rowsAtOnce) / answerMs)) : Number.POSITIVE_INFINITY,
  );
  const all = modelRows(limits, seed, { hasLargeLists, thorough, ids: caller.ids.forms });
  const rows = all.slice(0, maxRows);
  const coverage = coverageOf(all, rows, triple);
  const roles = assignRoles(given, weigh, maxCancels);
  const maxOfOrders = Math.floor(inTurnMs / (2 * answerMs));
  return {
    ...{ caller, given, roles, rows, coverage, hasLargeLists, isShort, lateWait },
    nextForm: createFormCounter(),
    maxInTurn: Math.max(minInTurn, Math.min(maxInTurn, maxOfOrders)),
    // A new connection takes up to three round trips before its request.
    createMeeting: meetingsOf(Math.min(2000, 150 + 3 * answerMs)),
  };
}
