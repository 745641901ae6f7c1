/**
 * Sends the calls of a run: a limited number at a time, repeatable ones again where
 * the network failed, and put-off ones once the server is ready for them. A
 * cancel that should succeed is sent again only when the server said that it did
 * nothing. Whoever is put off or kept waiting too long is asked by fewer calls at once, over no more connections.
 */

import type { Answer, Exchange, OutgoingRequest } from "../evidence/exchange.ts";
import { headerOf, isDeferral, isKeptWaiting, notSent } from "../evidence/exchange.ts";
import { limitCancels } from "./cancel-limit.ts";
import { createConcurrencyLimit } from "./concurrency-limit.ts";
import { BrokenAnswer, NotSent, nothingListens, type SendOptions, type Target } from "./target.ts";

export interface TransportOptions {
  /** The most calls at once. Default: 8. */
  readonly concurrency?: number;
  /** Requests a second at the most. Default: as they come. */
  readonly rate?: number | undefined;
  /** Time a run may spend on waiting where the server asks for it. Default: 30,000 ms. */
  readonly waitBudgetMs?: number;
  /** How many orders the server may be made to cancel, whoever's they are. Default: as many as the calls do. */
  readonly maxCancels?: number | undefined;
  /** Once aborted, nothing more is sent, and what is under way is given up. */
  readonly signal?: AbortSignal | undefined;
}

export interface Transport {
  send(request: OutgoingRequest, settings?: SendOptions): Promise<Exchange>;
  /** Requests sent so far, repeats included. */
  readonly sent: number;
}

/** At one lost answer in five, eight tries in a row fail once in 390,000 calls. */
const retryLimit = 7;
/** Where so many calls of a kind failed at every try, the next ones get one more try each. */
const hopelessCalls = 3;
/** Times the number of tries so far. */
const retryPauseMs = 20;
/** Tries of a call that is answered 503 without a word of when to come back; of such a 429, too, everybody's pause. */
const busyLimit = 4;
const busyPauseMs = 100;
const mostBusyPauseMs = 1000;
/** A server that was there, and then nothing listens, may be started anew: so long a run waits for it in all. */
const restartBudgetMs = 3000;
const restartPauseMs = 100;
/** Where the server says for how long to wait, and nobody can read it. */
const usualWaitMs = 1000;
/** `Retry-After: 0` at every try must not become a flood. */
const leastWaitMs = 100;

