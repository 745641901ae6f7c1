/**
 * Judges every server over a port, each in a dialect of its own; a slip that is not known stands in capitals:
 * `node selftest/independent/run-independent.ts [part of an id ...] [--seed=N] [--few] [--why] [--right|--wrong] [--pairs=N]`.
 * With pairs, so many of two wrong servers at once, or of a wrong and a right one. A change may undo what another did,
 * so that a slip of a pair is no proof; a blame that neither deserves is.
 */

import { createSeededChance } from "../../base/seeded-chance.ts";
import type { Result } from "../../conformance/report/report.ts";
import type { BrokenServer, Build } from "../broken/broken-server.ts";
import { brokenServers, moreBrokenServers } from "../broken/broken-servers.ts";
import { oddServers } from "../right/right-servers.ts";
import { rightWireServers } from "../sockets/right-wire.ts";
import { wrongWireServers } from "../sockets/wrong-wire.ts";
import { drawDialect, failuresOf, few, type Judged, judgeServed, plenty } from "./dialect.ts";
import { slips } from "./slips.ts";

const args = process.argv.slice(2);
const has = (option: string) => args.includes(option);
const words = args.filter((word) => !word.startsWith("--"));
const option = (name: string, otherwise: number) =>
  Number(new RegExp(`--${name}=(\\d+)`).exec(args.join(" "))?.[1] ?? otherwise);
const seed = option("seed", 1);
const pairs = option("pairs", 0);
const supply = has("--few") ? few : plenty;
const print = (line: string) => void process.stdout.write(`${line}\n`);

interface Row extends Pick<Judged, "builds" | "wire" | "right"> {
  readonly id: string;
  /** What may be blamed; none for a right one. */
  readonly blames: readonly RegExp[];
  readonly isKnown?: boolean;
}

/** Judges some at once, and counts how many of each mark there are. */
async function judgeAll(title: string, rows: readonly Row[]): Promise<void> {
  const queue = rows
    .map((row, index) => ({ ...row, index }))
    .filter(({ id }) => words.length === 0 || words.some((word) => id.includes(word)));
  const counts = new Map<string, number>();
  const markOf = ({ blames, isKnown }: Row, failed: readonly Result[], excess: readonly Result[]) => {
    if (blames.length === 0) return failed.length > 0 ? "FALSE ALARM" : "not blamed";
    if (excess.length > 0) return "WRONG BLAME";
    return failed.length > 0 ? "caught" : isKnown ? "slips" : "SLIPS";
  };
  async function work(): Promise<void> {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const started = performance.now();
      const { id, index, blames } = next;
      // A run that cannot start says so, and blames nobody.
      const report = await judgeServed({ ...next, dialect: drawDialect(seed, index), supply }).catch(
        (error: Error) => error,
      );
      const failed = report instanceof Error ? [] : failuresOf(report);
      const excess = failed.filter((result) => !blames.some((each) => each.test(result.id)));
      const mark = report instanceof Error ? "no run" : markOf(next, failed, excess);
      counts.set(mark, (counts.get(mark) ?? 0) + 1);
      const figures = report instanceof Error ? report.message : `${report.requests} requests`;
      const reasons = (has("--why") ? failed : excess).map(
        (result) => `\n    ${result.id}: ${result.reason?.slice(0, 160)}`,
      );
      print(
        `${mark.padEnd(11)} ${id} (${figures}, ${Math.round(performance.now() - started)} ms)${reasons.join("")}`,
      );
    }
  }
  await Promise.all(Array.from({ length: 4 }, work));
  print(`${title}, seed ${seed}: ${[...counts].map(([mark, count]) => `${count} ${mark}`).join(", ")}.`);
}

const wrong = [...brokenServers, ...moreBrokenServers];
const builtBy = (...servers: readonly { readonly build: Build }[]) => servers.map(({ build }) => build);

function drawPairs(): readonly Row[] {
  const chance = createSeededChance(seed);
  const draw = <T>(from: readonly T[]): T => from[Math.floor(chance() * from.length)]!;
  const usable = oddServers.filter(({ isSlow, options }) => !isSlow && !options);
  return Array.from({ length: pairs }, () => {
    const one = draw(wrong);
    const other = chance() < 0.5 ? draw(wrong) : draw(usable);
    const blames = [one, other].flatMap((each) => ("blames" in each ? [(each as BrokenServer).blames] : []));
    return { id: `${one.id}+${other.id}`, blames, builds: builtBy(other, one) };
  });
}

if (pairs > 0) await judgeAll("Pairs", drawPairs());
else {
  if (!has("--wrong"))
    await judgeAll("Right ones", [
      ...oddServers.map((right) => ({ id: right.id, blames: [], builds: builtBy(right), right })),
      ...rightWireServers.map((wire) => ({ id: wire.id, blames: [], wire })),
    ]);
  if (!has("--right"))
    await judgeAll("Wrong ones", [
      ...wrong.map((server) => ({ id: server.id, blames: [server.blames], builds: builtBy(server) })),
      ...wrongWireServers.map((wire) => ({ id: wire.id, blames: [wire.blames], wire })),
      ...slips.map((server) => ({ id: server.id, blames: [/^$/], builds: builtBy(server), isKnown: true })),
    ]);
}
