/** A run, made ready: its orders have their roles, its rows are drawn. */

import type { GivenOrders } from "../history/given-orders.ts";
import type { Caller } from "./caller.ts";
import type { Coverage } from "./covering-array.ts";
import { modelRows } from "./model-rows.ts";
import { createTurns } from "./points.ts";
import { assignRoles } from "./roles.ts";
import type { Run } from "./run.ts";

export interface RunOptions {
  readonly maxCancels?: number | undefined;
  /** Another seed draws other rows with the same coverage. */
  readonly seed?: number | undefined;
  /** Each call for the list is dear. */
  readonly isThrifty?: boolean;
  readonly settle: () => Promise<void>;
}

export function createRun(
  caller: Caller,
  given: GivenOrders,
  { maxCancels, seed = 1, isThrifty = false, settle }: RunOptions,
): { readonly run: Run; readonly coverage: Coverage } {
  const limits = {
    hasPending: given.pending.length > 0,
    hasShipped: given.shipped.length > 0,
    hasCancelled: given.pending.length > 0 && maxCancels !== 0,
  };
  const { points, coverage } = modelRows(limits, seed, isThrifty);
  const roles = assignRoles(given, maxCancels);
  return { run: { caller, given, roles, points, turns: createTurns(), settle }, coverage };
}
