/**
 * Sends the calls of a run: a limited number at a time, repeatable ones again where the network failed, and after a 429 or
 * 503 again at the requested time. A cancel that should succeed is sent again only where the server said that it had no
 * effect: otherwise it may have been carried out although its answer was lost.
 */

import type { Exchange, OutgoingRequest } from "../evidence/exchange.ts";
import { pause, stopped, untilStopped } from "./pacing.ts";
import { BrokenAnswer, type SendOptions, type Target } from "./target.ts";
import { Throttle, type TransportOptions } from "./throttle.ts";
import { type Outcome, Tries } from "./tries.ts";

export interface Transport {
  send(request: OutgoingRequest, settings?: SendOptions): Promise<Exchange>;
}

export class RunTransport implements Transport {
  readonly target: Target;
  readonly signal: AbortSignal | undefined;
  readonly throttle: Throttle;
  /** Requests sent so far, repeats included. */
  sent = 0;
  readonly #maxRequests: number;

  constructor(target: Target, options: TransportOptions = {}) {
    this.target = target;
    this.signal = options.signal;
    this.throttle = new Throttle(target.apiKey, options);
    this.#maxRequests = options.maxRequests ?? Number.POSITIVE_INFINITY;
  }

  async send(request: OutgoingRequest, settings: SendOptions = {}): Promise<Exchange> {
    const { throttle, target, signal } = this;
    const tries = new Tries(this, request, settings);
    for (;;) {
      if (signal?.aborted) return tries.end(stopped);
      if (this.sent >= this.#maxRequests)
        return tries.end(`the run may send at most ${this.#maxRequests} requests`);
      // Counted before it waits, so that simultaneous calls do not exceed the limit.
      this.sent++;
      const { turn } = tries;
      await throttle.places.enter(turn);
      let outcome: Outcome;
      try {
        await throttle.waitForTime(turn === "now");
        // The call may have waited since.
        const last = throttle.lastAnswerTo(request);
        const whyNot = signal?.aborted ? stopped : (last?.why ?? settings.whyNot?.(tries.hadUnclear));
        if (whyNot !== undefined) {
          this.sent--;
          return tries.end(whyNot, last?.status);
        }
        tries.begin();
        const result = await untilStopped(target.send(request, tries.options), signal).then(
          (answer) => ({ answer }),
          readFailure,
        );
        outcome = tries.finish(result);
      } finally {
        // The outcome is handled before another call begins.
        void throttle.places.leave(turn);
      }
      if (typeof outcome !== "number") return outcome;
      await pause(outcome, signal);
    }
  }
}

const readFailure = (error: unknown): Pick<Exchange, "failure" | "broken"> => ({
  failure: error instanceof Error ? error.message : String(error),
  ...(error instanceof BrokenAnswer && { broken: error.kind }),
});
