/**
 * Sends the calls of a run: a limited number at a time, repeatable ones again where the network failed, and after a 429 or
 * 503 again at the requested time. A cancel that should succeed is sent again only where the server said that it had no
 * effect: otherwise it may have been carried out although its answer was lost.
 */

import {
  type Answer,
  type Exchange,
  isDeferral,
  isGatewayError,
  isKeptWaiting,
  mayHaveActed,
  notSent,
  type OutgoingRequest,
} from "../evidence/exchange.ts";
import { pause, stopped, untilStopped } from "./pacing.ts";
import { BrokenAnswer, isFinalFailure, nothingListens, type SendOptions, type Target } from "./target.ts";
import { retryAfterMs, Throttle, type TransportOptions } from "./throttle.ts";

export interface Transport {
  send(request: OutgoingRequest, settings?: SendOptions): Promise<Exchange>;
  /** Requests sent so far, repeats included. */
  readonly sent: number;
}

export class RunTransport implements Transport {
  readonly target: Target;
  readonly signal: AbortSignal | undefined;
  readonly throttle: Throttle;
  sent = 0;

  constructor(target: Target, options: TransportOptions = {}) {
    this.target = target;
    this.signal = options.signal;
    this.throttle = new Throttle(target.apiKey, options);
  }

  send(request: OutgoingRequest, settings?: SendOptions): Promise<Exchange> {
    return new Tries(this, request, settings).send();
  }
}

/**
 * Pauses in ms before a lost call is sent again: some servers close connections for two seconds after bad keys. At one lost
 * answer in five, all tries fail once in 390,000 calls.
 */
const lossPausesMs = [20, 40, 160, 320, 640, 1280, 500] as const;
/** Number of losses of one call that may be chance. After more, all calls pause, as long as pauses help. */
const fewLosses = 2;
/** Maximum number of tries of a call that is answered 503 without Retry-After. */
const maxBusyTries = 4;
/** Pauses of all calls after a 503 or 429 without a Retry-After: the first, and the longest. */
const busyPauseMs = 100;
const maxBusyPauseMs = 1000;
/** The pause in ms before a call is repeated that got a gateway's own error. */
const gatewayPauseMs = 50;

/** The outcome of a try: the call's exchange, or the pause before the next try in ms. */
type Outcome = Exchange | number;

/** The tries of one call. */
class Tries {
  readonly #run: RunTransport;
  readonly #request: OutgoingRequest;
  readonly #settings: SendOptions;
  readonly #repeatable: boolean;
  #connection: string | undefined;
  /** Time when the first try was sent. */
  #firstSentAt: number | undefined;
  #losses = 0;
  #busy = 0;
  #wasBareBusy = false;
  /**
   * Facts of earlier tries: the status of the last 429 or 503, that of a gateway's answer after which it was sent again, and
   * whether one may have taken effect.
   */
  readonly #earlier: { putOff?: number; resentAfter?: number; hadUnclearTry?: boolean } = {};
  /** The last try that may have taken effect, or had no answer: the outcome where no further try is sent. */
  #lastUnclear: Exchange | undefined;

  constructor(run: RunTransport, request: OutgoingRequest, settings: SendOptions = {}) {
    this.#run = run;
    this.#request = request;
    this.#repeatable = settings.repeatable ?? isRead(request);
    this.#settings = settings;
    this.#connection = settings.connection;
  }

  async send(): Promise<Exchange> {
    const { signal, throttle } = this.#run;
    for (;;) {
      if (signal?.aborted) return this.#lastUnclear ?? notSent(this.#request, stopped);
      // Counted before it waits, so that simultaneous calls do not exceed a limit.
      this.#run.sent++;
      // A repeated call is sent first, since it shows whether further calls of its kind are useful.
      const { together, isUrgent } = this.#settings;
      const turn = together ? "now" : this.#firstSentAt !== undefined || isUrgent ? "next" : undefined;
      // The outcome is handled before another call begins.
      const outcome = await throttle.limit.run(() => this.#attempt(), turn);
      if (typeof outcome !== "number") return outcome;
      await pause(outcome, signal);
    }
  }

  async #attempt(): Promise<Outcome> {
    const exchange = await this.#sendOnce();
    if (exchange.notSent) {
      this.#run.sent--;
      return this.#lastUnclear ?? exchange;
    }
    const { answer } = exchange;
    const outcome = answer ? this.#afterAnswer(exchange, answer) : this.#afterFailure(exchange);
    if (typeof outcome === "number") {
      if (isUnclear(exchange)) this.#earlier.hadUnclearTry = true;
      if (!answer || isUnclear(exchange)) this.#lastUnclear = exchange;
    }
    return outcome;
  }

