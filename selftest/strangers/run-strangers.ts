/** Prints what the judge makes of every stranger: `node selftest/strangers/run-strangers.ts [part of an id]`. */

import { few, judgeStranger, plenty } from "./judge-stranger.ts";
import { rightStrangers } from "./right/right-strangers.ts";
import type { Stranger } from "./stranger.ts";
import { wrongStrangers } from "./wrong/wrong-strangers.ts";

const print = (line: string) => void process.stdout.write(`${line}\n`);
const { argv } = process;
const supply = argv.includes("--few") ? few : plenty;
const wanted = argv.slice(2).filter((word) => !word.startsWith("--"));
const isWanted = ({ id }: Stranger) => wanted.length === 0 || wanted.some((word) => id.includes(word));

async function judgeAll(title: string, all: readonly Stranger[], isGood: (blamed: number) => boolean) {
  const queue = all.filter(isWanted);
  const total = queue.length;
  let good = 0;
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const started = performance.now();
      const line = await judgeStranger(next.change, supply).then(
        ({ results, requests }) => {
          const blamed = results.filter(({ outcome }) => outcome === "failed");
          const untested = results.filter(
            ({ outcome, level }) => outcome === "untested" && level === "must",
          ).length;
          const errored = results.filter(({ outcome }) => outcome === "errored").length;
          if (isGood(blamed.length)) good++;
          const reasons = blamed.map(({ id, reason }) => `\n      ${id}: ${reason?.slice(0, 150)}`);
          const mark = isGood(blamed.length) ? "ok  " : "MISS";
          const ms = Math.round(performance.now() - started);
          return `${mark} ${next.id} (${requests} requests, ${ms} ms, ${untested} untested, ${errored} errored)${
            argv.includes("--why") || title === "right"
              ? reasons.join("")
              : ` ${blamed
                  .map(({ id }) => id)
                  .join(" ")
                  .slice(0, 200)}`
          }`;
        },
        (error: unknown) => {
          if (isGood(1)) good++;
          return `${isGood(1) ? "ok  " : "MISS"} ${next.id} THREW ${(error as Error).message.slice(0, 200)}`;
        },
      );
      print(line);
    }
  };
  await Promise.all(Array.from({ length: 6 }, work));
  print(`== ${title}: ${good} of ${total}`);
}
await judgeAll("right", rightStrangers, (blamed) => blamed === 0);
await judgeAll("wrong", wrongStrangers, (blamed) => blamed > 0);
