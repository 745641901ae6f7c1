/** Makes a history that broke something as small as it can be, and sees whether it does so again. */

import { isConcurrent, type Program } from "../calls/exploration/move.ts";
import { shrinkProgram } from "../calls/exploration/shrink-program.ts";
import type { Finding } from "../report/exploration.ts";
import type { Result } from "../report/report.ts";
import type { Played, Player } from "./play-program.ts";

/** Histories that are played to make one smaller. */
const mostTries = 200;
/** How often the smallest is played once more. */
const confirmations = 3;

export interface ShrinkOptions {
  readonly player: Player;
  /** Whether there is to be no more. */
  readonly isOver: () => boolean;
  /** Told of each history that was played. */
  readonly onPlayed: (played: Played) => void;
}

/** @param wanted what it broke */
export async function shrinkFinding(
  program: Program,
  first: Played,
  wanted: Result,
  { player, isOver, onPlayed }: ShrinkOptions,
): Promise<Pick<Finding, "callsAtFirst" | "broken" | "orders" | "steps" | "again">> {
  const isSame = createSameness(wanted);
  let smallest = first;
  let tries = 0;
  const tryOnce = async (candidate: Program, most: number) => {
    if (tries >= most || isOver()) return undefined;
    tries++;
    const played = await player.playAgain(candidate);
    if (played) onPlayed(played);
    return played;
  };

  const fails = async (candidate: Program) => {
    // Calls at once meet as they please: what does not fail at the first try may at the next. Of others, what the
    // server remembers of the history before may be what failed: at the second time that is the same history.
    const [attempts, needed] = isConcurrent(candidate.moves) ? [3, 1] : [2, 2];
    for (let attempt = 0, failed = 0; attempt < attempts; attempt++) {
      const played = await tryOnce(candidate, mostTries);
      if (played?.broken.some(isSame)) failed++;
      else if (!played || needed === attempts) return false;
      if (!played || failed < needed) continue;
      smallest = played;
      return true;
    }
    return false;
  };

  const shrunk = await shrinkProgram(program, fails);
  const again = { tries: 0, failed: 0 };
  for (let attempt = 0; attempt < confirmations; attempt++) {
    const played = await tryOnce(shrunk, Number.POSITIVE_INFINITY);
    if (!played) break;
    again.tries++;
    if (!played.broken.some(isSame)) continue;
    again.failed++;
    smallest = played;
  }
  const { orders, steps, broken } = smallest;
  return { callsAtFirst: first.steps.flat().length, broken: broken.filter(isSame), orders, steps, again };
}

/** The same requirement, or the same expectation of another one: less is known of why where more calls are left. */
function createSameness({ id, level, expected }: Result): (other: Result) => boolean {
  const shape = (text: string | null) => text?.replaceAll(/-?\d+/g, "N");
  return (other) => other.id === id || (other.level === level && shape(other.expected) === shape(expected));
}
