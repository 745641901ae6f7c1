/**
 * Prints what the judge makes of servers that are odd or wrong in two ways at once, drawn at random:
 * `node selftest/independent/run-pairs.ts [--seed=N] [--count=N] [--few] [--kind=right-right|right-wrong|wrong-wrong] [--only=a+b]`.
 * A change may undo what another did, so that a slip is no proof; a blame that neither deserves is.
 */

import type { IndependentServer } from "./independent-server.ts";
import { few, judgeIndependent, plenty } from "./judge-independent.ts";
import { rightServers } from "./right/right-independent.ts";
import { slips } from "./slips.ts";
import { type WrongServer, wrongServers } from "./wrong/wrong-independent.ts";

const args = process.argv.slice(2);
const option = (name: string) => args.find((arg) => arg.startsWith(`--${name}=`))?.split("=")[1];
const seed = Number(option("seed") ?? 1);
const count = Number(option("count") ?? 40);
const kind = option("kind") ?? "right-wrong";
const supply = args.includes("--few") ? few : plenty;
const print = (line: string) => void process.stdout.write(`${line}\n`);

let state = seed;
function below(limit: number): number {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * limit);
}
const quick = ({ id }: IndependentServer) => !/slow|limit-|locks-out|one-at-a-time|busy-at/.test(id);
const rights = rightServers.filter(quick);
const wrongs = wrongServers.filter(({ id }) => !slips.has(id) && !/no-answer|hang/.test(id));
const draw = <T>(from: readonly T[]) => from[below(from.length)]!;

interface Pair {
  readonly id: string;
  readonly blames: readonly RegExp[];
  readonly change: IndependentServer["change"];
}
const pair = (one: IndependentServer | WrongServer, other: IndependentServer | WrongServer): Pair => ({
  id: `${one.id}+${other.id}`,
  blames: [one, other].flatMap((each) => ("blames" in each ? [each.blames as RegExp] : [])),
  change: (shop) => {
    one.change(shop);
    other.change(shop);
  },
});
const byId = (id: string) => [...rightServers, ...wrongServers].find((each) => each.id === id)!;
const [first, second] = kind.split("-");
const only = option("only")?.split("+");
const queue = only
  ? [pair(byId(only[0]!), byId(only[1]!))]
  : Array.from({ length: count }, () => {
      const [a, b] = [draw(first === "right" ? rights : wrongs), draw(second === "right" ? rights : wrongs)];
      return below(2) ? pair(a, b) : pair(b, a);
    });
const counts = new Map<string, number>();
async function work(): Promise<void> {
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { id, blames, change } = next;
    const started = performance.now();
    const report = await judgeIndependent(change, supply).catch((error: Error) => error);
    const failed =
      report instanceof Error
        ? []
        : report.results.filter(({ outcome }) => outcome === "failed" || outcome === "errored");
    const excess = failed.filter((result) => !blames.some((each) => each.test(result.id)));
    const mark =
      report instanceof Error
        ? `no run`
        : excess.length > 0
          ? blames.length === 0
            ? "FALSE ALARM"
            : "WRONG BLAME"
          : failed.length === 0
            ? blames.length === 0
              ? "not blamed"
              : "SLIPS"
            : "caught";
    counts.set(mark, (counts.get(mark) ?? 0) + 1);
    const figures =
      report instanceof Error
        ? report.message
        : `${report.requests} requests, ${Math.round(performance.now() - started)} ms`;
    const show = args.includes("--why") ? failed : excess;
    const reasons = show.map(
      ({ id, reason, evidence }) =>
        `\n    ${id}: ${reason?.slice(0, 200)} (${evidence.exchanges[0]?.request.method} ${evidence.exchanges[0]?.request.url})`,
    );
    print(`${mark.padEnd(11)} ${id} (${figures})${reasons.join("")}`);
  }
}
await Promise.all(Array.from({ length: 4 }, work));
print(`Pairs ${kind}, seed ${seed}: ${[...counts].map(([mark, n]) => `${n} ${mark}`).join(", ")}.`);
