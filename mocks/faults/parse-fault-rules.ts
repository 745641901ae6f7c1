/** Reads fault rules that a person or a test wrote. */

import { BadInput, quoteValue } from "../../base/bad-input.ts";
import { type FaultPreset, faultPresets } from "../../spec/control-protocol.ts";
import { anyObject, readMembers, word } from "../core/field.ts";
import { faultKinds } from "./fault-kinds.ts";
import { type FaultRule, faultFields, faultNames, scopeFields } from "./fault-rule.ts";

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
  const { needsPending } = faultKinds[fault];
  if (operation !== "listOrders" || (!needsPending && order === undefined)) return;
  const reason = needsPending ? `${fault} happens at a cancel` : "a rule with an order is for cancels of it";
  throw new BadInput(`Cannot use ${place}.operation: ${reason}, got "listOrders". Leave it out.`);
}
