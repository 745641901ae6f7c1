/** Limits of a server, as its answers have shown them: the number of simultaneous calls, pauses, and the last answer. */

import { type Answer, describeDeferral, headerOf, type OutgoingRequest } from "../evidence/exchange.ts";
import { createPace, createWaitBudget } from "./pacing.ts";
import { defaultConcurrency } from "./target.ts";

export interface TransportOptions {
  /** Maximum number of simultaneous calls. Default: 12. */
  readonly concurrency?: number;
  /** Maximum number of requests a second. Default: no limit. */
  readonly rate?: number | undefined;
  /** Time that a run may spend on waits for which the server asks. Default: 30,000 ms. */
  readonly waitBudgetMs?: number | undefined;
  /** Once aborted, no more calls are sent, and those under way are given up. */
  readonly signal?: AbortSignal | undefined;
}

/** Number of calls of a run that are sent again after a timeout that had no other calls as its reason. */
const maxTimeoutRepeats = 2;

/** An answer after which no call is sent. */
interface LastAnswer {
  readonly status: number;
  readonly why: string;
}

/** Wait in ms for a Retry-After that cannot be parsed. */
const defaultWaitMs = 1000;
/** Minimum wait in ms, so that `Retry-After: 0` at every try does not cause many requests. */
const minWaitMs = 100;
/** Maximum time in ms of waits in a row while no lost call is answered, and of all such waits of a run. */
const [maxLossWaitMs, maxLossWaitInAllMs] = [3000, 30_000];

export class Throttle {
  readonly pace: ReturnType<typeof createPace>;
  readonly limit: ConcurrencyLimit;
  /** Whether some call was answered. */
  hasAnswered = false;
  /** Whether some call got another answer after a 503 without Retry-After, which is then this server's way to say "later". */
  defersBy503 = false;
  #timeoutRepeats = 0;
  #mayWaitInRow = createWaitBudget(maxLossWaitMs);
  readonly #mayWaitInAll = createWaitBudget(maxLossWaitInAllMs);
  readonly #apiKey: string;
  readonly #waitBudgetMs: number;
  readonly #mayWaitForServer: ReturnType<typeof createWaitBudget>;
  /** The last answers. Calls without the key may have a separate limit. */
  readonly #last: { withKey?: LastAnswer; withoutKey?: LastAnswer } = {};

  constructor(
    apiKey: string,
    { concurrency = defaultConcurrency, rate, waitBudgetMs = 30_000, signal }: TransportOptions,
  ) {
    this.#apiKey = apiKey;
    this.pace = createPace(rate, signal);
    this.limit = new ConcurrencyLimit(concurrency);
    this.#waitBudgetMs = waitBudgetMs;
    this.#mayWaitForServer = createWaitBudget(waitBudgetMs);
  }

  /** The reason why no more calls with the key are sent: the server asks for a longer wait than the run has. */
  get ended(): string | undefined {
    return this.#last.withKey?.why;
  }

  /** The answer after which such requests are not sent any more. */
  lastAnswerTo(request: OutgoingRequest): LastAnswer | undefined {
    return this.#last[this.#laneOf(request)];
  }

  /** Whether a call that timed out alone may be sent again, which takes another time limit where the server hangs. */
  mayRepeatTimeout(): boolean {
    return this.#timeoutRepeats++ < maxTimeoutRepeats;
  }

  /** Whether the run waits this time in ms for a server that loses calls. */
  mayWaitForLost(waitMs: number): boolean {
    return this.#mayWaitInRow(waitMs) && this.#mayWaitInAll(waitMs);
  }

  /** Notes that a call was answered after several losses: waiting helps. */
  noteRecovery(): void {
    this.#mayWaitInRow = createWaitBudget(maxLossWaitMs);
  }

  /** Whether the run waits as long as the server asks. If Retry-After asks for too much, no more such calls are sent. */
  mayWait(request: OutgoingRequest, answer: Answer, waitMs: number, isAsked: boolean): boolean {
    const lane = this.#laneOf(request);
    if (this.#last[lane]) return false;
    if (this.#mayWaitForServer(waitMs)) return true;
    const why = `the server answered ${describeDeferral(answer)}, and the run may wait ${this.#waitBudgetMs / 1000} s in all`;
    if (isAsked) this.#last[lane] = { status: answer.status, why };
    return false;
  }

  #laneOf({ headers }: OutgoingRequest): "withKey" | "withoutKey" {
    const key = `Bearer ${this.#apiKey}`;
    return headers.some(([name, value]) => /^authorization$/i.test(name) && value === key)
      ? "withKey"
      : "withoutKey";
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

/** Maximum number of promises between an answer and the call that waited for it. */
const maxSteps = 100;

/** The first and minimum number of calls: a server that cannot answer two at once is rare. */
const minPlaces = 2;

/** Limits simultaneous calls: two at first, one more with each answer, half as many where a server cannot answer them. */
export class ConcurrencyLimit {
  readonly #allowed: number;
  #places: number;
  #max: number;
  #isLifted = false;
  #inside = 0;
  #concurrentUntil = Number.NEGATIVE_INFINITY;
  readonly #waiting: (() => void)[] = [];

  constructor(allowed: number) {
    this.#allowed = allowed;
    this.#max = allowed;
    this.#places = Math.min(minPlaces, allowed);
  }

  get isLifted(): boolean {
    return this.#isLifted;
  }

  /** Whether other calls were under way at some time since. */
  wasConcurrent(since: number): boolean {
    return this.#inside > 1 || this.#concurrentUntil >= since;
  }

  /**
   * Runs a task once a place is free.
   * @param turn now: one of several calls that must be sent together; next: before the waiting ones. Default: after them
   */
  async run<T>(task: () => Promise<T>, turn?: "now" | "next"): Promise<T> {
    // A place that is passed to the next call stays counted.
    if (turn === "now" || this.#inside < this.#places) this.#inside++;
    else
      await new Promise<void>((enter) =>
        turn === "next" ? this.#waiting.unshift(enter) : this.#waiting.push(enter),
      );
    try {
      return await task();
    } finally {
      if (this.#inside > 1) this.#concurrentUntil = performance.now();
      // The call that waited for this one comes next: it asks for its place only after this function has returned.
      void this.#leave(turn === "next" ? maxSteps : 0);
    }
  }

  /** @param steps number of promises to wait for */
  async #leave(steps: number): Promise<void> {
    for (let left = steps; left > 0; left--) await undefined;
    this.#inside--;
    this.#letIn();
  }

  /** Notes an answer: one more call may be sent. */
  grow(): void {
    if (this.#waiting.length > 0) this.#places = Math.min(this.#max, this.#places + 1);
    this.#letIn();
  }

  /** Halves the number for the rest of the run. */
  halve(): void {
    if (this.#isLifted) return;
    this.#max = Math.max(Math.min(minPlaces, this.#allowed), Math.floor(this.#places / 2));
    this.#places = this.#max;
  }

  /** Allows all places permanently, since simultaneous calls are not the reason of failures. */
  lift(): void {
    this.#isLifted = true;
    this.#max = this.#allowed;
    this.#places = this.#allowed;
    this.#letIn();
  }

  #letIn(): void {
    while (this.#inside < this.#places && this.#waiting.length > 0) {
      this.#inside++;
      this.#waiting.shift()!();
    }
  }
}
