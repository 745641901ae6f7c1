/** The members a fault rule may have: what each must be, and how it is read. */

import { readId } from "../../base/ids.ts";
import { type FaultName, longestDelay } from "./fault-rule.ts";

interface Field {
  /** Ends the sentence "it must be ...". */
  readonly must: string;
  /** Asked of the members of one fault only: every rule may leave the common ones out. */
  readonly isOptional?: true;
  /** The value as a rule holds it, plain JSON; undefined for one that cannot be used. */
  read(value: unknown): unknown;
}

export type Fields = Readonly<Record<string, Field>>;

/** JSON bodies bring integers as bigint, callers in process as numbers. */
function numberIn(value: unknown, least: number, most: number): number | undefined {
  const number = typeof value === "bigint" ? Number(value) : value;
  return typeof number === "number" && number >= least && number <= most ? number : undefined;
}

function integerIn(value: unknown, least: number, most: number): number | undefined {
  const number = numberIn(value, least, most);
  return Number.isInteger(number) ? number : undefined;
}

const integer = (least: number, most: number): Field => ({
  must: `an integer from ${least} to ${most}`,
  read: (value) => integerIn(value, least, most),
});

const text = (most: number): Field => ({
  must: `a text of 1 to ${most} characters`,
  read: (value) => (typeof value === "string" && value !== "" && value.length <= most ? value : undefined),
});

/** Ten hours: longer than any test runs. */
const longestSeconds = 36_000;

/** What every rule may have. */
export const scopeFields: Fields = {
  name: text(80),
  operation: {
    must: '"listOrders" or "cancelOrder"',
    read: (value) => (value === "listOrders" || value === "cancelOrder" ? value : undefined),
  },
  order: {
    must: "an order id: an int64, beyond 2^53 in quotes or as a BigInt",
    read: (value) => readId(value)?.toString(),
  },
  times: integer(1, 1_000_000),
  probability: { must: "a number from 0 to 1", read: (value) => numberIn(value, 0, 1) },
  seconds: {
    must: `a number of seconds above 0 and up to ${longestSeconds}`,
    read: (value) => numberIn(value, Number.MIN_VALUE, longestSeconds),
  },
};

const optional = (field: Field): Field => ({ ...field, isOptional: true });

/** What the rules of each fault have besides. */
export const faultFields: Readonly<Record<FaultName, Fields>> = {
  delay: {
    ms: {
      must: `milliseconds from 0 to ${longestDelay}, or the least and the most of them, [100, 500]`,
      read: readSpan,
    },
  },
  status: {
    status: integer(400, 599),
    code: optional(text(80)),
    message: optional(text(500)),
    retryAfter: optional(integer(0, longestSeconds)),
  },
  "reset-before": {},
  "reset-after": {},
  "cut-body": {},
  "broken-json": {},
  hang: {},
  "stale-list": { reads: integer(1, 100) },
  "ship-first": {},
};

function readSpan(value: unknown): number | readonly [number, number] | undefined {
  if (!Array.isArray(value)) return integerIn(value, 0, longestDelay);
  const [least, most] = value.map((bound) => integerIn(bound, 0, longestDelay));
  if (value.length !== 2 || least === undefined || most === undefined || least > most) return undefined;
  return [least, most];
}
