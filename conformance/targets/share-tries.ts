/** State that the calls of a run share, made from the options of the run. */

import { limitCancels } from "./cancel-limit.ts";
import { createConcurrencyLimit } from "./concurrency-limit.ts";
import { createPace, createRecoveryBudget, createWaitBudget } from "./pacing.ts";
import type { Target } from "./target.ts";
import { createThrottle } from "./throttle.ts";

/** Milliseconds that a run waits in all for a server that was there and is restarting. */
const restartBudgetMs = 3000;

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

export type SharedByTries = ReturnType<typeof shareTries>;

export function shareTries(target: Target, options: TransportOptions) {
  const {
    concurrency = 8,
    rate,
    waitBudgetMs = 30_000,
    maxCancels = Number.POSITIVE_INFINITY,
    signal,
  } = options;
  return {
    ...{ target, signal },
    sendOnce: limitCancels((...args) => target.send(...args), maxCancels),
    pace: createPace(rate, signal),
    throttle: createThrottle(target.apiKey, waitBudgetMs),
    limit: createConcurrencyLimit(concurrency),
    /** Whether the run can afford to wait this time for a server that is restarting. */
    mayWaitForStart: createWaitBudget(restartBudgetMs),
    recovery: createRecoveryBudget(waitBudgetMs),
    /** By method and credential: calls in a row that failed at every try. */
    lost: new Map<string, number>(),
    /** Requests sent, repeats included. */
    sent: 0,
    /** Whether some call was answered. */
    wasThere: false,
    /** Whether some call was answered otherwise after a 503 without a Retry-After: this server puts off in that way too. */
    defersBy503: false,
  };
}
