/** The tries of one call: whether another one follows, and after which pause. */

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
import type { Turn } from "./places.ts";
import { isFinalFailure, nothingListens, type SendOptions, type Target } from "./target.ts";
import { retryAfterMs, type Throttle } from "./throttle.ts";

// Each rule has a server that would be blamed without it; those with a name are in selftest/sockets/right-wire.ts.

/**
 * The first pause in ms before a lost call is sent again, and the number of pauses, each twice as long: a server may be
 * starting again (wire-restarts-late), or close connections for two seconds after bad keys. At one lost answer in five
 * (flaky-servers.proof.test.ts), all tries fail once in 390,000 calls.
 */
const [lossPauseMs, maxLosses] = [20, 7];
/** Number of losses of one call that may be chance. After more, all calls pause, as long as pauses help. */
const fewLosses = 2;
/** Maximum number of waits of a call that is answered 503 without Retry-After (wire-four-at-once). */
const maxBusyWaits = 4;
/** Pauses of all calls after a 503 or 429 without a Retry-After: the first, and the longest. */
const [busyPauseMs, maxBusyPauseMs] = [100, 1000];
/** The first pause before a call is repeated that acts, where the server may be down: its few tries then take 2.5 s. */
const actingPauseMs = 250;
/** The pause in ms before a call is repeated that got a gateway's own error. */
const gatewayPauseMs = 50;
/** The same for a read while the server answers no call, since it may be down for some seconds. */
const maxOutageWaits = 9;

/** The outcome of a try: the call's exchange, or the pause before the next try in ms. */
export type Outcome = Exchange | number;

/** The parts that all calls of a run share. */
interface RunContext {
  readonly target: Target;
  readonly throttle: Throttle;
  readonly signal: AbortSignal | undefined;
}

export class Tries {
  /** The options of the next try. */
  options: SendOptions & { readonly repeatable: boolean };
  readonly #run: RunContext;
  readonly #request: OutgoingRequest;
  #startedAt = 0;
  /** Time when the first try was sent. */
  #firstSentAt: number | undefined;
  /** Time of the first answer by which the server may be down. */
  #failedAt: number | undefined;
  #wasBesideMany = false;
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

  constructor(run: RunContext, request: OutgoingRequest, settings: SendOptions) {
    this.#run = run;
    this.#request = request;
    this.options = { ...settings, repeatable: settings.repeatable ?? isRead(request) };
  }

  /** Whether a try may have taken effect. */
  get hadUnclear(): boolean {
    return this.#earlier.hadUnclearTry === true;
  }

