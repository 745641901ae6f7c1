/** The delay that `--latency` stands for. */

import { BadInput, quoteValue } from "../../base/bad-input.ts";
import { longestDelay } from "../../mocks/faults/fault-fields.ts";
import type { FaultRule } from "../../mocks/faults/fault-rule.ts";

/**
 * Reads `300` or `100-500`.
 * @param option as the message names it
 * @throws {BadInput} for anything else
 */
export function parseLatency(text: string, option = "--latency"): FaultRule {
  const [, least, most = least] = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(text) ?? [];
  const [from, to] = [Number(least), Number(most)];
  if (from > to && from <= longestDelay)
    throw new BadInput(
      `Cannot use ${option}: ${quoteValue(text)} has its larger number first. Write ${to}-${from}.`,
    );
  if (least === undefined || to > longestDelay) {
    throw new BadInput(
      `Cannot use ${option}: it must be milliseconds up to ${longestDelay}, as in 300, or a span, as in 100-500, got ${quoteValue(text)}.`,
    );
  }
  return { name: "latency", fault: "delay", ms: text.includes("-") ? [from, to] : from };
}
