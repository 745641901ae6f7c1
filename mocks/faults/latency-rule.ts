/** The delay that `--latency` stands for. */

import { BadInput, quoteValue } from "../../base/bad-input.ts";
import { type FaultRule, longestDelay } from "./fault-rule.ts";

/** @param ms milliseconds, or the least and the most of them */
export function latencyRule(ms: number | readonly [least: number, most: number]): FaultRule {
  return { name: "latency", fault: "delay", ms };
}

/**
 * Reads `300` or `100-500`.
 * @throws {BadInput} for anything else
 */
export function parseLatency(text: string): FaultRule {
  const [, least, most] = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(text) ?? [];
  const from = Number(least);
  const to = Number(most ?? least);
  if (least === undefined || from > to || to > longestDelay) {
    throw new BadInput(
      `Cannot use --latency: it must be milliseconds up to ${longestDelay}, as in 300, or a span, as in 100-500, got ${quoteValue(text)}.`,
    );
  }
  return latencyRule(most === undefined ? from : [from, to]);
}