export function createTransport(target: Target, options: TransportOptions = {}): Transport {
  const { concurrency = 8, maxCancels = Number.POSITIVE_INFINITY, signal } = options;
  const sendOnce = limitCancels((...args) => target.send(...args), maxCancels);
  const mayWait = createWaitBudget(options.waitBudgetMs ?? 30_000);
  const mayWaitForStart = createWaitBudget(restartBudgetMs);
  const { promise: stop, reject } = Promise.withResolvers<never>();
  stop.catch(() => undefined);
  signal?.addEventListener("abort", () => reject(new Error(stopped)), { once: true });
  let wasThere = false;
  let sent = 0;
  /** By method and credential: calls in a row that failed at every try. */
  const lost = new Map<string, number>();
  const limit = createConcurrencyLimit(concurrency);
  /** Some call was answered otherwise after a bare 503: that is how this server puts off, too. */
  let saysBusy = false;
  /** Nothing is sent before. */
  let nextAt = 0;

  /** @param holdMs how long nobody asks */
  function askLess(holdMs = 0): void {
    limit.halve();
    target.closeIdle?.();
    nextAt = Math.max(nextAt, performance.now() + holdMs);
  }

  async function pace(): Promise<void> {
    while (nextAt > performance.now() && !signal?.aborted) await pause(nextAt - performance.now(), signal);
    if (options.rate !== undefined) nextAt = performance.now() + 1000 / options.rate;
  }

  async function attempt(
    request: OutgoingRequest,
    sendOptions: SendOptions,
    first: number | undefined,
  ): Promise<Exchange> {
    await pace();
    // It may have waited for its turn since.
    const whyNot = signal?.aborted ? stopped : sendOptions.whyNot?.();
    if (whyNot !== undefined) {
      sent--;
      return notSent(request, whyNot);
    }
    const startedAt = performance.now();
    const done = (result: Partial<Exchange>): Exchange => {
      const endedAt = performance.now();
      const { connection } = sendOptions;
      return { request, ...result, connection, ms: endedAt - startedAt, sentAt: first ?? startedAt, endedAt };
    };
    try {
      return done({ answer: await Promise.race([sendOnce(request, sendOptions), stop]) });
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error);
      if (error instanceof BrokenAnswer) return done({ failure, broken: error.kind });
      if (!(error instanceof NotSent)) return done({ failure });
      sent--;
      return done({ failure, notSent: true });
    }
  }

  async function send(request: OutgoingRequest, settings: SendOptions = {}): Promise<Exchange> {
    const { repeatable = request.method === "GET" || request.method === "HEAD" } = settings;
    const sendOptions = { ...settings, repeatable };
    const kind = `${request.method} ${headerOf(request, "authorization") ?? ""}`;
    let first: number | undefined;
    let putOff: number | undefined;
    let busy = 0;
    let wasBareBusy = false;
    let before: Exchange | undefined;
    for (let retries = 0; ; ) {
      if (signal?.aborted) return notSent(request, stopped);
      // Counted before it waits for its turn: of calls that are made at once none goes beyond a limit.
      sent++;
      const last = await limit.run(
        () => attempt(request, sendOptions, first),
        // What is asked again tells whether others of its kind are worth asking.
        sendOptions.together ? "now" : first === undefined ? undefined : "next",
      );
      // What was sent before and got no answer may have been done.
      if (last.notSent) return before ?? last;
      const exchange: Exchange = putOff === undefined ? last : { ...last, putOff };
      if (!exchange.answer) before = exchange;
      // Nothing was sent, so that a cancel, too, may be sent again.
      if (exchange.failure === nothingListens && wasThere && mayWaitForStart(restartPauseMs)) {
        await pause(restartPauseMs, signal);
        continue;
      }
      wasThere ||= exchange.answer !== undefined;
      first = exchange.sentAt;
      if (!exchange.answer) {
        // What was under way may have been done: nobody knows. To read was nothing, and says nothing.
        const isRead = request.method === "GET" || request.method === "HEAD";
        if (signal?.aborted) return { ...exchange, ...(isRead ? { notSent: true } : { once: true }) };
        if (!repeatable) return { ...exchange, once: true };
        if (isKeptWaiting(exchange)) {
          // A server that let one call time out may let all of them: it is asked again, alone, only where
          // our own crowd may be the cause, and never again once a call that was alone had to wait in vain.
          if (!limit.wasConcurrent(exchange.sentAt)) limit.lift();
          else if (retries++ === 0 && limit.mayBeTooMany()) {
            askLess();
            continue;
          }
          return exchange;
        }
        if (exchange.broken === "unreadable") return exchange;
        const lostBefore = lost.get(kind) ?? 0;
        if (retries++ >= (lostBefore < hopelessCalls ? retryLimit : 1)) {
          lost.set(kind, lostBefore + 1);
          return exchange;
        }
        // A network loses a call now and then; who is cut off twice in a row may be one connection too many.
        if (retries === 2 && limit.wasConcurrent(exchange.sentAt) && limit.mayBeTooMany()) askLess();
        // Also an idle one counts.
        if (retries === 3) target.closeIdle?.();
        await pause(retries * retryPauseMs, signal);
        continue;
      }
      lost.delete(kind);
      limit.took(`${request.method} ${exchange.answer.status}`, exchange.ms);
      const { status } = exchange.answer;
      // Of a connection that lay idle: whole requests are sent here, and one on a connection of its own cannot be late.
      if (status === 408 && repeatable && sendOptions.connection !== "") {
        sendOptions.connection = "";
        continue;
      }
      // Without Retry-After a 503 may be a throttle's or a fault: a few tries tell, of calls that may be repeated.
      const mayBeFault = status === 503 && !isDeferral(exchange.answer);
      saysBusy ||= wasBareBusy && status !== 503;
      wasBareBusy = mayBeFault;
      if (mayBeFault && !repeatable) return { ...exchange, once: true };
      const isWordless =
        mayBeFault || (status === 429 && headerOf(exchange.answer, "retry-after") === undefined);
      if (isWordless) busy++;
      if (mayBeFault && busy > busyLimit && !saysBusy) return exchange;
      const waitMs = isWordless ? Math.min(busy * busyPauseMs, mostBusyPauseMs) : deferralMs(exchange.answer);
      if (waitMs === undefined) return exchange;
      if (!mayWait(waitMs)) return mayBeFault && saysBusy ? { ...exchange, deferred: true } : exchange;
      putOff = status;
      askLess(isWordless ? waitMs : 0);
      await pause(waitMs, signal);
    }
  }

  return {
    send,
    get sent() {
      return sent;
    },
  };
}

/** Why nothing was sent, or no answer waited for. */
const stopped = "the run was stopped";

/** Ends early when the run is stopped. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener("abort", end);
    if (signal?.aborted) end();
  });
}

/** How long the server asks to wait, if it does (RFC 9110, 10.2.3: seconds or a date). */
function deferralMs(answer: Answer): number | undefined {
  if (!isDeferral(answer)) return undefined;
  const retryAfter = headerOf(answer, "retry-after") ?? "";
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now();
  return Number.isNaN(ms) ? usualWaitMs : Math.max(leastWaitMs, ms);
}

/** Whether the run can afford a wait from now on. Calls that wait side by side spend the time once. */
function createWaitBudget(budgetMs: number): (waitMs: number) => boolean {
  let left = budgetMs;
  let waitedUntil = 0;
  return (waitMs) => {
    const now = performance.now();
    const cost = now + waitMs - Math.max(now, waitedUntil);
    if (cost > left) return false;
    left -= Math.max(0, cost);
    waitedUntil = Math.max(waitedUntil, now + waitMs);
    return true;
  };
}