  /**
   * A repeated call is sent first, since it shows whether further calls of its kind are useful. Calls that act come before
   * reads: more of them wait for each other.
   */
  get turn(): Turn {
    const { together, isUrgent } = this.options;
    if (this.#firstSentAt === undefined && together) return "now";
    if (this.#firstSentAt !== undefined || isUrgent) return "urgent";
    return isRead(this.#request) ? "reading" : "acting";
  }

  begin(): void {
    this.#startedAt = performance.now();
    this.#wasBesideMany = this.#run.throttle.places.areMany;
  }

  /** The exchange of a call of which no further try is sent. @param putOff the status of the server's last answer to such calls */
  end(why: string, putOff?: number): Exchange {
    return this.#lastUnclear ?? { ...notSent(this.#request, why), putOff };
  }

  finish(result: Partial<Exchange>): Outcome {
    const [sentAt, endedAt] = [this.#firstSentAt ?? this.#startedAt, performance.now()];
    const times = { ms: endedAt - this.#startedAt, sentAt, endedAt };
    const { connection } = this.options;
    const exchange = { request: this.#request, ...result, connection, ...times, ...this.#earlier };
    const { answer } = exchange;
    const outcome = answer ? this.#afterAnswer(exchange, answer) : this.#afterFailure(exchange);
    if (typeof outcome === "number") {
      if (isUnclear(exchange)) this.#earlier.hadUnclearTry = true;
      if (!answer || isUnclear(exchange)) this.#lastUnclear = exchange;
    }
    return outcome;
  }

  #afterFailure(exchange: Exchange): Outcome {
    const wasNotSent = exchange.failure === nothingListens;
    if (!wasNotSent) this.#firstSentAt = exchange.sentAt;
    // Whether a cancel under way was carried out is unknown. An aborted read has no effect.
    if (this.#run.signal?.aborted)
      return { ...exchange, ...(isRead(this.#request) ? { notSent: true } : { once: true }) };
    if (!this.#run.throttle.hasAnswered && isFinalFailure(exchange.failure)) return this.#giveUp(exchange);
    if (wasNotSent) return this.#afterLoss(exchange);
    if (!this.options.repeatable) return this.#giveUp(exchange);
    if (isKeptWaiting(exchange)) return this.#afterTimeout(exchange);
    return exchange.broken === "unreadable" ? exchange : this.#afterLoss(exchange);
  }

  #afterLoss(exchange: Exchange): Outcome {
    const { throttle } = this.#run;
    const pauseMs = lossPauseMs * 2 ** this.#losses++;
    if (this.#losses > maxLosses) throttle.pausesHelp = false;
    // One loss may be chance; two in a row may mean too many connections, idle ones included (wire-2-connections).
    if (this.#losses === fewLosses) this.#slowDown();
    if (this.#losses > fewLosses && !(throttle.pausesHelp && throttle.tryPause(pauseMs)))
      return this.#giveUp(exchange);
    return pauseMs;
  }

  /**
   * Sends a call again once where a server that answers one at a time may be late; of other calls, a few reads. A server that
   * hangs on a DELETE may carry it out each time.
   */
  #afterTimeout(exchange: Exchange): Outcome {
    if (this.#losses++ > 0) return exchange;
    const mayRepeat = this.#wasBesideMany || (isRead(this.#request) && this.#run.throttle.mayRepeatTimeout());
    if (!mayRepeat) return exchange;
    this.#slowDown();
    return 0;
  }

  /** The exchange of a call that is not sent again; one that is not repeatable may have taken effect. */
  #giveUp(exchange: Exchange): Exchange {
    return this.options.repeatable ? exchange : { ...exchange, once: true };
  }

  #afterAnswer(exchange: Exchange, answer: Answer): Outcome {
    const { status } = answer;
    const { throttle } = this.#run;
    throttle.hasAnswered = true;
    this.#firstSentAt = exchange.sentAt;
    if (this.#losses >= fewLosses) throttle.pausesHelp = true;
    throttle.places.grow();
    if (isGatewayError(status) || status === 503) this.#failedAt ??= exchange.endedAt;
    else throttle.servedAt = Math.max(throttle.servedAt, this.#startedAt);
    // A 408 is for an idle connection (wire-408-when-idle): requests are sent whole, so that on a new one they are not late.
    if (status === 408 && this.options.repeatable && this.options.connection !== "") {
      this.options = { ...this.options, connection: "" };
      return 0;
    }
    if (!isGatewayError(status)) return this.#afterDeferral(exchange, answer);
    const isLast = this.#earlier.resentAfter !== undefined && !this.#mayBeOutage;
    if (!this.options.repeatable || isLast) return this.#giveUp(exchange);
    const isFirst = this.#earlier.resentAfter === undefined;
    this.#earlier.resentAfter = status;
    if (isFirst) return gatewayPauseMs;
    const waitMs = Math.min(++this.#busy * busyPauseMs, maxBusyPauseMs);
    return throttle.tryPause(waitMs) ? waitMs : this.#giveUp(exchange);
  }

  /** Whether the server may be down for a while: it has served calls, and none since it failed at this one. */
  get #isUnserved(): boolean {
    const { servedAt } = this.#run.throttle;
    return Number.isFinite(servedAt) && servedAt < (this.#failedAt ?? 0);
  }

  /** Whether a read is sent more often for that reason. A call that acts waits longer, since it may act each time. */
  get #mayBeOutage(): boolean {
    return isRead(this.#request) && this.#busy < maxOutageWaits && this.#isUnserved;
  }

  /**
   * Waits if the answer asks for it (wire-limit-429). A 503 without Retry-After may also ask for it (wire-limit-503), or be a
   * fault, which a few tries show.
   */
  #afterDeferral(exchange: Exchange, answer: Answer): Outcome {
    const { throttle } = this.#run;
    const { status } = answer;
    const mayBeFault = status === 503 && !isDeferral(answer);
    throttle.defersBy503 ||= this.#wasBareBusy && status !== 503;
    this.#wasBareBusy = mayBeFault;
    if (!mayBeFault && !isDeferral(answer)) return exchange;
    if (mayBeFault && !this.options.repeatable) return this.#giveUp(exchange);
    const askedMs = retryAfterMs(answer);
    const pauseMs = this.#isUnserved && !isRead(this.#request) ? actingPauseMs : busyPauseMs;
    const waitMs = askedMs ?? Math.min(++this.#busy * pauseMs, maxBusyPauseMs);
    if (mayBeFault && this.#busy > maxBusyWaits && !throttle.defersBy503 && !this.#mayBeOutage)
      return exchange;
    if (!throttle.tryWait(this.#request, answer, waitMs, askedMs !== undefined))
      return mayBeFault && throttle.defersBy503 ? { ...exchange, deferred: true } : exchange;
    this.#earlier.putOff = status;
    this.#slowDown();
    return waitMs;
  }

  /** Halves the simultaneous calls. Idle connections may be the reason, too, but of a 429 (RFC 6585, 4: it is about requests). */
  #slowDown(): void {
    this.#run.throttle.places.halve();
    if (this.#earlier.putOff !== 429) this.#run.target.closeIdle?.();
  }
}

/** Whether a try may have taken effect. An answer that says "later" had none. */
const isUnclear = (exchange: Exchange): boolean =>
  mayHaveActed(exchange) &&
  exchange.failure !== nothingListens &&
  !(exchange.answer && isDeferral(exchange.answer));

const isRead = ({ method }: OutgoingRequest): boolean => method === "GET" || method === "HEAD";
