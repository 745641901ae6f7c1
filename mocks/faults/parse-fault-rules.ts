/** Reads fault rules that a person or a test wrote. */

import { BadInput, quoteValue, suggestName } from "../../base/bad-input.ts";
import { type Fields, faultFields, scopeFields } from "./fault-fields.ts";
import type { FaultName, FaultRule } from "./fault-rule.ts";

const faultNames = Object.keys(faultFields) as readonly FaultName[];

/**
 * Rules of plain JSON values, whatever kinds of numbers they came with.
 * @param value an array of rules: parsed JSON, or made in process
 * @throws {BadInput} naming the rule and the member that cannot be used
 */
export function parseFaultRules(value: unknown): readonly FaultRule[] {
  if (!Array.isArray(value)) {
    throw new BadInput(
      `Cannot use the faults: they must be an array of rules, as in [{"fault":"delay","ms":300}], got ${quoteValue(value)}.`,
    );
  }
  return value.map((rule, index) => parseRule(rule, `faults[${index}]`));
}

function parseRule(value: unknown, place: string): FaultRule {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new BadInput(`Cannot use ${place}: a rule is an object with a fault, got ${quoteValue(value)}.`);
  }
  const given = value as Readonly<Record<string, unknown>>;
  const fault = readFaultName(given.fault, `${place}.fault`);
  const own = faultFields[fault];
  const known: Fields = { ...scopeFields, ...own };
  for (const [name, member] of Object.entries(given)) {
    // A rule as it is shown can be set again.
    if (name === "fault" || name === "secondsLeft" || member === undefined || Object.hasOwn(known, name))
      continue;
    throw new BadInput(
      `Cannot use ${place}.${name.slice(0, 80)}: a rule of fault ${fault} has no such member. ${suggestName(name, Object.keys(known))}`,
    );
  }
  for (const [name, { isOptional }] of Object.entries(own)) {
    if (!isOptional && given[name] === undefined) throw unusable(place, name, known);
  }
  const members: Record<string, unknown> = { fault };
  for (const [name, member] of Object.entries(given)) {
    if (member === undefined || !Object.hasOwn(known, name)) continue;
    members[name] = known[name]!.read(member);
    if (members[name] === undefined) throw unusable(place, name, known, member);
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
  if (operation !== "listOrders") return;
  const isOfCancels = fault === "stale-list" || fault === "ship-first";
  if (!isOfCancels && order === undefined) return;
  const reason = isOfCancels ? `${fault} happens at a cancel` : "a rule with an order is for cancels of it";
  throw new BadInput(`Cannot use ${place}.operation: ${reason}, got "listOrders". Leave it out.`);
}
