/** A run, made ready: its orders have their roles, its rows are drawn. */

import type { GivenOrders } from "../history/given-orders.ts";
import { type Caller, dearBytes } from "./caller.ts";
import type { Coverage } from "./covering-array.ts";
import { modelRows } from "./model-rows.ts";
import { createTurns } from "./points.ts";
import { assignRoles } from "./roles.ts";
import type { Run, Settling } from "./run.ts";

export interface RunOptions {
  readonly maxCancels?: number | undefined;
  /** Another seed draws other rows with the same coverage. */
  readonly seed?: number | undefined;
  /** How many requests the run may send. */
  readonly maxRequests?: number | undefined;
  /** What the first list cost. */
  readonly firstList?: { readonly ms: number; readonly bytes: number };
  readonly settling: Settling;
}

/** A slow server is asked less: rows may take about 20 s at eight calls at once. */
const rowsBudgetMs = 8 * 20_000;
const leastRows = 120;
/** About as many calls a run makes besides its rows. */
const otherCalls = 120;

export function createRun(
  caller: Caller,
  given: GivenOrders,
  { maxCancels, seed = 1, maxRequests, firstList, settling }: RunOptions,
): { readonly run: Run; readonly coverage: Coverage } {
  const limits = {
    hasPending: given.pending.length > 0,
    hasShipped: given.shipped.length > 0,
    hasCancelled: given.pending.length > 0 && maxCancels !== 0,
  };
  const { ms = 0, bytes = 0 } = firstList ?? {};
  const isThrifty = bytes > dearBytes;
  const bySpeed = Math.max(leastRows, Math.floor(rowsBudgetMs / Math.max(1, ms)));
  const byNumber = Math.max(0, (maxRequests ?? Number.POSITIVE_INFINITY) - otherCalls);
  const { points, coverage } = modelRows(limits, seed, { isThrifty, mostRows: Math.min(bySpeed, byNumber) });
  const roles = assignRoles(given, maxCancels);
  return { run: { caller, given, roles, points, turns: createTurns(), isThrifty, settling }, coverage };
}
