/**
 * Prints what the judge makes of every server; a slip that is not known stands in capitals:
 * `node selftest/independent/run-independent.ts [part of an id ...] [--few] [--why] [--right|--wrong]`.
 */

import type { Report, Result } from "../../conformance/report/report.ts";
import type { IndependentServer } from "./independent-server.ts";
import { few, judgeIndependent, plenty } from "./judge-independent.ts";
import { rightServers } from "./right/right-independent.ts";
import { slips } from "./slips.ts";
import { wrongServers } from "./wrong/wrong-independent.ts";

const args = process.argv.slice(2);
const has = (option: string) => args.includes(option);
const words = args.filter((word) => !word.startsWith("--"));
const supply = has("--few") ? few : plenty;
const print = (line: string) => void process.stdout.write(`${line}\n`);

interface Verdict {
  readonly mark: string;
  readonly show: readonly Result[];
}

/** Judges some at once, and counts how many of each mark there are. */
async function judgeAll<Kind extends IndependentServer>(
  title: string,
  all: readonly Kind[],
  verdictOn: (server: Kind, failed: readonly Result[]) => Verdict,
): Promise<void> {
  const queue = all.filter(({ id }) => words.length === 0 || words.some((word) => id.includes(word)));
  const counts = new Map<string, number>();
  const failedOf = ({ results }: Report) => results.filter(({ outcome }) => outcome === "failed");
  async function work(): Promise<void> {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const started = performance.now();
      // A run that cannot start says so, and blames nobody.
      const report = await judgeIndependent(next.change, supply).catch((error: Error) => error);
      const ran = !(report instanceof Error);
      const { mark, show } = ran ? verdictOn(next, failedOf(report)) : { mark: "no run", show: [] };
      counts.set(mark, (counts.get(mark) ?? 0) + 1);
      const untested = ran ? report.results.filter(({ outcome }) => outcome === "untested").length : 0;
      const figures = ran ? `${report.requests} requests, ${untested} untested` : report.message;
      const reasons = show.map(({ id, reason }) => `\n    ${id}: ${reason?.slice(0, 160)}`);
      print(
        `${mark.padEnd(11)} ${next.id} (${figures}, ${Math.round(performance.now() - started)} ms)${reasons.join("")}`,
      );
    }
  }
  await Promise.all(Array.from({ length: 4 }, work));
  print(`${title}: ${[...counts].map(([mark, count]) => `${count} ${mark}`).join(", ")}.`);
}

if (!has("--wrong"))
  await judgeAll("Right ones", rightServers, (_server, failed) => ({
    mark: failed.length > 0 ? "FALSE ALARM" : "not blamed",
    show: failed,
  }));
if (!has("--right"))
  await judgeAll("Wrong ones", wrongServers, ({ id, blames }, failed) => {
    const excess = failed.filter(({ id }) => !blames.test(id));
    if (failed.length === 0) return { mark: slips.has(id) ? "slips" : "SLIPS", show: [] };
    return { mark: excess.length > 0 ? "WRONG BLAME" : "caught", show: has("--why") ? failed : excess };
  });
