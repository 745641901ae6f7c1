/** Rules that change answers: their members, and how each is read. Plain JSON values only. */

import { BadInput, quoteValue } from "../../base/bad-input.ts";
import { readId } from "../../base/ids.ts";
import { type FaultPreset, faultPresets } from "../../spec/control-protocol.ts";
import { type OperationId, operations } from "../../spec/wire.ts";
import {
  anyObject,
  described,
  field,
  integer,
  type MembersOf,
  numberIn,
  readMembers,
  required,
  text,
  word,
} from "../core/field.ts";

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

/** Faults that happen at cancels of pending orders alone. */
export const cancelFaults: ReadonlySet<string> = new Set(["stale-list", "ship-first"] satisfies FaultName[]);

/** Faults that play together with others. Of all other rules, only the first that matches plays. */
export const sideFaults: ReadonlySet<string> = new Set(["delay", "stale-list"] satisfies FaultName[]);

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

/** Rules, or a preset's name. */
export type FaultRules = readonly FaultRule[] | FaultPreset;

/** Named sets of rules. */
export const presetRules: Readonly<Record<FaultPreset, readonly FaultRule[]>> = {
  outage: [{ name: "outage", fault: "status", status: 503, retryAfter: 5 }],
  slow: [{ name: "slow", fault: "delay", ms: [800, 3000] }],
  flaky: [
    { name: "flaky", fault: "delay", ms: [0, 600] },
    { name: "flaky", fault: "status", status: 500, probability: 0.15 },
    { name: "flaky", fault: "reset-before", probability: 0.05 },
    // The worst case for a client: the cancel has happened, and the answer is lost.
    { name: "flaky", fault: "reset-after", operation: "cancelOrder", probability: 0.1 },
  ],
  stale: [{ name: "stale", fault: "stale-list", reads: 3 }],
  "shipping-race": [{ name: "shipping-race", fault: "ship-first", probability: 0.5 }],
};

/** Maximum number of rules: few enough to check at each request. */
const maxRules = 1000;

/**
 * Rules of plain JSON values, from numbers of any type.
 * @param value an array of rules, parsed JSON or made in process, or a preset's name
 * @throws {BadInput} naming the rule and the member that cannot be used
 */
export function parseFaultRules(value: unknown): readonly FaultRule[] {
  if (typeof value === "string") return presetRules[preset.read(value, "the preset of faults")];
  if (!Array.isArray(value)) {
    throw new BadInput(
      `Cannot use the faults: they must be an array of rules, as in [{"fault":"delay","ms":300}], or the name of a preset, got ${quoteValue(value)}.`,
    );
  }
  if (value.length > maxRules)
    throw new BadInput(`Cannot use the faults: there can be ${maxRules} rules, got ${value.length}.`);
  return value.map((rule, index) => parseRule(rule, `faults[${index}]`));
}

const preset = word(...faultPresets);
const faultName = word(...faultNames);

function parseRule(value: unknown, place: string): FaultRule {
  // A shown rule can be set again.
  const { secondsLeft: _left, played: _played, ...given } = anyObject.read(value, place);
  const fields = faultFields[faultName.read(given.fault, `${place}.fault`)];
  const known = { fault: faultName, ...scopeFields, ...fields };
  const rule = readMembers(given, known, place, `${place}.`) as FaultRule;
  refuseListScope(rule, place);
  return rule;
}

/** Refuses a rule about cancels with the list as its operation, which would never match. */
function refuseListScope({ fault, operation, order }: FaultRule, place: string): void {
  const isOfCancels = cancelFaults.has(fault);
  if (operation !== "listOrders" || (!isOfCancels && order === undefined)) return;
  const reason = isOfCancels ? `${fault} happens at a cancel` : "a rule with an order is for cancels of it";
  throw new BadInput(`Cannot use ${place}.operation: ${reason}, got "listOrders". Leave it out.`);
}
