/** Plays random histories, judges each by the rules of the run, and makes those that fail as small as they can be. */

import { BadInput } from "../../base/bad-input.ts";
import { drawHistory } from "../calls/exploration/draw-history.ts";
import { isConcurrent, type Program } from "../calls/exploration/move.ts";
import type { Explored, Finding } from "../report/exploration.ts";
import type { Result } from "../report/report.ts";
import { createPlayer, hasFailed, type Played, type PlayOptions } from "./play-program.ts";
import { shrinkFinding } from "./shrink-finding.ts";

export interface ExploreOptions extends PlayOptions {
  readonly count: number;
  readonly seed: number;
  readonly readOnly?: boolean | undefined;
  /** What the run's own calls showed: what failed there needs no exploration. */
  readonly results: readonly Result[];
  /** Why there is to be no more, or undefined. */
  readonly whyEnd: () => string | undefined;
  readonly onProgress?: ((done: number, total: number, step: string) => void) | undefined;
}

/** Histories that are made smaller: of what the run had not found, and of what it had. */
const mostFindings = { fresh: 5, known: 2 } as const;

/** @returns besides what was found, what requirements come to by it, by their ids */
export async function explore(
  options: ExploreOptions,
): Promise<Explored & { readonly results: ReadonlyMap<string, Result> }> {
  const { count, seed, pool, whyEnd } = options;
  const player = createPlayer(options);
  const outcomes = new Map(options.results.map(({ id, outcome }) => [id, outcome]));
  const counts = { histories: 0, concurrent: 0, calls: 0, callsToShrink: 0, failing: 0 };
  const findings: Finding[] = [];
  const joined = new Map<string, Result>();
  /** Ids of requirements that need no second look. */
  const examined = new Set<string>();
  const spent = { fresh: 0, known: 0 };
  let withoutOrders = 0;
  let shortfall: string | undefined;

  async function examine(program: Program, played: Played, number: number): Promise<void> {
    for (const result of played.broken) {
      const outcome = outcomes.get(result.id);
      if (examined.has(result.id) || outcome === "warned") continue;
      examined.add(result.id);
      join(result, number);
      const kind = outcome === "failed" ? "known" : "fresh";
      if (spent[kind]++ >= mostFindings[kind]) continue;
      const found = await shrinkFinding(program, played, result, {
        player,
        isOver: () => whyEnd() !== undefined,
        onPlayed: ({ steps }) => {
          counts.callsToShrink += steps.flat().length;
        },
      });
      findings.push({ number, ...found });
      // With fewer calls it is better known what is broken.
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
      const program = drawHistory(seed, number, options);
      const played = await player.play(program);
      counts.histories++;
      counts.calls += played.steps.flat().length;
      if (isConcurrent(program.moves)) counts.concurrent++;
      if (played.orders.pending.length < Math.min(1, program.orders.pending)) withoutOrders++;
      if (played.broken.some(hasFailed)) counts.failing++;
      for (const result of played.results) {
        const isNews =
          result.outcome === "errored" ||
          (result.outcome === "passed" && outcomes.get(result.id) === "untested");
        if (isNews && !joined.has(result.id)) joined.set(result.id, result);
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
  const cure = isRenewable
    ? "The provider makes none."
    : "Name more with --pending-order, or have them made: --provision, --provider-states-url.";
  return `${without} of ${histories} histories had no pending order. ${cure}`;
}
