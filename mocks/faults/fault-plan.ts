/** Which of the standing rules meet in one request, and what they come to. */

import { type CallFacts, labelOf, matches, type StandingRule } from "./fault-standing.ts";

/** The rule by which the list is to lag behind a cancel, and for how many reads. */
export interface Lagger {
  readonly standing: StandingRule;
  readonly reads: number;
}

interface FaultPlan {
  /** Of all delays together, in milliseconds. */
  readonly delayMs: number;
  /** The delays as X-Mock-Why names them. */
  readonly delays: readonly string[];
  /** The rule that decides the answer. */
  readonly decider: StandingRule | undefined;
  readonly lagger: Lagger | undefined;
}

/**
 * Delays add up and count as matched; of the rest the first of its kind goes,
 * and counts only when it is played.
 * @param isDecided whether the answer is decided already, by the request itself
 */
export function planFaults(
  standing: readonly StandingRule[],
  call: CallFacts,
  isDecided: boolean,
): FaultPlan {
  let delayMs = 0;
  const delays: string[] = [];
  let decider: FaultPlan["decider"];
  let lagger: FaultPlan["lagger"];
  for (const each of standing) {
    const { rule } = each;
    if (rule.fault === "delay") {
      if (!matches(each, call)) continue;
      const ms = drawDelay(rule.ms, each.draw);
      each.left--;
      delayMs += ms;
      delays.push(labelOf(rule, `delay ${ms} ms`));
    } else if (rule.fault === "stale-list") {
      if (!lagger && matches(each, call)) lagger = { standing: each, reads: rule.reads };
    } else if (!isDecided && !decider && matches(each, call)) {
      decider = each;
    }
  }
  return { delayMs, delays, decider, lagger };
}

function drawDelay(ms: number | readonly [least: number, most: number], draw: () => number): number {
  if (typeof ms === "number") return ms;
  const [least, most] = ms;
  return least + Math.floor(draw() * (most - least + 1));
}
