/** Figures that show whether causes name the mistakes of wrong servers. */

import { createSeededChance } from "../../base/seeded-chance.ts";
import type { Report } from "../../conformance/report/report.ts";
import type { BrokenServer } from "../broken/broken-server.ts";
import { brokenServers } from "../broken/broken-servers.ts";
import { shuffled } from "../right/right-server.ts";
import { failuresOf, judgeInProcess, type Supply } from "../runner/judge-variant.ts";
import { runAll } from "../runner/run-all.ts";
import { mixedVariant } from "../runner/variant.ts";
import { isTrueOf } from "./true-names.ts";

export interface CauseFigures {
  /** Numbers of failed servers with one mistake, and of those with one cause. */
  readonly singles: number;
  readonly asOne: number;
  /** Numbers of pairs whose verdict shows both mistakes, of those with two causes, and the largest number of causes. */
  readonly pairs: number;
  readonly asTwo: number;
  readonly most: number;
  /** Numbers of servers with one mistake whose report names a likely mistake, and of those where it is the right one. */
  readonly named: number;
  readonly right: number;
  /** Servers with unexpected causes, a line each. */
  readonly remarks: readonly string[];
}

export interface FiguresOptions {
  readonly singles: readonly BrokenServer[];
  readonly pairs: readonly (readonly [BrokenServer, BrokenServer])[];
  readonly supply?: Supply;
}

/** Pairs of different mistakes, drawn at random; more than needed, since some hide each other. */
export function drawPairs(count: number, seed: number): FiguresOptions["pairs"] {
  const chance = createSeededChance(seed);
  return Array.from({ length: count }, () => {
    const [one, other] = shuffled(brokenServers, chance);
    return [one!, other!] as const;
  });
}

export async function measureCauses({
  singles,
  pairs,
  supply = "many",
}: FiguresOptions): Promise<CauseFigures> {
  const reports = new Map<string, Report | undefined>();
  const alone = new Map([...singles, ...pairs.flat()].map((server) => [server.id, [server]]));
  const together = new Map(pairs.map((pair) => [pairId(pair), pair]));
  await runAll([...alone, ...together], async ([id, servers]) => {
    const builds = servers.map(({ build }) => build);
    // A run that cannot start has no cause.
    const report = await judgeInProcess({ variant: mixedVariant, builds, supply }).catch(() => undefined);
    reports.set(id, report);
  });
  const failedOf = (id: string) => {
    const report = reports.get(id);
    return report ? failuresOf(report).map((result) => result.id) : [];
  };

  const causesOf = (id: string) => reports.get(id)?.causes ?? [];
  const titlesOf = (id: string) =>
    `${id}: ${causesOf(id)
      .map(({ title }) => title)
      .join("; ")}`;
  const likelyOf = (id: string) => causesOf(id).flatMap(({ likely }) => likely.map((each) => each.id));

  const failing = singles.map(({ id }) => id).filter((id) => causesOf(id).length > 0);
  const several = failing.filter((id) => causesOf(id).length > 1);
  const named = failing.filter((id) => likelyOf(id).length > 0);
  const misnamed = named.filter((id) => !likelyOf(id).some((mistake) => isTrueOf(id, mistake)));
  // A verdict shows both mistakes where each is needed to explain it.
  const shown = pairs.filter((pair) => {
    const failed = failedOf(pairId(pair));
    const own = pair.map(({ id }) => failedOf(id));
    return own.every((some) => some.length > 0 && failed.some((requirement) => !some.includes(requirement)));
  });
  const shownIds = shown.map(pairId);
  const notTwo = shownIds.filter((id) => causesOf(id).length !== 2);
  return {
    singles: failing.length,
    asOne: failing.length - several.length,
    pairs: shownIds.length,
    asTwo: shownIds.length - notTwo.length,
    most: Math.max(0, ...shownIds.map((id) => causesOf(id).length)),
    named: named.length,
    right: named.length - misnamed.length,
    remarks: [
      ...several.map(titlesOf),
      ...misnamed.map((id) => `${id} is named as ${likelyOf(id).join(" or ")}`),
      ...notTwo.map(titlesOf),
    ],
  };
}

const pairId = (pair: readonly BrokenServer[]) => pair.map(({ id }) => id).join("+");

/** The figures in one line. */
export function formatFigures({ singles, asOne, pairs, asTwo, most, named, right }: CauseFigures): string {
  const share = (part: number, of: number) => `(${((100 * part) / Math.max(of, 1)).toFixed(1)} %)`;
  return [
    `${asOne} of ${singles} read as one cause ${share(asOne, singles)}`,
    `${asTwo} of ${pairs} pairs that show both as two ${share(asTwo, pairs)}, none as more than ${most}`,
    `a likely mistake for ${named} ${share(named, singles)}, the right one for ${right} ${share(right, named)}`,
  ].join("; ");
}
