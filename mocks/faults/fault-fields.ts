/** The members a fault rule may have: what each must be, how it is read, and its schema. */

import { readId } from "../../base/ids.ts";
import type { JsonObject as Schema } from "../../base/json.ts";
import { operations } from "../../spec/wire.ts";

export interface Field {
  /** Ends the sentence "it must be ...". */
  readonly must: string;
  readonly schema: Schema;
  readonly isOptional?: true;
  /** The value as a rule holds it, plain JSON; undefined for one that cannot be used. */
  read(value: unknown): unknown;
}

export type Fields = Readonly<Record<string, Field>>;

export const optional = (field: Field): Field => ({ ...field, isOptional: true });

/** JSON bodies bring integers as bigint, callers in process as numbers. */
function numberIn(value: unknown, least: number, most: number): number | undefined {
  const number = typeof value === "bigint" ? Number(value) : value;
  return typeof number === "number" && number >= least && number <= most ? number : undefined;
}

function integerIn(value: unknown, least: number, most: number): number | undefined {
  const number = numberIn(value, least, most);
  return Number.isInteger(number) ? number : undefined;
}

export const integer = (minimum: number, maximum: number, description?: string): Field => ({
  must: `an integer from ${minimum} to ${maximum}`,
  schema: { type: "integer", minimum, maximum, ...(description !== undefined && { description }) },
  read: (value) => integerIn(value, minimum, maximum),
});

export const text = (most: number): Field => ({
  must: `a text of 1 to ${most} characters`,
  schema: { type: "string", minLength: 1, maxLength: most },
  read: (value) => (typeof value === "string" && value !== "" && value.length <= most ? value : undefined),
});

export const longestDelay = 600_000;
/** Ten hours: longer than any test runs. */
export const longestSeconds = 36_000;

const delayBound = { type: "integer", minimum: 0, maximum: longestDelay };

export const delaySpan: Field = {
  must: `milliseconds from 0 to ${longestDelay}, or the least and the most of them, [100, 500]`,
  schema: {
    anyOf: [delayBound, { type: "array", items: delayBound, minItems: 2, maxItems: 2 }],
    description: "Milliseconds, or the least and the most of them.",
  },
  read(value) {
    if (!Array.isArray(value)) return integerIn(value, 0, longestDelay);
    const [least, most] = value.map((bound) => integerIn(bound, 0, longestDelay));
    const isSpan = value.length === 2 && least !== undefined && most !== undefined && least <= most;
    return isSpan ? [least, most] : undefined;
  },
};

const operationIds = Object.keys(operations);

export const scopeFields: Fields = {
  name: text(80),
  operation: {
    must: operationIds.map((id) => `"${id}"`).join(" or "),
    schema: { enum: operationIds },
    read: (value) => operationIds.find((id) => id === value),
  },
  order: {
    must: "an order id: an int64, beyond 2^53 in quotes or as a BigInt",
    schema: { type: ["string", "integer"], description: "Only cancels of this order; shown as digits." },
    read: (value) => readId(value)?.toString(),
  },
  times: integer(1, 1_000_000, "Only so many matches; counts down."),
  probability: {
    must: "a number from 0 to 1",
    schema: { type: "number", minimum: 0, maximum: 1 },
    read: (value) => numberIn(value, 0, 1),
  },
  seconds: {
    must: `a number of seconds above 0 and up to ${longestSeconds}`,
    schema: { type: "number", maximum: longestSeconds, description: "Gone so long after it was set." },
    read: (value) => numberIn(value, Number.MIN_VALUE, longestSeconds),
  },
};

/** What a rule shows besides, and what is passed over where it is set: a shown rule can be set again. */
export const shownFields: Readonly<Record<string, Schema>> = {
  secondsLeft: { type: "number", description: "What is left of its seconds." },
  played: { type: "integer", minimum: 1, description: "How often it has played." },
};
