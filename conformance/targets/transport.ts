/**
 * Sends the calls of a run: a limited number at a time, repeatable ones again where the network failed, and put-off ones
 * once the server is ready for them. A server that puts off or keeps waiting too long is asked by fewer calls at once,
 * over no more connections; one that asks for a longer wait than the run may spend is asked no more.
 */

import type { Exchange, OutgoingRequest } from "../evidence/exchange.ts";
import { limitCancels } from "./cancel-limit.ts";
import { createConcurrencyLimit } from "./concurrency-limit.ts";
import { createPace, createWaitBudget } from "./pacing.ts";
import type { SendOptions, Target } from "./target.ts";
import { createThrottle } from "./throttle.ts";
import { type SharedByTries, Tries } from "./tries.ts";

export interface TransportOptions {
  /** The most calls at once. Default: 8. */
  readonly concurrency?: number;
  /** Maximum number of requests a second. Default: no limit. */
  readonly rate?: number | undefined;
  /** Time a run may spend on waiting where the server asks for it. Default: 30,000 ms. */
  readonly waitBudgetMs?: number | undefined;
  /** Maximum number of orders that the server may cancel, given ones and others. Default: no limit. */
  readonly maxCancels?: number | undefined;
  /** Once aborted, nothing more is sent, and what is under way is given up. */
  readonly signal?: AbortSignal | undefined;
}

export interface Transport {
  send(request: OutgoingRequest, settings?: SendOptions): Promise<Exchange>;
  /** Requests sent so far, repeats included. */
  readonly sent: number;
  /** Why nothing more is sent with the key: the server asks for a longer wait than the run may spend. */
  readonly ended?: string | undefined;
}

/** Milliseconds that a run waits in all for a server that was there and is restarting. */
const restartBudgetMs = 3000;

export function createTransport(target: Target, options: TransportOptions = {}): Transport {
  const { concurrency = 8, maxCancels = Number.POSITIVE_INFINITY, signal } = options;
  const pace = createPace(options.rate, signal);
  const throttle = createThrottle(target.apiKey, options.waitBudgetMs);
  const shared: SharedByTries = {
    target,
    signal,
    sendOnce: limitCancels((...args) => target.send(...args), maxCancels),
    pace,
    throttle,
    limit: createConcurrencyLimit(concurrency),
    mayWaitForStart: createWaitBudget(restartBudgetMs),
    lost: new Map(),
    sent: 0,
    wasThere: false,
    saysBusy: false,
  };
  return {
    send: (request, settings) => new Tries(shared, request, settings).send(),
    get sent() {
      return shared.sent;
    },
    get ended() {
      return throttle.endedWithKey();
    },
  };
}
