/**
 * Prints what the judge makes of every program:
 * `node selftest/independent/programs/run-programs.ts [part of an id ...] [--right|--wrong] [--pending=N] [--first=ID] [--key=KEY]`.
 */

import type { Result } from "../../../conformance/report/report.ts";
import { judgeServer, shopOrders } from "../../frameworks/judge-server.ts";
import type { Program } from "./program.ts";
import { programSlips, rightPrograms, wrongPrograms } from "./programs.ts";

const args = process.argv.slice(2);
const words = args.filter((word) => !word.startsWith("--"));
const pending = Number(/--pending=(\d+)/.exec(args.join(" "))?.[1] ?? 3);
const first = Number(/--first=(-?\d+)/.exec(args.join(" "))?.[1] ?? 101);
const key = args.find((arg) => arg.startsWith("--key="))?.slice(6);
const print = (line: string) => void process.stdout.write(`${line}\n`);

async function judgeAll<Kind extends Program>(
  title: string,
  all: readonly Kind[],
  markOf: (
    program: Kind,
    failed: readonly Result[],
  ) => { readonly mark: string; readonly show: readonly Result[] },
): Promise<void> {
  const queue = all.filter(({ id }) => words.length === 0 || words.some((word) => id.includes(word)));
  const counts = new Map<string, number>();
  async function work(): Promise<void> {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const started = performance.now();
      const report = await judgeServer(
        next.start,
        shopOrders(pending, pending > 3 ? 2 : 1, first),
        key,
      ).catch((error: Error) => error);
      const ran = !(report instanceof Error);
      const failed = ran
        ? report.results.filter(({ outcome }) => outcome === "failed" || outcome === "errored")
        : [];
      const { mark, show } = ran ? markOf(next, failed) : { mark: "no run", show: [] };
      counts.set(mark, (counts.get(mark) ?? 0) + 1);
      const untested = ran ? report.results.filter(({ outcome }) => outcome === "untested").length : 0;
      const figures = ran ? `${report.requests} requests, ${untested} untested` : report.message;
      const reasons = show.map(({ id, reason, evidence }) => {
        const [first] = evidence.exchanges;
        return `\n    ${id}: ${reason?.slice(0, 160)} (${first?.request.method} ${first?.request.url})`;
      });
      print(
        `${mark.padEnd(11)} ${next.id} (${figures}, ${Math.round(performance.now() - started)} ms)${reasons.join("")}`,
      );
    }
  }
  await Promise.all(Array.from({ length: 4 }, work));
  print(
    `${title}, ${pending} pending orders: ${[...counts].map(([mark, count]) => `${count} ${mark}`).join(", ")}.`,
  );
}

if (!args.includes("--wrong"))
  await judgeAll("Right ones", rightPrograms, (_program, failed) => ({
    mark: failed.length > 0 ? "FALSE ALARM" : "not blamed",
    show: failed,
  }));
if (!args.includes("--right"))
  await judgeAll("Wrong ones", wrongPrograms, ({ id, blames }, failed) => {
    const excess = failed.filter(({ id }) => !blames.test(id));
    if (failed.length === 0) return { mark: programSlips.has(id) ? "slips" : "SLIPS", show: [] };
    return {
      mark: excess.length > 0 ? "WRONG BLAME" : "caught",
      show: args.includes("--why") || excess.length > 0 ? failed : [],
    };
  });
