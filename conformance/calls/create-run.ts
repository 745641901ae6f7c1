/** A run, made ready: its orders have their roles, its rows are drawn. */

import type { GivenOrders } from "../evidence/given-orders.ts";
import { pause } from "../targets/transport.ts";
import { type Caller, expensiveBytes } from "./caller.ts";
import type { Coverage } from "./covering-array.ts";
import { modelRows } from "./model-rows.ts";
import { createTurns } from "./points.ts";
import { assignRoles } from "./roles.ts";
import type { LateWait, Run } from "./run.ts";

export interface RunOptions {
  readonly maxCancels?: number | undefined;
  /** Another seed draws other rows with the same coverage. */
  readonly seed?: number | undefined;
  /** How many requests the run may send. */
  readonly maxRequests?: number | undefined;
  /** Every combination, however many calls that takes. */
  readonly isThorough?: boolean | undefined;
  /** Of the first list. */
  readonly firstBytes?: number;
  /** How long an answer takes. */
  readonly answerMs?: number;
  readonly lateWait: LateWait;
}

/** Requests of a run, unless told otherwise. */
export const usualRequests = 350;
/** So long the rows may take together, in ms, where so many are under way at once; so many are played however slow. */
const rowsMs = 4000;
const rowsAtOnce = 8;
const fewestRows = 50;
/** A run of fewer leaves out what hardly ever finds anything. */
const shortRun = 180;

/** About as many calls a run makes besides its rows. */
function otherCalls({ pending, shipped }: GivenOrders, isShort: boolean): number {
  return (isShort ? 74 : 134) + Math.ceil(3.5 * pending.length) + 11 * shipped.length;
}

export function createRun(
  caller: Caller,
  given: GivenOrders,
  {
    maxCancels,
    seed = 1,
    maxRequests,
    isThorough = false,
    firstBytes = 0,
    answerMs = 0,
    lateWait,
  }: RunOptions,
): { readonly run: Run; readonly coverage: Coverage } {
  const limits = {
    hasPending: given.pending.length > 0,
    hasShipped: given.shipped.length > 0,
    hasCancelled: given.pending.length > 0 && maxCancels !== 0,
    sendsTargets: caller.sendsTargets,
  };
  const hasLargeLists = firstBytes > expensiveBytes;
  const most = maxRequests ?? (isThorough ? Number.POSITIVE_INFINITY : usualRequests);
  const isShort = most < shortRun;
  const { points, coverage } = modelRows(limits, seed, {
    hasLargeLists,
    isThorough,
    mostRows: Math.min(
      Math.max(0, most - otherCalls(given, isShort)),
      maxRequests === undefined && !isThorough
        ? Math.max(fewestRows, Math.floor((rowsMs * rowsAtOnce) / answerMs))
        : Number.POSITIVE_INFINITY,
    ),
    ids: caller.ids.forms,
  });
  const roles = assignRoles(given, maxCancels);
  return {
    run: { caller, given, roles, points, turns: createTurns(), hasLargeLists, isShort, lateWait },
    coverage,
  };
}

/** @param ms how long late effects are waited for */
export function createLateWait(ms: number, signal: AbortSignal | undefined): LateWait {
  let until = 0;
  return {
    begin() {
      until = performance.now() + ms;
    },
    async end() {
      const left = until - performance.now();
      if (left > 0) await pause(left, signal);
    },
  };
}
