/** A transport to a target that plays answers by a script, on fake timers that end with the test. */

import { onTestFinished, vi } from "vitest";
import type { Answer, Exchange } from "../evidence/exchange.ts";
import { NoAnswer, type SendOptions, type Target } from "../targets/target.ts";
import type { TransportOptions } from "../targets/throttle.ts";
import { RunTransport } from "../targets/transport.ts";

export const answer = (status: number, retryAfter?: string): Answer => ({
  status,
  headers: retryAfter === undefined ? [] : [["retry-after", retryAfter]],
  body: new Uint8Array(),
});

export async function finish<T>(result: Promise<T>): Promise<T> {
  await vi.runAllTimersAsync();
  return result;
}

type Send = (method: string, settings?: SendOptions, token?: string) => Promise<Exchange>;

/**
 * Plays these answers and failures in order, and then repeats the last one.
 * @param changes returns members of the target to replace
 */
export function play(
  answers: readonly (Answer | string)[],
  options: TransportOptions = {},
  changes: (target: Target) => Partial<Target> = () => ({}),
) {
  vi.useFakeTimers({ now: new Date("2026-09-06T10:00:00Z") });
  onTestFinished(() => void vi.useRealTimers());
  const sent: { readonly method: string; readonly at: number; readonly options: SendOptions | undefined }[] =
    [];
  const startedAt = Date.now();
  const target: Target = {
    baseUrl: "http://test/v1",
    apiKey: "key",
    async send({ method }, options) {
      sent.push({ method, at: Date.now() - startedAt, options: options && { ...options } });
      const next = answers[Math.min(sent.length, answers.length) - 1]!;
      if (typeof next === "string") throw new NoAnswer(next);
      return next;
    },
  };
  const transport = new RunTransport({ ...target, ...changes(target) }, options);
  /** Begins a call without waiting for it. */
  const begin: Send = (method, settings, token) =>
    transport.send(
      {
        method,
        path: "/store/orders",
        headers: token === undefined ? [] : [["authorization", `Bearer ${token}`]],
      },
      settings,
    );
  return {
    transport,
    sent,
    /** The time in ms at which each call was sent. */
    times: () => sent.map(({ at }) => at),
    begin,
    send: ((...call) => finish(begin(...call))) as Send,
    /** Sends the same call several times at once. */
    sendAll: (count: number, method = "GET") =>
      finish(Promise.all(Array.from({ length: count }, () => begin(method)))),
  };
}
