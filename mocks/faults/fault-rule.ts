/** A standing rule that changes answers, as it is set and as it is shown. Plain JSON values only. */

import type { OperationId } from "../../spec/wire.ts";

/** Members of every rule. */
interface RuleScope {
  /** Shown in X-Mock-Why. */
  readonly name?: string | undefined;
  /** Default: every request under /v1 that has a valid key. */
  readonly operation?: OperationId | undefined;
  /** Only cancels of this order. Shown as decimal digits. */
  readonly order?: string | number | bigint | undefined;
  /** Number of matches that are first answered as usual; counts down. */
  readonly after?: number | undefined;
  /** Maximum number of matches; counts down, and the rule is removed after the last. */
  readonly times?: number | undefined;
  /** Chance of a match, 0 to 1, drawn from the mock's seed. */
  readonly probability?: number | undefined;
  /** Seconds after which the rule ends and is removed. */
  readonly seconds?: number | undefined;
  /** Shown, never set: the remaining part of `seconds`. */
  readonly secondsLeft?: number | undefined;
  /** Shown, never set: how often it has played; left out before the first time. */
  readonly played?: number | undefined;
}

/** Further members of a rule of each fault; `unknown` for none. */
interface FaultMembers {
  /** The answer comes later. */
  delay: {
    /** Milliseconds, or a range from which they are drawn. */
    readonly ms: number | readonly [least: number, most: number];
  };
  /** An error is answered, and no order changes. */
  status: {
    /** 400 to 599. */
    readonly status: number;
    /** Of the Error body. */
    readonly code?: string | undefined;
    readonly message?: string | undefined;
    /** Seconds for Retry-After. Default with 429 and 503: 1. */
    readonly retryAfter?: number | undefined;
  };
  /**
   * The statuses of the next answers in order: 2xx is the usual answer. The rule ends after the last one, or after `times`
   * answers.
   */
  sequence: { readonly steps: readonly number[] };
  /** Number of reads after a cancel that still show the list from before it. */
  "stale-list": { readonly reads: number };
  /** A connection reset; nothing has happened. */
  "reset-before": unknown;
  /** The effect has happened, and the connection is reset instead of an answer. */
  "reset-after": unknown;
  /** The connection ends in the middle of the body. */
  "cut-body": unknown;
  /** The whole answer is sent, and its body is not JSON. */
  "broken-json": unknown;
  /** No order changes, and no answer is sent. */
  hang: unknown;
  /** A cancel finds that its pending order has just shipped. */
  "ship-first": unknown;
}

export type FaultName = keyof FaultMembers;
export type RuleOf<Name extends FaultName> = RuleScope & { readonly fault: Name } & FaultMembers[Name];
export type FaultRule = { [Name in FaultName]: RuleOf<Name> }[FaultName];
