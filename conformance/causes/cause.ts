/** One mistake of a server, derived from a run. */

import type { Exchange } from "../evidence/exchange.ts";
import type { LikelyMistake } from "./likely-mistake.ts";
import type { OrderTimeline } from "./order-timeline.ts";

/** A mistake that predicts the answer of each call that it covers. */
export interface Likely extends Pick<LikelyMistake, "id" | "text"> {
  /** Number of answers that it predicts, which are all that it covers. */
  readonly answers: number;
}

export interface Cause {
  readonly id: string;
  /** The mistake in a sentence. */
  readonly title: string;
  /** Empty if no rule fits; two rules if both fit equally. */
  readonly likely: readonly Likely[];
  /** Ids of the failed requirements. */
  readonly requirements: readonly string[];
  readonly failing: readonly Exchange[];
  /** Calls of the same kind that were answered rightly. */
  readonly passing: readonly Exchange[];
  /** The difference between the two, and a word for the answers to each; null if no difference is known. */
  readonly differs: {
    readonly words: readonly [failing: string, passing: string];
    readonly failing: readonly string[];
    readonly passing: readonly string[];
  } | null;
  /** The call that is the clearest example. */
  readonly example: Exchange;
  /** Number of simultaneous calls that show it, where one call does not. */
  readonly atOnce?: number | undefined;
  /** The calls about the order that the cause changed; null if it changed none. */
  readonly timeline: OrderTimeline | null;
}
