/** The parts that send, limit and record the calls of a run, put together. */

import type { HeaderList } from "../evidence/exchange.ts";
import type { GivenOrders } from "../evidence/given-orders.ts";
import { type History, Recorder, usualLateMs } from "../evidence/history.ts";
import type { Call } from "../evidence/read-call.ts";
import { pause } from "../targets/pacing.ts";
import type { Target } from "../targets/target.ts";
import { createTransport, type Transport, type TransportOptions } from "../targets/transport.ts";
import { type Caller, createCaller } from "./caller.ts";
import { followRedirects } from "./follow-redirects.ts";
import { type Limits, limitCalls } from "./gate.ts";
import { giveUpAfterTimeouts } from "./give-up.ts";
import { OrderGuard } from "./order-guard.ts";
import { createSafeIds } from "./safe-ids.ts";

export interface RunCallOptions extends TransportOptions, Limits {
  /** Sent with each call. */
  readonly headers?: HeaderList;
  /** Milliseconds that a run waits for late effects. Default: 500. */
  readonly settleMs?: number | undefined;
}

/** The parts that send and record the calls of a run. */
export interface RunCalls {
  readonly transport: Transport;
  readonly caller: Caller;
  readonly history: History;
  /** Notes the orders that the run was given. */
  give(orders: GivenOrders): void;
  /** Asks for the list as the run's first call. */
  askFirst(): Promise<Call>;
  /** A way for exploration to send calls on other orders, within the limits of the run. */
  explorer(): { readonly transport: Transport; readonly onOrders: (orders: GivenOrders) => void };
}

export function createRunCalls(target: Target, options: RunCallOptions): RunCalls {
  const { headers = [], settleMs = usualLateMs, signal } = options;
  const { apiKey } = target;
  const transport = createTransport(target, options);
  // Late effects come even if the run does not wait for them.
  const recorder = new Recorder(apiKey, { lateMs: Math.max(settleMs, usualLateMs) });
  const { history } = recorder;
  let latest: GivenOrders | undefined;
  const given = () => latest ?? history.given;
  let knowsSmallLettersAlone = false;
  const named: Transport = {
    get sent() {
      return transport.sent;
    },
    send: (request, settings) =>
      transport.send(knowsSmallLettersAlone ? { ...request, keepsCase: true } : request, settings),
  };
  const followed = followRedirects(named, target, options.maxRequests);
  const patient = giveUpAfterTimeouts(followed, given, apiKey);
  const safeIds = createSafeIds(history, { isDisposable: options.disposable, given });
  const readLater = () => pause(settleMs, signal).then(() => caller.list());
  const readList = () => caller.list({});
  const guard = new OrderGuard({ given, apiKey, history, readList });
  const gateOptions = { given, apiKey, history, safeIds, readLater, readList };
  const caller = createCaller({
    safeIds,
    ...(!options.disposable && { standIn: (order: bigint) => guard.standIn(order) }),
    baseUrl: target.sendsTargets ? target.baseUrl : undefined,
    transport: limitCalls(patient, options, { ...gateOptions, guard }),
    recorder,
    apiKey,
    headers,
    pause: (ms) => pause(ms, signal),
  });
  return {
    transport,
    caller,
    history,
    give: (orders) => recorder.give(orders, performance.now()),
    async askFirst() {
      const first = await caller.list();
      if (!target.sendsTargets || first.status !== 401) return first;
      // Some servers find only header names in lower case, as some clients write them.
      const inSmallLetters = await caller.list({ nameCase: "lower" });
      knowsSmallLettersAlone = inSmallLetters.status === 200;
      return knowsSmallLettersAlone ? inSmallLetters : first;
    },
    explorer: () => ({
      transport: limitCalls(patient, options, gateOptions),
      onOrders(orders) {
        latest = orders;
      },
    }),
  };
}
