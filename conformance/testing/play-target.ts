/** A target that plays answers by a script, on fake timers. */

import { vi } from "vitest";
import type { Answer, OutgoingRequest } from "../evidence/exchange.ts";
import { NoAnswer, type Target } from "../targets/target.ts";

export const request = (method: string): OutgoingRequest => ({ method, path: "/store/orders", headers: [] });
export const answer = (status: number, ...headers: [string, string][]): Answer => ({
  status,
  headers,
  body: new Uint8Array(),
});

/** A target that plays these answers and failures one by one, the last one for ever. */
export function play(...answers: (Answer | string)[]) {
  const sent: { method: string; at: number }[] = [];
  const startedAt = Date.now();
  const target: Target = {
    baseUrl: "http://test/v1",
    apiKey: "key",
    async send({ method }) {
      sent.push({ method, at: Date.now() - startedAt });
      const next = answers[Math.min(sent.length, answers.length) - 1]!;
      if (typeof next === "string") throw new NoAnswer(next);
      return next;
    },
  };
  return { target, sent };
}

export async function finish<T>(result: Promise<T>): Promise<T> {
  await vi.runAllTimersAsync();
  return result;
}
