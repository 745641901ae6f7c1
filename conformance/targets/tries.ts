/**
 * The tries of one call. A cancel that should succeed is sent again only where the server said that it had no effect:
 * otherwise it may have been carried out although its answer was lost.
 */

import {
  type Answer,
  type Exchange,
  headerOf,
  isDeferral,
  isGatewayError,
  isKeptWaiting,
  mayHaveActed,
  notSent,
  type OutgoingRequest,
} from "../evidence/exchange.ts";
import { pause, stopped, untilStopped } from "./pacing.ts";
import type { SharedByTries } from "./share-tries.ts";
import { BrokenAnswer, NotSent, nothingListens, type SendOptions } from "./target.ts";
import { retryAfterMs } from "./throttle.ts";

/** Maximum number of tries: at one lost answer in five, eight tries in a row fail once in 390,000 calls. */
const maxRetries = 7;
/** After this number of calls of a kind that failed at every try, the next ones get one more try each. */
const hopelessCalls = 3;
/** Pause in ms, multiplied by the number of tries so far. */
const retryPauseMs = 20;
/** Failures of one call in a row that a network hardly causes: then all calls pause, each time for twice as long. */
const longestLoss = 3;
/** Maximum number of tries of a call that is answered 503 without Retry-After. */
const maxBusyTries = 4;
/** Pauses of all calls after a 503 or 429 without a Retry-After: the first, and the longest. */
const busyPauseMs = 100;
const maxBusyPauseMs = 1000;
/** The pause in ms before a call is repeated that a gateway did not pass on. */
const gatewayPauseMs = 50;
const restartPauseMs = 100;

/** The outcome of a try: the call's exchange, or the pause before the next try in ms. */
type Outcome = Exchange | number;

export class Tries {
  readonly #shared: SharedByTries;
  readonly #request: OutgoingRequest;
  readonly #settings: SendOptions;
  readonly #repeatable: boolean;
  readonly #kind: string;
  #connection: string | undefined;
  /** When the first try was sent. */
  #first: number | undefined;
  #retries = 0;
  #busy = 0;
  #wasBareBusy = false;
  /**
   * Facts of earlier tries: the status of the last 429 or 503, that of a gateway's answer after which it was sent again, and
   * whether one may have taken effect.
   */
  readonly #earlier: { putOff?: number; resentAfter?: number; hadUnclearTry?: boolean } = {};
  /** The last try without an answer. */
  #unanswered: Exchange | undefined;

  constructor(shared: SharedByTries, request: OutgoingRequest, settings: SendOptions = {}) {
    this.#shared = shared;
    this.#request = request;
    this.#repeatable = settings.repeatable ?? isRead(request);
    this.#settings = settings;
    this.#connection = settings.connection;
    this.#kind = `${request.method} ${headerOf(request, "authorization") ?? ""}`;
  }

