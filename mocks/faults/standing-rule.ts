/** One rule of failure as it stands in a world: what is left of it, and where its chances are. */

import { createSeededChance } from "../../base/seeded-chance.ts";
import { type FaultKind, faultKinds } from "./fault-kinds.ts";
import type { FaultName, FaultRule } from "./fault-rule.ts";
import type { SavedList } from "./lagging-lists.ts";

/** A rule as it stands in a world. */
export interface StandingRule {
  readonly rule: FaultRule;
  readonly kind: FaultKind<FaultName>;
  /** Matches that are left. */
  left: number;
  played: number;
  /** Milliseconds of the clock. */
  readonly healsAt: number;
  /** Number of the rule, for draws of its own: what other rules draw changes nothing for it. */
  readonly stream: number;
  drawn: number;
  readonly draw: () => number;
}

/** The rules of a world and where they stand, as JSON can carry it. */
export interface SavedFaults {
  readonly seed: number;
  /** Milliseconds of the clock. */
  readonly setAt: number;
  readonly rules: readonly SavedRule[];
  readonly lagging?: readonly SavedList[];
}
/** As JSON can carry it. */
export interface SavedRule {
  readonly rule: FaultRule;
  readonly stream: number;
  /** Left out where there is no end. */
  readonly left?: number;
  readonly played: number;
  readonly drawn: number;
}

/** @param stream number of the rule, for draws of its own */
export function standRule(
  rule: FaultRule,
  seed: number,
  stream: number,
  setAt: number,
  drawn = 0,
): StandingRule {
  return {
    rule,
    kind: faultKinds[rule.fault] as FaultKind<FaultName>,
    left: rule.times ?? Number.POSITIVE_INFINITY,
    played: 0,
    healsAt: rule.seconds === undefined ? Number.POSITIVE_INFINITY : setAt + rule.seconds * 1000,
    stream,
    drawn,
    draw: createSeededChance(seed, stream, drawn),
  };
}

export function drawOf(standing: StandingRule): number {
  standing.drawn++;
  return standing.draw();
}

/** The rule as it is shown. */
export function shownRule({ rule, left, played, healsAt }: StandingRule, now: number): FaultRule {
  return {
    ...rule,
    ...(rule.times !== undefined && { times: left }),
    ...(rule.seconds !== undefined && { secondsLeft: Math.ceil(healsAt - now) / 1000 }),
    ...(played > 0 && { played }),
  };
}

export function saveRule({ rule, stream, left, played, drawn }: StandingRule): SavedRule {
  return { rule, stream, ...(Number.isFinite(left) && { left }), played, drawn };
}

export function loadRule(saved: SavedRule, seed: number, setAt: number): StandingRule {
  const { rule, stream, left, played, drawn } = saved;
  const standing = standRule(rule, seed, stream, setAt, drawn);
  return { ...standing, ...(left !== undefined && { left }), played };
}
