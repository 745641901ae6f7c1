/** The members a fault rule may have. */

import { readId } from "../../base/ids.ts";
import { type OperationId, operations } from "../../spec/wire.ts";
import { field, integer, numberIn, text, word } from "../core/field.ts";

export const longestDelay = 600_000;
/** Ten hours, which is longer than any test runs. */
export const longestSeconds = 36_000;

const delayBound = { type: "integer", minimum: 0, maximum: longestDelay };
const readBound = (value: unknown) => {
  const ms = numberIn(value, 0, longestDelay);
  return Number.isInteger(ms) ? ms : undefined;
};

export const delaySpan = field<number | readonly [least: number, most: number]>(
  `milliseconds from 0 to ${longestDelay}, or the least and the most of them, [100, 500]`,
  (value) => {
    if (!Array.isArray(value)) return readBound(value);
    const [least, most] = value.map(readBound);
    const isSpan = value.length === 2 && least !== undefined && most !== undefined && least <= most;
    return isSpan ? [least, most] : undefined;
  },
  {
    anyOf: [delayBound, { type: "array", items: delayBound, minItems: 2, maxItems: 2 }],
    description: "Milliseconds, or the least and the most of them.",
  },
);

const maxSteps = 1000;
const readStep = (value: unknown) => {
  const status = numberIn(value, 200, 299) ?? numberIn(value, 400, 599);
  return Number.isInteger(status) ? status : undefined;
};

export const statusSteps = field<readonly number[]>(
  `1 to ${maxSteps} statuses, each 2xx for the usual answer or 400 to 599, as in [200, 200, 503]`,
  (value) => {
    if (!Array.isArray(value) || value.length === 0 || value.length > maxSteps) return undefined;
    const steps = value.flatMap((step) => readStep(step) ?? []);
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

export const scopeFields = {
  name: text(80),
  operation: word(...(Object.keys(operations) as OperationId[])),
  order: field(
    "an order id: an int64, beyond 2^53 in quotes or as a BigInt",
    (value) => readId(value)?.toString(),
    { type: ["string", "integer"], description: "Only cancels of this order; shown as digits." },
  ),
  after: integer(0, 1_000_000, "Number of matches that are answered as usual first; counts down."),
  times: integer(1, 1_000_000, "Maximum number of matches; counts down."),
  probability: field("a number from 0 to 1", (value) => numberIn(value, 0, 1), {
    type: "number",
    minimum: 0,
    maximum: 1,
  }),
  seconds: field(
    `a number of seconds above 0 and up to ${longestSeconds}`,
    (value) => numberIn(value, Number.MIN_VALUE, longestSeconds),
    { type: "number", maximum: longestSeconds, description: "Seconds after which the rule is gone." },
  ),
};