  async #sendOnce(): Promise<Exchange> {
    const { throttle, target, signal } = this.#run;
    const request = this.#request;
    await throttle.pace.wait(this.#firstSentAt === undefined && this.#settings.together !== undefined);
    // The call may have waited since.
    const last = throttle.lastAnswerTo(request);
    const whyNot = signal?.aborted
      ? stopped
      : (last?.why ?? this.#settings.whyNot?.(this.#earlier.hadUnclearTry === true));
    if (whyNot !== undefined) return { ...notSent(request, whyNot), putOff: last?.status };
    const startedAt = performance.now();
    const connection = this.#connection;
    const done = (result: Partial<Exchange>): Exchange => {
      const endedAt = performance.now();
      const sentAt = this.#firstSentAt ?? startedAt;
      return { request, ...result, connection, ms: endedAt - startedAt, sentAt, endedAt, ...this.#earlier };
    };
    const options = { ...this.#settings, connection, repeatable: this.#repeatable };
    try {
      return done({ answer: await untilStopped(target.send(request, options), signal) });
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error);
      return done({ failure, ...(error instanceof BrokenAnswer && { broken: error.kind }) });
    }
  }

  #afterFailure(exchange: Exchange): Outcome {
    const { signal, throttle } = this.#run;
    const wasNotSent = exchange.failure === nothingListens;
    if (!wasNotSent) this.#firstSentAt = exchange.sentAt;
    // Whether a cancel under way was carried out is unknown. An aborted read has no effect.
    if (signal?.aborted)
      return { ...exchange, ...(isRead(this.#request) ? { notSent: true } : { once: true }) };
    if (!throttle.hasAnswered && isFinalFailure(exchange.failure)) return this.#giveUp(exchange);
    if (wasNotSent) return this.#afterLoss(exchange);
    if (!this.#repeatable) return this.#giveUp(exchange);
    if (isKeptWaiting(exchange)) return this.#afterTimeout(exchange);
    return exchange.broken === "unreadable" ? exchange : this.#afterLoss(exchange);
  }

  #afterLoss(exchange: Exchange): Outcome {
    const { throttle } = this.#run;
    const pauseMs = lossPausesMs[this.#losses++];
    if (pauseMs === undefined) return this.#giveUp(exchange);
    if (this.#losses > fewLosses) {
      if (!throttle.mayWaitForLost(pauseMs)) return this.#giveUp(exchange);
      throttle.pace.hold(pauseMs);
    }
    // One loss may be chance; two in a row may mean too many connections, idle ones included.
    if (this.#losses === fewLosses) this.#reduceLoad();
    return pauseMs;
  }

  /** Sends a call again if simultaneous calls may be the reason. Once a single call timed out, only a few may be chance. */
  #afterTimeout(exchange: Exchange): Outcome {
    const { limit } = this.#run.throttle;
    if (!limit.wasConcurrent(exchange.sentAt)) limit.lift();
    if (this.#losses++ > 0) return exchange;
    // A server that hangs on a DELETE may carry it out each time.
    if (limit.isLifted) return isRead(this.#request) && this.#run.throttle.mayRepeatTimeout() ? 0 : exchange;
    this.#reduceLoad();
    return 0;
  }

  /** The exchange of a call that is not sent again; one that is not repeatable may have taken effect. */
  #giveUp(exchange: Exchange): Exchange {
    return this.#repeatable ? exchange : { ...exchange, once: true };
  }

  #afterAnswer(exchange: Exchange, answer: Answer): Outcome {
    const { status } = answer;
    const { throttle } = this.#run;
    throttle.hasAnswered = true;
    this.#firstSentAt = exchange.sentAt;
    if (this.#losses >= fewLosses) throttle.noteRecovery();
    throttle.limit.grow();
    // A 408 is for an idle connection: requests are sent whole, so that on a new connection they are not late.
    if (status === 408 && this.#repeatable && this.#connection !== "") {
      this.#connection = "";
      return 0;
    }
    if (!isGatewayError(status)) return this.#afterDeferral(exchange, answer);
    if (!this.#repeatable || this.#earlier.resentAfter !== undefined) return this.#giveUp(exchange);
    this.#earlier.resentAfter = status;
    return gatewayPauseMs;
  }

  /** Waits if the answer asks for it. Without Retry-After a 503 may be throttling or a fault, which a few tries show. */
  #afterDeferral(exchange: Exchange, answer: Answer): Outcome {
    const { throttle } = this.#run;
    const { status } = answer;
    const mayBeFault = status === 503 && !isDeferral(answer);
    throttle.defersBy503 ||= this.#wasBareBusy && status !== 503;
    this.#wasBareBusy = mayBeFault;
    if (!mayBeFault && !isDeferral(answer)) return exchange;
    if (mayBeFault && !this.#repeatable) return this.#giveUp(exchange);
    const askedMs = retryAfterMs(answer);
    const waitMs = askedMs ?? Math.min(++this.#busy * busyPauseMs, maxBusyPauseMs);
    if (mayBeFault && this.#busy > maxBusyTries && !throttle.defersBy503) return exchange;
    if (!throttle.mayWait(this.#request, answer, waitMs, askedMs !== undefined))
      return mayBeFault && throttle.defersBy503 ? { ...exchange, deferred: true } : exchange;
    this.#earlier.putOff = status;
    this.#reduceLoad();
    throttle.pace.hold(waitMs);
    return waitMs;
  }

  #reduceLoad(): void {
    const { throttle, target } = this.#run;
    throttle.limit.halve();
    // A 429 is about requests (RFC 6585, 4), so that idle connections are probably not the reason.
    if (this.#earlier.putOff !== 429) target.closeIdle?.();
  }
}

/** Whether a try may have taken effect. An answer that says "later" had none. */
const isUnclear = (exchange: Exchange): boolean =>
  mayHaveActed(exchange) &&
  exchange.failure !== nothingListens &&
  !(exchange.answer && isDeferral(exchange.answer));

const isRead = ({ method }: OutgoingRequest): boolean => method === "GET" || method === "HEAD";
