/** A rule that changes answers: its members, and how each is read. Plain JSON values only. */

import { readId } from "../../base/ids.ts";
import { type OperationId, operations } from "../../spec/wire.ts";
import { described, field, integer, type MembersOf, numberIn, required, text, word } from "../core/field.ts";

export const maxDelayMs = 600_000;
/** Ten hours, which is longer than any test runs. */
const maxSeconds = 36_000;

const delay = integer(0, maxDelayMs);
const delaySpan = field<number | readonly [min: number, max: number]>(
  `milliseconds from 0 to ${maxDelayMs}, or a range, [100, 500]`,
  (value) => {
    if (!Array.isArray(value)) return delay.accept(value);
    const [min, max] = value.map(delay.accept);
    const isSpan = value.length === 2 && min !== undefined && max !== undefined && min <= max;
    return isSpan ? [min, max] : undefined;
  },
  {
    anyOf: [delay.schema, { type: "array", items: delay.schema, minItems: 2, maxItems: 2 }],
    description: "Milliseconds, or a range as its minimum and maximum.",
  },
);

const maxSteps = 1000;
const success = integer(200, 299);
const failure = integer(400, 599);

const statusSteps = field<readonly number[]>(
  `1 to ${maxSteps} statuses, each 2xx for the usual answer or 400 to 599, as in [200, 200, 503]`,
  (value) => {
    if (!Array.isArray(value) || value.length === 0 || value.length > maxSteps) return undefined;
    const steps = value.flatMap((step) => success.accept(step) ?? failure.accept(step) ?? []);
    return steps.length === value.length ? steps : undefined;
  },
  {
    type: "array",
    items: { type: "integer", minimum: 200, maximum: 599 },
    minItems: 1,
    maxItems: maxSteps,
    description: "The statuses of the next answers; 2xx is the usual answer.",
  },
);

/** Members of every rule. */
export const scopeFields = {
  /** Shown in X-Mock-Why. */
  name: text(80),
  /** Default: every request under /v1 that has a valid key. */
  operation: word(...(Object.keys(operations) as OperationId[])),
  /** Only cancels of this order. Shown as decimal digits. */
  order: field<string | number | bigint>(
    "an order id: an int64, beyond 2^53 in quotes or as a BigInt",
    (value) => readId(value)?.toString(),
    { type: ["string", "integer"], description: "Only cancels of this order; shown as digits." },
  ),
  /** Number of matches that are first answered as usual; counts down. */
  after: described(integer(0, 1_000_000), "Number of matches that are answered as usual first; counts down."),
  /** Maximum number of matches; counts down, and the rule is removed after the last. */
  times: described(integer(1, 1_000_000), "Maximum number of matches; counts down."),
  /** Chance of a match, 0 to 1, drawn from the mock's seed. */
  probability: field("a number from 0 to 1", (value) => numberIn(value, 0, 1), {
    type: "number",
    minimum: 0,
    maximum: 1,
  }),
  /** Seconds after which the rule ends and is removed. */
  seconds: field(
    `a number of seconds above 0 and up to ${maxSeconds}`,
    (value) => numberIn(value, Number.MIN_VALUE, maxSeconds),
    { type: "number", maximum: maxSeconds, description: "Seconds after which the rule is gone." },
  ),
};

/** Further members of a rule of each fault. */
export const faultFields = {
  /** The answer comes later. */
  delay: {
    /** Milliseconds, or a range from which they are drawn. */
    ms: required(delaySpan),
  },
  /** An error is answered, and no order changes. */
  status: {
    /** 400 to 599. */
    status: required(failure),
    /** The code of the Error body. */
    code: text(80),
    message: text(500),
    /** Seconds for Retry-After. Default with 429 and 503: 1. */
    retryAfter: described(integer(0, maxSeconds), "Seconds."),
  },
  /**
   * The statuses of the next answers in order: 2xx is the usual answer. The rule ends after the last one, or after `times`
   * answers.
   */
  sequence: { steps: required(statusSteps) },
  "stale-list": {
    reads: required(
      described(integer(1, 100), "Number of reads after a cancel that show the list of before it."),
    ),
  },
  /** A connection reset; nothing has happened. */
  "reset-before": {},
  /** The effect has happened, and the connection is reset instead of an answer. */
  "reset-after": {},
  /** The connection ends in the middle of the body. */
  "cut-body": {},
  /** The whole answer is sent, and its body is not JSON. */
  "broken-json": {},
  /** No order changes, and no answer is sent. */
  hang: {},
  /** A cancel finds that its pending order has just shipped. */
  "ship-first": {},
};

/** Members that are shown, and ignored where a rule is set. */
interface ShownMembers {
  /** The remaining part of `seconds`. */
  readonly secondsLeft?: number | undefined;
  /** Number of times that it has played; left out before the first. */
  readonly played?: number | undefined;
}

export type FaultName = keyof typeof faultFields;
export const faultNames = Object.keys(faultFields) as readonly FaultName[];

export type RuleOf<Name extends FaultName> = { readonly fault: Name } & MembersOf<typeof scopeFields> &
  MembersOf<(typeof faultFields)[Name]> &
  ShownMembers;
export type FaultRule = { [Name in FaultName]: RuleOf<Name> }[FaultName];
