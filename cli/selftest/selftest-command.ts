/** `store-orders selftest`: the suite run on servers known to be wrong and known to be right. */

import { createHttpTarget } from "../../conformance/targets/http/http-target.ts";
import type { Target } from "../../conformance/targets/target.ts";
import { formatSelftest } from "../../selftest/format-selftest.ts";
import { isSound, runSelftest, type Subject } from "../../selftest/selftest.ts";
import {
  type CommandSpec,
  type Environment,
  formatHelp,
  helpOption,
  parseCommandLine,
} from "../command-line.ts";
import type { Terminal } from "../terminal.ts";
import { createProgressLine } from "../verify/progress-line.ts";

/** A server on a port, for what only bytes on a socket can show. */
export interface ServedSubject extends Omit<Subject, "open"> {
  serve(): Promise<{
    readonly baseUrl: string;
    readonly apiKey: string;
    readonly arrange: NonNullable<Target["arrange"]>;
    close(): Promise<void>;
  }>;
}

/** Gives the servers to judge, with as many orders for each run as are wished. */
export type FindSubjects = (supply: "plenty" | "few") => Promise<{
  readonly inProcess: readonly Subject[];
  readonly served: readonly ServedSubject[];
}>;

const selftestCommand: CommandSpec = {
  name: "selftest",
  summary: "Runs the suite on servers known to be wrong and on servers known to be right.",
  options: {
    "few-orders": { help: "Give each run 2 pending orders and 1 shipped, as few as it needs." },
    matrix: { help: "Print which requirement caught which server." },
    help: helpOption,
  },
};

/** A hang is told from an answer by this; the servers are on this machine and need a few milliseconds. */
const timeoutMs = 400;

export async function runSelftestCommand(
  args: readonly string[],
  env: Environment,
  terminal: Terminal,
  findSubjects: FindSubjects,
): Promise<number> {
  const line = parseCommandLine(selftestCommand, args, env);
  if (line.flag("help")) {
    await terminal.out(formatHelp(selftestCommand));
    return 0;
  }
  const isFew = line.flag("few-orders");
  const { inProcess, served } = await findSubjects(isFew ? "few" : "plenty");
  const progress = createProgressLine(terminal);
  const selftest = await runSelftest([...inProcess, ...served.map(openServed)], progress.show);
  progress.clear();
  await terminal.out(formatSelftest(selftest, terminal.style, line.flag("matrix")));
  // With as few orders as a run needs, some servers are known to slip; blaming a right one is never fine.
  const isFine = isFew ? selftest.results.every(({ outcome }) => outcome !== "blamed") : isSound(selftest);
  return isFine ? 0 : 1;
}

function openServed({ serve, ...facts }: ServedSubject): Subject {
  return {
    ...facts,
    async open() {
      const { baseUrl, apiKey, arrange, close } = await serve();
      const target = createHttpTarget({ baseUrl, apiKey, arrange, timeoutMs });
      return {
        target,
        async close() {
          await target.close();
          await close();
        },
      };
    },
  };
}
