/** Plays random histories, judges each by the rules of the run, and shrinks those that fail. */

import { BadInput } from "../../base/bad-input.ts";
import { reportFinding, type ShrunkHistory } from "../report/exploration.ts";
import type { ReportedExploration, ReportedFinding, Result } from "../report/report.ts";
import { drawHistory } from "./draw-history.ts";
import { isConcurrent, type Program } from "./move.ts";
import { createPlayer, hasFailed, type Played, type PlayOptions } from "./play-program.ts";
import { shrinkProgram } from "./shrink-program.ts";

export interface ExploreOptions extends PlayOptions {
  readonly count: number;
  readonly seed: number;
  readonly readOnly?: boolean | undefined;
  /** Results of the run's own calls: requirements that failed there are not explored. */
  readonly results: readonly Result[];
  /** Returns the reason why no more histories are played, or undefined. */
  readonly whyEnd: () => string | undefined;
  readonly onProgress?: ((done: number, total: number, step: string) => void) | undefined;
}

/** Maximum number of histories that are shrunk: of failures that the run had not found, and of failures that it had. */
const maxFindings = { fresh: 5, known: 2 } as const;
/** Maximum number of histories that are played to shrink one. */
const maxTries = 200;
/** Number of repetitions of the smallest history. */
const confirmations = 3;

/** @returns the findings, and the results that they change, by requirement */
export async function explore(
  options: ExploreOptions,
): Promise<ReportedExploration & { readonly results: ReadonlyMap<string, Result> }> {
  const { count, seed, pool, whyEnd } = options;
  const player = createPlayer(options);
  const outcomes = new Map(options.results.map(({ id, outcome }) => [id, outcome]));
  const counts = { histories: 0, concurrent: 0, calls: 0, callsToShrink: 0, failing: 0 };
  const findings: ReportedFinding[] = [];
  const joined = new Map<string, Result>();
  /** Ids of requirements whose failures were examined. */
  const examined = new Set<string>();
  const spent = { fresh: 0, known: 0 };
  let withoutOrders = 0;
  let shortfall: string | undefined;

  async function playAgain(program: Program): Promise<Played | undefined> {
    const played = whyEnd() === undefined ? await player.playAgain(program) : undefined;
    counts.callsToShrink += played?.steps.flat().length ?? 0;
    return played;
  }

  async function examine(program: Program, played: Played, number: number): Promise<void> {
    for (const result of played.broken) {
      const outcome = outcomes.get(result.id);
      if (examined.has(result.id) || outcome === "warned") continue;
      examined.add(result.id);
      join(result, number);
      const kind = outcome === "failed" ? "known" : "fresh";
      if (spent[kind]++ >= maxFindings[kind]) continue;
      const found = await shrinkFinding(program, played, result, playAgain);
      findings.push(reportFinding({ number, ...found }, seed, options.report));
      // With fewer calls the cause is clearer.
      joined.delete(result.id);
      for (const each of found.broken) {
        examined.add(each.id);
        join(each, number);
      }
    }
  }

  function join(result: Result, number: number): void {
    const outcome = outcomes.get(result.id);
    if (outcome === "failed" || outcome === "warned") return;
    const reason = `${result.reason} Found by exploration, in history ${number} of seed ${seed}.`;
    joined.set(result.id, { ...result, reason });
  }

  try {
    for (let number = 1; number <= count; number++) {
      shortfall = whyEnd();
      if (shortfall !== undefined) break;
      options.onProgress?.(number - 1, count, "explore");
      const program = drawHistory(seed, number, options.readOnly ?? false);
      const played = await player.play(program);
      counts.histories++;
      counts.calls += played.steps.flat().length;
      if (isConcurrent(program.moves)) counts.concurrent++;
      if (played.orders.pending.length < Math.min(1, program.orders.pending)) withoutOrders++;
      if (played.broken.some(hasFailed)) counts.failing++;
      for (const result of played.results) {
        const isNew =
          result.outcome === "errored" ||
          (result.outcome === "passed" && outcomes.get(result.id) === "untested");
        if (isNew && !joined.has(result.id)) joined.set(result.id, result);
      }
      await examine(program, played, number);
    }
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    shortfall = `Its orders could not be made: ${error.message}`;
  }
  shortfall ??= shortageOf(withoutOrders, counts.histories, pool.isRenewable);
  return { seed, asked: count, ...counts, shortfall: shortfall ?? null, findings, results: joined };
}

function shortageOf(without: number, histories: number, isRenewable: boolean): string | undefined {
  if (without === 0) return undefined;
  const reason = isRenewable
    ? "The provider makes none."
    : "Name more with --pending-order, or have them made: --provision, --provider-states-url.";
  return `${without} of ${histories} histories had no pending order. ${reason}`;
}

/**
 * Shrinks a history that broke a requirement, and checks whether it breaks the requirement again.
 * @param playAgain undefined when no more histories are played
 */
async function shrinkFinding(
  program: Program,
  first: Played,
  wanted: Result,
  playAgain: (program: Program) => Promise<Played | undefined>,
): Promise<Omit<ShrunkHistory, "number">> {
  const isSame = createSameness(wanted);
  let smallest = first;
  let tries = 0;

  const fails = async (candidate: Program) => {
    // The order of simultaneous calls varies, so that a failure may need several tries. Other histories may have failed
    // because of the server's state after the previous one: at the second time that is the same history.
    const [attempts, needed] = isConcurrent(candidate.moves) ? [3, 1] : [2, 2];
    for (let attempt = 0, failed = 0; attempt < attempts && tries < maxTries; attempt++) {
      tries++;
      const played = await playAgain(candidate);
      if (!played) return false;
      if (played.broken.some(isSame)) failed++;
      else if (needed === attempts) return false;
      if (failed < needed) continue;
      smallest = played;
      return true;
    }
    return false;
  };

  const shrunk = await shrinkProgram(program, fails);
  const again = { tries: 0, failed: 0 };
  for (let attempt = 0; attempt < confirmations; attempt++) {
    const played = await playAgain(shrunk);
    if (!played) break;
    again.tries++;
    if (!played.broken.some(isSame)) continue;
    again.failed++;
    smallest = played;
  }
  const { orders, steps, broken } = smallest;
  return { callsAtFirst: first.steps.flat().length, broken: broken.filter(isSame), orders, steps, again };
}

/** Makes a test for results of the same requirement, or of another one with the same expectation. */
function createSameness({ id, level, expected }: Result): (other: Result) => boolean {
  const shape = (text: string | null) => text?.replaceAll(/-?\d+/g, "N");
  return (other) => other.id === id || (other.level === level && shape(other.expected) === shape(expected));
}
