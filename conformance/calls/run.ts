/** A run: its orders with their roles, its rows, and the values that its steps share. */

import type { GivenOrders } from "../evidence/given-orders.ts";
import { pause } from "../targets/pacing.ts";
import { type Caller, expensiveBytes } from "./caller.ts";
import { type Coverage, coverageOf } from "./covering-array.ts";
import type { Limits } from "./gate.ts";
import { type ModelRow, modelRows, triple } from "./input-model.ts";
import { assignRoles, type Roles, withSafestFirst } from "./roles.ts";

export interface Run {
  readonly caller: Caller;
  readonly given: GivenOrders;
  readonly roles: Roles;
  /** Rows of the input model, each played in the step that it belongs to. */
  readonly rows: readonly ModelRow[];
  readonly coverage: Coverage;
  readonly nextForm: NextForm;
  /** Whether lists are expensive, so that they are read one after the other. */
  readonly hasLargeLists: boolean;
  /** Whether few requests are allowed. */
  readonly isShort: boolean;
  /** Maximum number of orders that are tried one after the other, each followed by a list. */
  readonly maxInTurn: number;
  readonly lateWait: LateWait;
  readonly createBarrier: CreateBarrier;
}

/** Returns the index of the next form of a kind of value. */
export type NextForm = (kind: string) => number;

/** Counts the forms of each kind. */
function createFormCounter(): NextForm {
  const counts = new Map<string, number>();
  return (kind) => {
    const form = counts.get(kind) ?? 0;
    counts.set(kind, form + 1);
    return form;
  };
}

export type LateWait = ReturnType<typeof createLateWait>;

/**
 * The time in which late effects would come. Calls without late effects of their own are made meanwhile.
 * @param ms its duration
 */
export function createLateWait(ms: number, signal?: AbortSignal) {
  let until = 0;
  return {
    begin(): void {
      until = performance.now() + ms;
    },
    /** Whether it is over at a time, as of `performance.now()`. */
    isOverAt: (time: number): boolean => time >= until,
    /** Waits until it is over. */
    async end(): Promise<void> {
      const left = until - performance.now();
      if (left > 0) await pause(left, signal);
    },
  };
}

/** Makes a barrier at which a number of calls wait, so that they are sent together. */
export type CreateBarrier = (count: number) => () => Promise<void>;

/** @param maxWaitMs maximum time that the first call waits for the others to be ready */
function barriersOf(maxWaitMs: number): CreateBarrier {
  return (count) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let missing = count;
    return () => {
      if (missing === count) setTimeout(resolve, maxWaitMs);
      if (--missing === 0) resolve();
      return promise;
    };
  };
}

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

/** Number of requests of a run by default. */
const defaultRequests = 350;
/** Time for all rows in ms, the number of them assumed to be under way at once, and the minimum number of rows. */
const rowsMs = 7500;
const rowsAtOnce = 8;
const minRows = 50;
/** Time in ms for orders that are tried one after the other, and the limits of their number. */
const inTurnMs = 400;
const [minInTurn, maxInTurn] = [2, 4];
/** Runs of fewer requests leave out the calls that find least. */
const shortRun = 180;

/** Estimated number of calls of a run in addition to its rows. */
function otherCalls({ pending, shipped }: GivenOrders, isShort: boolean): number {
  const inTurn = Math.min(maxInTurn, Math.max(0, pending.length - 7));
  const ofShipped = shipped.length === 0 ? 0 : 7 + 4 * shipped.length;
  return (isShort ? 82 : 147) + 3 * pending.length + ofShipped + inTurn;
}

/** The orders without those whose cancel may hit another client's order. */
const withoutRisk = ({ ids }: Caller, orders: readonly bigint[]): readonly bigint[] =>
  orders.filter((order) => ids.isSafe(String(order)));

export function createRun(
  caller: Caller,
  { pending, shipped }: GivenOrders,
  { maxCancels, seed = 1, maxRequests, thorough = false, firstBytes = 0, answerMs = 0, lateWait }: RunOptions,
): Run {
  const weigh = caller.ids.weighFirst();
  const given = {
    pending: withoutRisk(caller, pending),
    shipped: withSafestFirst(withoutRisk(caller, shipped), weigh),
  };
  const limits = {
    hasPending: given.pending.length > 0,
    hasShipped: given.shipped.length > 0,
    hasCancelled: given.pending.length > 0 && maxCancels !== 0,
    sendsTargets: caller.sendsTargets,
  };
  const hasLargeLists = firstBytes > expensiveBytes;
  const limit = maxRequests ?? (thorough ? Number.POSITIVE_INFINITY : defaultRequests);
  const isShort = limit < shortRun;
  const isTimed = maxRequests === undefined && !thorough;
  const maxRows = Math.min(
    Math.max(0, limit - otherCalls(given, isShort)),
    isTimed ? Math.max(minRows, Math.floor((rowsMs * rowsAtOnce) / answerMs)) : Number.POSITIVE_INFINITY,
  );
  const all = modelRows(limits, seed, { hasLargeLists, thorough, ids: caller.ids.forms });
  const rows = all.slice(0, maxRows);
  const coverage = coverageOf(all, rows, triple);
  const { forms, isSafe } = caller.ids;
  const { cut } = forms.spellings;
  const hasSafeSpellings = (id: bigint) => cut.filter((spell) => isSafe(spell(id))).length * 2 > cut.length;
  const roles = assignRoles(given, weigh, hasSafeSpellings, maxCancels);
  const maxOfOrders = Math.floor(inTurnMs / (2 * answerMs));
  return {
    ...{ caller, given, roles, rows, coverage, hasLargeLists, isShort, lateWait },
    nextForm: createFormCounter(),
    maxInTurn: Math.max(minInTurn, Math.min(maxInTurn, maxOfOrders)),
    // A new connection takes up to three round trips before its request.
    createBarrier: barriersOf(Math.min(2000, 150 + 3 * answerMs)),
  };
}
