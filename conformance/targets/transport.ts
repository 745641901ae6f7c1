/**
 * Sends the calls of a run: a limited number at a time, repeatable ones again where
 * the network failed, and put-off ones once the server is ready for them. A
 * cancel that should succeed is sent again only when the server said that it did
 * nothing.
 */

import type { Answer, Exchange, OutgoingRequest } from "../history/exchange.ts";
import { headerOf, isDeferral } from "../history/exchange.ts";
import type { SendOptions, Target } from "./target.ts";

export interface TransportOptions {
  /** Calls under way at once. Default: 8. */
  readonly concurrency?: number;
  /** Time a run may spend on waiting where the server asks for it. Default: 30,000 ms. */
  readonly waitBudgetMs?: number;
}

export interface CallSettings extends SendOptions {
  /** A right server changes nothing on it, however often it comes. Default: GET and HEAD are. */
  readonly repeatable?: boolean;
}

export interface Transport {
  send(request: OutgoingRequest, settings?: CallSettings): Promise<Exchange>;
  /** Requests sent so far, repeats included. */
  readonly sent: number;
}

/** At one lost answer in five, six tries in a row fail once in 15,000 calls. */
const retryLimit = 5;
/** Times the number of tries so far. */
const retryPauseMs = 20;
/** Where the server asks to wait without saying for how long. */
const usualWaitMs = 1000;
/** `Retry-After: 0` at every try must not become a flood. */
const leastWaitMs = 100;

export function createTransport(target: Target, options: TransportOptions = {}): Transport {
  const { concurrency = 8 } = options;
  const mayWait = createWaitBudget(options.waitBudgetMs ?? 30_000);
  let sent = 0;
  const gate = createGate(concurrency);

  async function attempt(
    request: OutgoingRequest,
    sendOptions: SendOptions,
    first: number | undefined,
  ): Promise<Exchange> {
    const startedAt = performance.now();
    sent++;
    const times = () => {
      const endedAt = performance.now();
      return { ms: endedAt - startedAt, sentAt: first ?? startedAt, endedAt };
    };
    const { connection } = sendOptions;
    try {
      const answer = await target.send(request, sendOptions);
      return { request, answer, connection, ...times() };
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error);
      return { request, failure, connection, ...times() };
    }
  }

  async function send(request: OutgoingRequest, settings: CallSettings = {}): Promise<Exchange> {
    const { repeatable = request.method === "GET" || request.method === "HEAD", ...sendOptions } = settings;
    let first: number | undefined;
    for (let retries = 0; ; ) {
      const exchange = await gate(() => attempt(request, sendOptions, first));
      first = exchange.sentAt;
      if (!exchange.answer) {
        if (!repeatable) return { ...exchange, once: true };
        // A server that let one call time out may let all of them: waiting again would not end.
        if (retries++ >= retryLimit || exchange.failure?.startsWith("timeout")) return exchange;
        await pause(retries * retryPauseMs);
        continue;
      }
      const waitMs = deferralMs(exchange.answer);
      if (waitMs === undefined || !mayWait(waitMs)) return exchange;
      await pause(waitMs);
    }
  }

  return {
    send,
    get sent() {
      return sent;
    },
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** How long the server asks to wait, if it does (RFC 9110, 10.2.3: seconds or a date). */
function deferralMs(answer: Answer): number | undefined {
  if (!isDeferral(answer)) return undefined;
  const retryAfter = headerOf(answer, "retry-after");
  if (retryAfter === undefined) return usualWaitMs;
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

/** Lets a number of tasks run at once and keeps the others waiting in order. */
function createGate(places: number): <T>(task: () => Promise<T>) => Promise<T> {
  let free = places;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (free > 0) free--;
    else await new Promise<void>((enter) => waiting.push(enter));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
