/** A rule as it stands in a world: what is left of it, and whether it fits a request. */

import { createSeededChance } from "../../base/seeded-chance.ts";
import { readOrderId } from "../http/order-id.ts";
import type { MockRequest } from "../http/reply.ts";
import { type Operation, operationOf } from "../http/store-orders-api.ts";
import type { World } from "../http/world.ts";
import type { FaultRule } from "./fault-rule.ts";

export interface StandingRule {
  readonly rule: FaultRule;
  /** Matches that are left. */
  left: number;
  /** Milliseconds of the clock. */
  readonly healsAt: number;
  /** Of this rule alone: what other rules draw changes nothing for it. */
  readonly draw: () => number;
}

/** A request, as far as rules ask about it. */
export interface CallFacts {
  readonly operation: Operation | undefined;
  /** Of the order that a cancel names. */
  readonly id: bigint | undefined;
  /** Whether that order could be cancelled. */
  readonly isPending: boolean;
}

/** @param stream number of the rule, for draws of its own */
export function standRule(rule: FaultRule, seed: number, stream: number, setAt: number): StandingRule {
  return {
    rule,
    left: rule.times ?? Number.POSITIVE_INFINITY,
    healsAt: rule.seconds === undefined ? Number.POSITIVE_INFINITY : setAt + rule.seconds * 1000,
    draw: createSeededChance(seed, stream),
  };
}

/** The rule as it is shown. */
export function shownRule({ rule, left, healsAt }: StandingRule, now: number): FaultRule {
  return {
    ...rule,
    ...(rule.times !== undefined && { times: left }),
    ...(rule.seconds !== undefined && { secondsLeft: Math.ceil(healsAt - now) / 1000 }),
  };
}

export function readCall({ store, profile }: World, request: MockRequest): CallFacts {
  const { operation, segment } = operationOf(request);
  const reading = segment === undefined ? undefined : readOrderId(segment, profile.paddedId);
  if (reading?.kind !== "id") return { operation, id: undefined, isPending: false };
  return { operation, id: reading.id, isPending: store.find(reading.id)?.status === "pending" };
}

/** Whether the rule is for this call. Its chance is drawn last, hence only for calls that fit otherwise. */
export function matches({ rule, draw }: StandingRule, call: CallFacts): boolean {
  if (rule.operation !== undefined && rule.operation !== call.operation) return false;
  if (rule.order !== undefined && (call.id === undefined || BigInt(rule.order) !== call.id)) return false;
  const needsPending = rule.fault === "stale-list" || rule.fault === "ship-first";
  if (needsPending && !call.isPending) return false;
  return rule.probability === undefined || draw() < rule.probability;
}

/**
 * How X-Mock-Why names a rule: `fault delay 300 ms`, or `fault slow (delay 300 ms)` where it has a name.
 * @param what the fault and what it came to
 */
export function labelOf({ name }: FaultRule, what: string): string {
  return name === undefined ? `fault ${what}` : `fault ${name} (${what})`;
}
