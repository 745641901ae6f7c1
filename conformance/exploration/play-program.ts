/** Plays a program on separate orders, and judges its history. */

import { Caller } from "../calls/caller.ts";
import { callRow } from "../calls/play-rows.ts";
import { createSafeIds, showsAllIds } from "../calls/safe-ids.ts";
import { isSuccess } from "../diagnosis/contradiction.ts";
import { ownCancels } from "../diagnosis/order-calls.ts";
import { spontaneousFields } from "../diagnosis/order-data.ts";
import type { Exchange, HeaderList } from "../evidence/exchange.ts";
import { type GivenOrders, givenIds } from "../evidence/given-orders.ts";
import { type History, Recorder } from "../evidence/history.ts";
import type { Call } from "../evidence/read-call.ts";
import { judgeRequirement } from "../report/judge-evidence.ts";
import type { Result } from "../report/report.ts";
import type { Reporting } from "../report/report-exchange.ts";
import { ownListFaults } from "../requirements/list-faults.ts";
import { understoodIds } from "../requirements/order-id.ts";
import type { Requirement } from "../requirements/requirement.ts";
import type { Arrangement } from "../targets/target.ts";
import type { Transport } from "../targets/transport.ts";
import { groupsOf, type Move, type Program } from "./move.ts";
import type { OrderPool } from "./order-pool.ts";

export interface PlayOptions {
  readonly pool: OrderPool;
  /** The transport, which keeps the limits of the run. */
  readonly transport: Transport;
  readonly disposable?: boolean | undefined;
  /** Called with the orders of a history before it is played. */
  readonly onOrders: (given: GivenOrders) => void;
  readonly apiKey: string;
  readonly headers: HeaderList;
  readonly requirements: readonly Requirement[];
  readonly report: Reporting;
  /** The run's own history. */
  readonly earlier: History;
  readonly onTrouble?: ((message: string) => void) | undefined;
}

export interface Played {
  readonly orders: Arrangement;
  /** The calls in groups that were sent at once. */
  readonly steps: readonly (readonly Exchange[])[];
  readonly results: readonly Result[];
  /** The results that failed or warned. */
  readonly broken: readonly Result[];
}

export const hasFailed = ({ outcome }: Result): boolean => outcome === "failed";

export function createPlayer(options: PlayOptions) {
  const { pool, requirements, apiKey, report } = options;
  const run = options.earlier;
  const runLists = new Set(run.lists.map(({ list }) => list));
  const runOrders = new Set(givenIds(run.given));
  const moving = new Set(spontaneousFields(run));
  const earlier = {
    moving,
    hasCancelled: run.given.pending.some((order) =>
      ownCancels(run, order).some(({ status }) => isSuccess(status)),
    ),
    gateway: run.gateway,
    listFaults: new Set(ownListFaults(run).map(({ kind }) => kind)),
    understood: understoodIds(run),
    isSteady: (id: bigint) => !runOrders.has(id) && [...runLists].every(({ ids }) => ids.includes(id)),
  };
  const knowsAllIds = () => showsAllIds(run);
  let last = run;

  async function playOn(orders: Arrangement, { moves }: Program): Promise<Played> {
    options.onOrders(orders);
    const recorder = new Recorder(apiKey, { earlier, lateMs: run.lateMs });
    const { history } = recorder;
    recorder.give({ pending: orders.pending, shipped: orders.shipped }, performance.now());
    const before = last;
    const isKnown = (id: bigint) => run.wasListed(id) || before.wasListed(id);
    const safeIds = createSafeIds(history, { isDisposable: options.disposable, isKnown, knowsAllIds });
    const calls = await playMoves(new Caller({ ...options, recorder, safeIds }), moves, orders);
    last = history;
    for (const field of spontaneousFields(history)) moving.add(field);
    const results = requirements.map((requirement) => judgeRequirement(requirement, history, report));
    const broken = results.filter(({ outcome }) => outcome === "failed" || outcome === "warned");
    pool.giveBack(orders, history.calls, broken.some(hasFailed));
    return { orders, steps: calls.map((step) => step.map(({ exchange }) => exchange)), results, broken };
  }

  const playAndRelease = async (orders: Arrangement, program: Program) => {
    try {
      return await playOn(orders, program);
    } finally {
      await orders.release?.().catch((error: unknown) => options.onTrouble?.((error as Error).message));
    }
  };
  return {
    /** Plays with as many orders as exist. */
    play: async (program: Program) => playAndRelease(await pool.take(program.orders), program),
    /** Plays a program once more; undefined where there are too few orders. */
    async playAgain(program: Program) {
      const orders = await pool.take(program.orders);
      const isShort = orders.pending.length < program.orders.pending;
      return isShort && !pool.isRenewable ? undefined : playAndRelease(orders, program);
    },
  };
}

/**
 * Plays the moves. A move whose order is missing is left out, and one whose id may be that of an order that was not given.
 * @returns the calls, in groups that were sent at once
 */
async function playMoves(
  caller: Caller,
  moves: readonly Move[],
  given: GivenOrders,
): Promise<readonly (readonly Call[])[]> {
  const steps: (readonly Call[])[] = [];
  for (const group of groupsOf(moves)) {
    const calls = group.map(({ row, slot, form }) => {
      const orders = { none: [], pending: given.pending, shipped: given.shipped, cancelled: [] }[row.state];
      return callRow(caller, row, orders[slot], () => form);
    });
    const made = (await Promise.all(calls)).filter((call) => call !== undefined);
    if (made.length > 0) steps.push(made);
  }
  return steps;
}
