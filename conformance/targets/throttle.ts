/** The speed of a run: the number of simultaneous calls, the times at which they are sent, and the time for waiting. */

import { type Answer, describeDeferral, headerOf, type OutgoingRequest } from "../evidence/exchange.ts";
import { pause } from "./pacing.ts";
import { Places } from "./places.ts";
import { defaultConcurrency } from "./target.ts";

export interface TransportOptions {
  /** Maximum number of simultaneous calls. Default: 12. */
  readonly concurrency?: number;
  /** Maximum number of requests a second. Default: no limit. */
  readonly rate?: number | undefined;
  /** Time that a run may spend on waits for a server that is busy or closes connections. Default: 30,000 ms. */
  readonly waitBudgetMs?: number | undefined;
  /** Maximum number of requests, repeats included. */
  readonly maxRequests?: number | undefined;
  /** Once aborted, no more calls are sent, and those under way are given up. */
  readonly signal?: AbortSignal | undefined;
}

/** Number of reads of a run that are sent again after a timeout that simultaneous calls do not explain. */
const maxTimeoutRepeats = 2;
/** Wait in ms for a Retry-After that cannot be parsed. */
const defaultWaitMs = 1000;
/** Minimum wait in ms, so that `Retry-After: 0` at every try does not cause many requests. */
const minWaitMs = 100;

/** An answer after which no call is sent. */
interface LastAnswer {
  readonly status: number;
  readonly why: string;
}

export class Throttle {
  readonly places: Places;
  /** Whether some call was answered. */
  hasAnswered = false;
  /** Time when the last call was sent that the server served: not with a 502, 503 or 504, by which it may be down for a while. */
  servedAt = Number.NEGATIVE_INFINITY;
  /** Whether some call got another answer after a 503 without Retry-After, which is then this server's way to say "later". */
  defersBy503 = false;
  /** Whether pauses help where a server closes connections: the last call that had many was answered. */
  pausesHelp = true;
  readonly #options: TransportOptions;
  readonly #keyHeader: string;
  readonly #waitBudgetMs: number;
  #waitLeftMs: number;
  #timeoutRepeats = 0;
  /** Time of the next call at the rate of the run, and end of the pause of all calls. */
  #nextAt = 0;
  #heldUntil = 0;
  /** The last answers. Calls without the key may have a separate limit. */
  readonly #last: { withKey?: LastAnswer; withoutKey?: LastAnswer } = {};

  constructor(apiKey: string, options: TransportOptions) {
    const { concurrency = defaultConcurrency, waitBudgetMs = 30_000 } = options;
    this.#options = options;
    this.#keyHeader = `Bearer ${apiKey}`;
    this.places = new Places(concurrency);
    this.#waitBudgetMs = waitBudgetMs;
    this.#waitLeftMs = waitBudgetMs;
  }

  /** The reason why no more calls with the key are sent: the server asks for a longer wait than the run has. */
  get ended(): string | undefined {
    return this.#last.withKey?.why;
  }

  /** The answer after which such requests are not sent any more. */
  lastAnswerTo(request: OutgoingRequest): LastAnswer | undefined {
    return this.#last[this.#laneOf(request)];
  }

  /**
   * Waits for the time of a call: at the rate of the run, and not during a pause of all calls.
   * @param isTogether whether it is one of several calls that are sent together: later ones wait for all of them
   */
  async waitForTime(isTogether: boolean): Promise<void> {
    const { rate, signal } = this.#options;
    const at = () => (isTogether ? this.#heldUntil : Math.max(this.#heldUntil, this.#nextAt));
    while (at() > performance.now() && !signal?.aborted) await pause(at() - performance.now(), signal);
    if (rate !== undefined) this.#nextAt = Math.max(this.#nextAt, performance.now()) + 1000 / rate;
  }

  /** Makes all calls pause, if the run has enough time left for waits. Simultaneous waits count once. @returns whether it had */
  tryPause(ms: number): boolean {
    const now = performance.now();
    const cost = Math.max(0, now + ms - Math.max(now, this.#heldUntil));
    if (cost > this.#waitLeftMs) return false;
    this.#waitLeftMs -= cost;
    this.#heldUntil = Math.max(this.#heldUntil, now + ms);
    return true;
  }

  /** The same for a wait that an answer asks for. If Retry-After asks for too much, no more such calls are sent. */
  tryWait(request: OutgoingRequest, answer: Answer, ms: number, isAsked: boolean): boolean {
    const lane = this.#laneOf(request);
    if (this.#last[lane]) return false;
    if (this.tryPause(ms)) return true;
    const why = `the server answered ${describeDeferral(answer)}, and the run may wait ${this.#waitBudgetMs / 1000} s in all`;
    if (isAsked) this.#last[lane] = { status: answer.status, why };
    return false;
  }

  /** Whether a read that simultaneous calls did not delay may be sent again, which takes another time limit. */
  mayRepeatTimeout(): boolean {
    return this.#timeoutRepeats++ < maxTimeoutRepeats;
  }

  #laneOf({ headers }: OutgoingRequest): "withKey" | "withoutKey" {
    const hasKey = headers.some(
      ([name, value]) => /^authorization$/i.test(name) && value === this.#keyHeader,
    );
    return hasKey ? "withKey" : "withoutKey";
  }
}

/** The wait that the server asks for, if any (RFC 9110, 10.2.3: seconds or a date). */
export function retryAfterMs(answer: Answer): number | undefined {
  const retryAfter = headerOf(answer, "retry-after");
  if (retryAfter === undefined) return undefined;
  // A date is one of the server's clock, which may differ from this machine's.
  const now = Date.parse(headerOf(answer, "date") ?? "") || Date.now();
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now;
  return Number.isNaN(ms) ? defaultWaitMs : Math.max(minWaitMs, ms);
}
