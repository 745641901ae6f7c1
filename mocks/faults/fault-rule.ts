/** A standing rule that changes answers, as it is set and as it is shown. Plain JSON values only. */

import type { Operation } from "../http/store-orders-api.ts";

/** What every rule may say. */
interface RuleScope {
  /** Shown in X-Mock-Why. */
  readonly name?: string | undefined;
  /** Default: every request under /v1 that has a valid key. */
  readonly operation?: Operation | undefined;
  /** Only cancels of this order. Shown as decimal digits. */
  readonly order?: string | number | bigint | undefined;
  /** Only so many matches; counts down, and the rule is gone after the last. */
  readonly times?: number | undefined;
  /** Chance of a match, 0 to 1, drawn from the mock's seed. */
  readonly probability?: number | undefined;
  /** The rule heals, and is gone, so many seconds after it was set. */
  readonly seconds?: number | undefined;
  /** Shown, never set: what is left of `seconds`. */
  readonly secondsLeft?: number | undefined;
}

export interface StatusFault {
  readonly fault: "status";
  /** 400 to 599. Nothing happens to any order. */
  readonly status: number;
  /** Of the Error body. */
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  /** Seconds for Retry-After. Default with 429 and 503: 1. */
  readonly retryAfter?: number | undefined;
}

type Fault =
  /** Milliseconds, or a span of them to draw from. */
  | { readonly fault: "delay"; readonly ms: number | readonly [least: number, most: number] }
  | StatusFault
  /** After a cancel, so many reads still show the list of before it. */
  | { readonly fault: "stale-list"; readonly reads: number }
  | {
      readonly fault: /** A connection reset; nothing has happened. */
        | "reset-before"
        /** It has happened, and the connection is reset instead of the answer. */
        | "reset-after"
        /** The connection ends in the middle of the body. */
        | "cut-body"
        /** The whole answer comes, and its body is no JSON. */
        | "broken-json"
        /** Nothing happens, and no answer comes. */
        | "hang"
        /** A cancel finds that its pending order has just shipped. */
        | "ship-first";
    };

export type FaultRule = RuleScope & Fault;
export type FaultName = FaultRule["fault"];

/** The longest delay, in milliseconds. */
export const longestDelay = 600_000;
