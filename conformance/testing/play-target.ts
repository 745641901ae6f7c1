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

/** A target that plays these answers and failures in turn, the last one for ever. */
export function play(...turns: (Answer | string)[]) {
  const sent: { method: string; at: number }[] = [];
  const startedAt = Date.now();
  const target: Target = {
    baseUrl: "http://test/v1",
    apiKey: "key",
    async send({ method }) {
      sent.push({ method, at: Date.now() - startedAt });
      const turn = turns[Math.min(sent.length, turns.length) - 1]!;
      if (typeof turn === "string") throw new NoAnswer(turn);
      return turn;
    },
  };
  return { target, sent };
}

export async function settle<T>(result: Promise<T>): Promise<T> {
  await vi.runAllTimersAsync();
  return result;
}
