/** Reads fault rules that a person or a test wrote. */

import { BadInput, quoteValue, suggestName } from "../../base/bad-input.ts";
import { type FaultPreset, faultPresets } from "../../spec/control-protocol.ts";
import { type Fields, scopeFields, shownFields } from "./fault-fields.ts";
import { faultKinds, faultNames } from "./fault-kinds.ts";
import type { FaultName, FaultRule } from "./fault-rule.ts";

/** Rules, or a preset's name. */
export type FaultRules = readonly FaultRule[] | FaultPreset;

/** Rules that stand for a kind of bad day. */
export const presetRules: Readonly<Record<FaultPreset, readonly FaultRule[]>> = {
  outage: [{ name: "outage", fault: "status", status: 503, retryAfter: 5 }],
  slow: [{ name: "slow", fault: "delay", ms: [800, 3000] }],
  flaky: [
    { name: "flaky", fault: "delay", ms: [0, 600] },
    { name: "flaky", fault: "status", status: 500, probability: 0.15 },
    { name: "flaky", fault: "reset-before", probability: 0.05 },
    // The worst of them for a client: the cancel has happened, and nobody says so.
    { name: "flaky", fault: "reset-after", operation: "cancelOrder", probability: 0.1 },
  ],
  stale: [{ name: "stale", fault: "stale-list", reads: 3 }],
  "shipping-race": [{ name: "shipping-race", fault: "ship-first", probability: 0.5 }],
};

/** More than anybody keeps apart, and few enough to try for each request. */
const mostRules = 1000;

/**
 * Rules of plain JSON values, whatever kinds of numbers they came with.
 * @param value an array of rules, parsed JSON or made in process, or a preset's name
 * @throws {BadInput} naming the rule and the member that cannot be used
 */
export function parseFaultRules(value: unknown): readonly FaultRule[] {
  if (typeof value === "string") return readPreset(value);
  if (!Array.isArray(value)) {
    throw new BadInput(
      `Cannot use the faults: they must be an array of rules, as in [{"fault":"delay","ms":300}], or the name of a preset, got ${quoteValue(value)}.`,
    );
  }
  if (value.length > mostRules)
    throw new BadInput(`Cannot use the faults: there can be ${mostRules} rules, got ${value.length}.`);
  return value.map((rule, index) => parseRule(rule, `faults[${index}]`));
}

function readPreset(name: string): readonly FaultRule[] {
  const known = faultPresets.find((preset) => preset === name);
  if (known) return presetRules[known];
  throw new BadInput(
    `Cannot use the faults: there is no preset ${quoteValue(name)}. ${suggestName(name, faultPresets)}`,
  );
}

function parseRule(value: unknown, place: string): FaultRule {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new BadInput(`Cannot use ${place}: a rule is an object with a fault, got ${quoteValue(value)}.`);
  }
  const given = value as Readonly<Record<string, unknown>>;
  const fault = readFaultName(given.fault, `${place}.fault`);
  const own = faultKinds[fault].fields;
  const known: Fields = { ...scopeFields, ...own };
  const members: Record<string, unknown> = { fault };
  for (const [name, member] of Object.entries(given)) {
    if (name === "fault" || Object.hasOwn(shownFields, name) || member === undefined) continue;
    if (!Object.hasOwn(known, name)) {
      throw new BadInput(
        `Cannot use ${place}.${name.slice(0, 80)}: a rule of fault ${fault} has no such member. ${suggestName(name, Object.keys(known))}`,
      );
    }
    members[name] = known[name]!.read(member);
    if (members[name] === undefined) throw unusable(place, name, known, member);
  }
  for (const [name, { isOptional }] of Object.entries(own)) {
    if (!isOptional && members[name] === undefined) throw unusable(place, name, known);
  }
  const rule = members as unknown as FaultRule;
  refuseListScope(rule, place);
  return rule;
}

function unusable(place: string, name: string, known: Fields, value?: unknown): BadInput {
  const got = value === undefined ? "nothing" : quoteValue(value);
  return new BadInput(`Cannot use ${place}.${name}: it must be ${known[name]!.must}, got ${got}.`);
}

function readFaultName(value: unknown, place: string): FaultName {
  const known = faultNames.find((name) => name === value);
  if (known) return known;
  if (typeof value === "string") {
    throw new BadInput(
      `Cannot use ${place}: there is no fault ${quoteValue(value)}. ${suggestName(value, faultNames)}`,
    );
  }
  const got = value === undefined ? "nothing" : quoteValue(value);
  throw new BadInput(`Cannot use ${place}: it must be one of ${faultNames.join(", ")}, got ${got}.`);
}

/** Some rules are about cancels; with the list for their operation they would never match. */
function refuseListScope({ fault, operation, order }: FaultRule, place: string): void {
  const { needsPending } = faultKinds[fault];
  if (operation !== "listOrders" || (!needsPending && order === undefined)) return;
  const reason = needsPending ? `${fault} happens at a cancel` : "a rule with an order is for cancels of it";
  throw new BadInput(`Cannot use ${place}.operation: ${reason}, got "listOrders". Leave it out.`);
}