  async send(): Promise<Exchange> {
    const { signal, limit } = this.#shared;
    for (;;) {
      if (signal?.aborted) return notSent(this.#request, stopped);
      // Counted before it waits, so that simultaneous calls do not exceed a limit.
      this.#shared.sent++;
      // A repeated call is sent first, since it shows whether others of its kind are useful.
      const { together, isUrgent } = this.#settings;
      const turn = together ? "now" : this.#first !== undefined || isUrgent ? "next" : undefined;
      const outcome = await limit.run(() => this.#attempt(), turn);
      if (typeof outcome !== "number") return outcome;
      await pause(outcome, signal);
    }
  }

  /** One try. Its outcome is known before another call takes its place. */
  async #attempt(): Promise<Outcome> {
    const last = await this.#sendOnce();
    if (last.notSent) {
      this.#shared.sent--;
      // A try before that got no answer may have been carried out.
      return this.#unanswered ?? last;
    }
    const exchange: Exchange = { ...last, ...this.#earlier };
    if (!exchange.answer) this.#unanswered = exchange;
    const outcome = this.#outcomeOf(exchange);
    if (typeof outcome === "number" && isUnclear(exchange)) this.#earlier.hadUnclearTry = true;
    return outcome;
  }

  async #sendOnce(): Promise<Exchange> {
    const { pace, throttle, signal } = this.#shared;
    const request = this.#request;
    await pace.wait(this.#first === undefined ? this.#settings.together : undefined);
    // The call may have waited since.
    const deferral = throttle.ended(request);
    const whyNot = signal?.aborted ? stopped : (deferral?.why ?? this.#settings.whyNot?.());
    if (whyNot !== undefined) return { ...notSent(request, whyNot), putOff: deferral?.status };
    const startedAt = performance.now();
    const connection = this.#connection;
    const done = (result: Partial<Exchange>): Exchange => {
      const endedAt = performance.now();
      const sentAt = this.#first ?? startedAt;
      return { request, ...result, connection, ms: endedAt - startedAt, sentAt, endedAt };
    };
    const options = { ...this.#settings, connection, repeatable: this.#repeatable };
    try {
      return done({ answer: await untilStopped(this.#shared.sendOnce(request, options), signal) });
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error);
      if (error instanceof BrokenAnswer) return done({ failure, broken: error.kind });
      return done({ failure, ...(error instanceof NotSent && { notSent: true }) });
    }
  }

  #outcomeOf(exchange: Exchange): Outcome {
    const { wasThere, mayWaitForStart } = this.#shared;
    // Nothing was sent, so that even a cancel may be sent again.
    if (exchange.failure === nothingListens && wasThere && mayWaitForStart(restartPauseMs))
      return restartPauseMs;
    this.#shared.wasThere ||= exchange.answer !== undefined;
    this.#first = exchange.sentAt;
    const { answer } = exchange;
    return answer ? this.#afterAnswer(exchange, answer) : this.#afterFailure(exchange);
  }

  #afterFailure(exchange: Exchange): Outcome {
    const { signal, lost } = this.#shared;
    // Whether a cancel under way was carried out is unknown. An aborted read has no effect.
    if (signal?.aborted)
      return { ...exchange, ...(isRead(this.#request) ? { notSent: true } : { once: true }) };
    if (!this.#repeatable) return { ...exchange, once: true };
    if (isKeptWaiting(exchange)) return this.#afterTimeout(exchange);
    if (exchange.broken === "unreadable") return exchange;
    const lostBefore = lost.get(this.#kind) ?? 0;
    if (this.#retries++ >= (lostBefore < hopelessCalls ? maxRetries : 1)) {
      lost.set(this.#kind, lostBefore + 1);
      return exchange;
    }
    // A network loses a call now and then; two in a row may mean one connection too many, an idle one among them.
    if (this.#retries === 2) this.#askLess();
    return this.#pauseAfterLoss();
  }

  /** The pause of all calls where one failed three times in a row: some servers close connections for a while. */
  #pauseAfterLoss(): number {
    const { recovery, pace } = this.#shared;
    const waitMs = 2 ** this.#retries * retryPauseMs;
    if (this.#retries < longestLoss || !recovery.mayWait(waitMs)) return this.#retries * retryPauseMs;
    pace.hold(waitMs);
    return waitMs;
  }

  /**
   * Whether a call that timed out is sent again: alone, and only where simultaneous calls may be the cause. Never once a
   * single call has timed out, since then all calls may.
   */
  #afterTimeout(exchange: Exchange): Outcome {
    const { limit } = this.#shared;
    if (!limit.wasConcurrent(exchange.sentAt)) limit.lift();
    else if (this.#retries++ === 0 && limit.mayBeTooMany()) {
      this.#askLess();
      return 0;
    }
    return exchange;
  }

  #afterAnswer(exchange: Exchange, answer: Answer): Outcome {
    const { lost, limit, recovery } = this.#shared;
    const { status } = answer;
    lost.delete(this.#kind);
    if (this.#retries >= longestLoss) recovery.noteAnswer();
    limit.took(`${this.#request.method} ${status}`, exchange.ms);
    // A 408 for an idle connection: requests are sent whole, so that one on a new connection cannot be late.
    if (status === 408 && this.#repeatable && this.#connection !== "") {
      this.#connection = "";
      return 0;
    }
    if (!isGatewayError(status)) return this.#afterDeferral(exchange, answer);
    if (!this.#repeatable) return { ...exchange, once: true };
    if (this.#earlier.resentAfter !== undefined) return exchange;
    this.#earlier.resentAfter = status;
    return gatewayPauseMs;
  }

  /** Waits if the answer asks for it. Without Retry-After a 503 may be throttling or a fault, which a few tries show. */
  #afterDeferral(exchange: Exchange, answer: Answer): Outcome {
    const { throttle } = this.#shared;
    const { status } = answer;
    const mayBeFault = status === 503 && !isDeferral(answer);
    this.#shared.defersBy503 ||= this.#wasBareBusy && status !== 503;
    this.#wasBareBusy = mayBeFault;
    const { defersBy503 } = this.#shared;
    if (mayBeFault && !this.#repeatable) return { ...exchange, once: true };
    const askedMs = retryAfterMs(answer);
    if (askedMs === undefined && !mayBeFault && status !== 429) return exchange;
    const waitMs = askedMs ?? Math.min(++this.#busy * busyPauseMs, maxBusyPauseMs);
    if (mayBeFault && this.#busy > maxBusyTries && !defersBy503) return exchange;
    if (!throttle.mayWait(this.#request, answer, waitMs))
      return mayBeFault && defersBy503 ? { ...exchange, deferred: true } : exchange;
    this.#earlier.putOff = status;
    this.#askLess();
    this.#shared.pace.hold(waitMs);
    return waitMs;
  }

  #askLess(): void {
    const { limit, target } = this.#shared;
    limit.halve();
    // A 429 is about requests (RFC 6585, 4), so that idle connections are probably not the reason.
    if (this.#earlier.putOff !== 429) target.closeIdle?.();
  }
}

/** Whether a try may have taken effect. One with Retry-After says that it did nothing. */
const isUnclear = (exchange: Exchange): boolean =>
  mayHaveActed(exchange) &&
  exchange.failure !== nothingListens &&
  !(exchange.answer && isDeferral(exchange.answer));

const isRead = ({ method }: OutgoingRequest): boolean => method === "GET" || method === "HEAD";
