/** How well causes tell the mistakes of servers that are known to be wrong. */

import { createSeededChance } from "../../../base/seeded-chance.ts";
import type { Report } from "../../../conformance/report/report.ts";
import type { BrokenServer } from "../../broken/broken-server.ts";
import { brokenServers } from "../../broken/broken-servers.ts";
import { judgeInProcess, plainDialect, plenty, type Supply } from "../dialect.ts";
import { isTrueOf } from "./true-names.ts";

export interface CauseFigures {
  /** Servers with one mistake that failed, and those that read as one cause. */
  readonly singles: number;
  readonly asOne: number;
  /** Pairs whose verdict shows both mistakes, those that read as two causes, and the most causes of any. */
  readonly pairs: number;
  readonly asTwo: number;
  readonly most: number;
  /** Causes of single mistakes for which a likely mistake is told, and those for which it is the right one. */
  readonly told: number;
  readonly right: number;
  /** What is not as it should be, a line each. */
  readonly remarks: readonly string[];
}

export interface FiguresOptions {
  readonly singles: readonly BrokenServer[];
  readonly pairs: readonly (readonly [BrokenServer, BrokenServer])[];
  readonly supply?: Supply;
  readonly onRun?: () => void;
}

/** Two different mistakes, drawn at random; more than are asked for, as some hide one another. */
export function drawPairs(count: number, seed: number): FiguresOptions["pairs"] {
  const chance = createSeededChance(seed);
  const draw = () => brokenServers[Math.floor(chance() * brokenServers.length)]!;
  return Array.from({ length: count }, () => {
    const one = draw();
    let other = draw();
    while (other === one) other = draw();
    return [one, other] as const;
  });
}

const failedOf = ({ results }: Report) =>
  results.filter(({ outcome }) => outcome === "failed").map(({ id }) => id);

/** Runs side by side: much of a run is waiting. */
const lanes = 4;

export async function measureCauses({
  singles,
  pairs,
  supply = plenty,
  onRun,
}: FiguresOptions): Promise<CauseFigures> {
  const remarks: string[] = [];
  const reports = new Map<string, Report | undefined>();
  const judge = async (id: string, servers: readonly BrokenServer[]) => {
    const builds = servers.map(({ build }) => build);
    // A run that cannot start tells no cause.
    reports.set(id, await judgeInProcess({ dialect: plainDialect, builds, supply }).catch(() => undefined));
    onRun?.();
  };
  const alone = new Map([...singles, ...pairs.flat()].map((server) => [server.id, server]));
  const queue = [
    ...[...alone.values()].map((server) => () => judge(server.id, [server])),
    ...pairs.map((pair) => () => judge(pairId(pair), pair)),
  ];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await next();
  };
  await Promise.all(Array.from({ length: lanes }, work));

  const counts = {
    singles: 0,
    asOne: 0,
    pairs: 0,
    asTwo: 0,
    most: 0,
    told: 0,
    right: 0,
  };
  for (const { id } of singles) {
    const report = reports.get(id);
    if (!report || report.causes.length === 0) continue;
    counts.singles++;
    if (report.causes.length === 1) counts.asOne++;
    else remarks.push(`${id}: ${report.causes.map(({ title }) => title).join("; ")}`);
    const likely = report.causes.flatMap((cause) => cause.likely.map((each) => each.id));
    if (likely.length === 0) continue;
    counts.told++;
    if (likely.some((mistake) => isTrueOf(id, mistake))) counts.right++;
    else remarks.push(`${id} is told to be ${likely.join(" or ")}`);
  }
  for (const pair of pairs) {
    const report = reports.get(pairId(pair));
    const failed = report ? failedOf(report) : [];
    // The verdict shows both where each is needed to explain it.
    const isShown = pair.every(({ id }) => {
      const single = reports.get(id);
      const own = single ? failedOf(single) : [];
      return own.length > 0 && failed.some((requirement) => !own.includes(requirement));
    });
    if (!report || !isShown) continue;
    counts.pairs++;
    counts.most = Math.max(counts.most, report.causes.length);
    if (report.causes.length === 2) counts.asTwo++;
    else remarks.push(`${pairId(pair)}: ${report.causes.map(({ title }) => title).join("; ")}`);
  }
  return { ...counts, remarks };
}

const pairId = (pair: readonly BrokenServer[]) => pair.map(({ id }) => id).join("+");

/** `437 of 441 servers with one mistake read as one cause (99.1 %)`, a line for each figure. */
export function formatFigures({ singles, asOne, pairs, asTwo, most, told, right }: CauseFigures): string {
  const share = (part: number, of: number) => `${((100 * part) / Math.max(of, 1)).toFixed(1)} %`;
  return [
    `${asOne} of ${singles} servers with one mistake read as one cause (${share(asOne, singles)})`,
    `${asTwo} of ${pairs} pairs whose verdict shows both mistakes read as two (${share(asTwo, pairs)}), none as more than ${most}`,
    `a likely mistake is told for ${told} of ${singles} (${share(told, singles)}), and is the right one for ${right} (${share(right, told)})`,
  ].join("\n");
}
