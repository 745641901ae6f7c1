/** Connects the parts that send, limit and record the calls of a run. */

import type { HeaderList } from "../evidence/exchange.ts";
import type { GivenOrders } from "../evidence/given-orders.ts";
import { defaultLateMs, Recorder } from "../evidence/history.ts";
import { pause } from "../targets/pacing.ts";
import type { Target } from "../targets/target.ts";
import type { TransportOptions } from "../targets/throttle.ts";
import { RunTransport } from "../targets/transport.ts";
import { Caller } from "./caller.ts";
import { Gate, type Limits } from "./gate.ts";
import { IdGuard } from "./id-guard.ts";
import { createCancelLimit, createTimeoutGuard } from "./limits.ts";
import { LossGuard } from "./loss-guard.ts";
import { OrderGuard } from "./order-guard.ts";
import { createSafeIds } from "./safe-ids.ts";

export interface RunCallOptions extends TransportOptions, Limits {
  /** Headers of each call. */
  readonly headers?: HeaderList;
  /** Milliseconds that a run waits for late effects. Default: 500. */
  readonly settleMs?: number | undefined;
}

export type RunCalls = ReturnType<typeof createRunCalls>;

export function createRunCalls(target: Target, options: RunCallOptions) {
  const { headers = [], settleMs = defaultLateMs, signal, disposable, maxCancels } = options;
  const { apiKey, baseUrl } = target;
  const transport = new RunTransport(target, options);
  // Late effects come even if the run does not wait for them.
  const recorder = new Recorder(apiKey, { lateMs: Math.max(settleMs, defaultLateMs) });
  const { history } = recorder;
  let latest: GivenOrders | undefined;
  const given = () => latest ?? history.given;
  const safeIds = createSafeIds(history, { isDisposable: disposable, given });
  const readLater = () => pause(settleMs, signal).then(() => caller.list());
  const lossGuard = new LossGuard({
    given,
    history,
    readLater,
    readList: () => caller.list({ isUrgent: true }),
  });
  // Guards that need a list at the same time share it.
  const readList = () => lossGuard.listAfter(performance.now());
  const orderGuard = new OrderGuard({ given, history, readList });
  const limits = [
    ...(maxCancels === undefined ? [] : [createCancelLimit(maxCancels)]),
    createTimeoutGuard(given),
  ];
  const gateOf = (...orderGuards: readonly OrderGuard[]) => {
    const idGuard = new IdGuard({ given, history, safeIds, orderGuard: orderGuards[0] });
    const guards = [...(disposable ? [] : [idGuard, ...orderGuards, lossGuard]), ...limits];
    return new Gate({ ...options, transport, baseUrl, apiKey, guards });
  };
  const caller = new Caller({
    transport: gateOf(orderGuard),
    recorder,
    safeIds,
    apiKey,
    headers,
    ...(!disposable && { standIn: (order: bigint) => orderGuard.standIn(order) }),
    baseUrl: target.sendsTargets ? baseUrl : undefined,
    pause: (ms) => pause(ms, signal),
  });
  return {
    transport,
    caller,
    history,
    /** Sets the orders that the run was given, and the time from which lists must show them. */
    give: (orders: GivenOrders, at = performance.now()) => recorder.give(orders, at),
    /** A way for exploration to send calls on other orders, within the limits of the run. */
    explorer: () => ({
      transport: gateOf(),
      onOrders(orders: GivenOrders) {
        latest = orders;
      },
    }),
  };
}
