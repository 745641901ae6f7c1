/** Several cancels of one order at once, none of which is answered 2xx. */

import type { History } from "../history/history.ts";
import { isSuccess } from "./contradiction.ts";
import { unexplainedEffects } from "./effects.ts";
import { repeatsOf } from "./repeated-cancels.ts";

/** A race without a winner is no verdict where the order may have been spoiled, or the winner's answer got lost. */
export function lastingNoWinner(history: History): string | undefined {
  const { atOnce } = repeatsOf(history);
  if (atOnce.length === 0 || atOnce.some(({ status }) => isSuccess(status))) return undefined;
  if (unexplainedEffects(history).length > 0 || atOnce.every(({ status }) => status !== undefined))
    return "None of the simultaneous cancels was answered 204; the order may have been cancelled before.";
  return "None of the simultaneous cancels was answered 204, but some of their answers were lost.";
}
