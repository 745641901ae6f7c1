/** `store-orders selftest`: the suite run on servers known to be wrong and known to be right. */

import { once } from "node:events";
import { availableParallelism } from "node:os";
import { parentPort, Worker, workerData } from "node:worker_threads";
import { createHttpTarget } from "../../conformance/targets/http/http-target.ts";
import { formatSelftest } from "../../selftest/format-selftest.ts";
import {
  caughtBy,
  everything,
  isSound,
  judgeSubjects,
  type Subject,
  type SubjectResult,
} from "../../selftest/selftest.ts";
import type { OrderSupply } from "../../selftest/subjects.ts";
import { type CommandLine, createRunner } from "../command-line.ts";
import { type CommandSpec, flag, helpOption } from "../options.ts";
import type { Terminal } from "../terminal.ts";

export const selftestCommand = {
  name: "selftest",
  summary: "Runs the suite on servers known to be wrong and on servers known to be right.",
  options: {
    "few-orders": flag("Give each run 2 pending orders and 1 shipped, as few as it needs."),
    careful: flag(
      "Judge as verify does by default: at most 350 requests, and no order at risk that was not given.",
    ),
    matrix: flag("Print which requirement caught which server."),
    help: helpOption,
  },
} as const satisfies CommandSpec;

/** A hang is told from an answer by this; the servers are on this machine and need a few milliseconds, and where much else runs beside them some hundreds. */
const timeoutMs = 1000;

/** More than these would spend their time starting. */
const threads = Math.min(4, availableParallelism());

export const runSelftestCommand = createRunner(selftestCommand, async (line, { terminal }) => {
  const { fewOrders: isFew, careful: isCareful } = line.values;
  const startedAt = performance.now();
  const { inProcess, served } = await findSubjects(isFew ? "few" : "plenty");
  const subjects = [...inProcess, ...served.map(openServed)];
  const share: number | undefined = workerData?.share;
  if (share !== undefined) {
    // Neighbours are alike, and each thread gets some of them.
    const own = subjects.filter((_, index) => index % threads === share);
    parentPort!.postMessage(await judgeSubjects(own, isCareful ? {} : everything));
    return 0;
  }
  if (terminal.interactive) terminal.err(`Judging ${subjects.length} servers takes a minute or two.\n`);
  const results = await judgeInThreads();
  return tellResults(results, line.values, performance.now() - startedAt, terminal);
});

/** @returns the exit code */
export async function tellResults(
  results: readonly SubjectResult[],
  { fewOrders, careful, matrix }: CommandLine<typeof selftestCommand>["values"],
  durationMs: number,
  terminal: Terminal,
): Promise<number> {
  const selftest = { results, caught: caughtBy(results) };
  await terminal.out(formatSelftest(selftest, terminal.style, matrix, durationMs));
  // With as few orders or calls as a run needs, some servers are known to slip; blaming a right one is never fine.
  const isFine =
    fewOrders || careful ? results.every(({ outcome }) => outcome !== "blamed") : isSound(selftest);
  return isFine ? 0 : 1;
}

/** Each thread runs this command, too, and judges its share. */
async function judgeInThreads(): Promise<readonly SubjectResult[]> {
  const shares = Array.from({ length: threads }, async (_, share) => {
    const worker = new Worker(process.argv[1]!, { argv: process.argv.slice(2), workerData: { share } });
    const [told] = await Promise.race([once(worker, "message"), once(worker, "exit")]);
    if (!Array.isArray(told)) throw new Error(`A thread of the self-test ended with exit code ${told}.`);
    return told as readonly SubjectResult[];
  });
  return (await Promise.all(shares)).flat();
}

/** The servers to judge, with as many orders for each run as are wished. */
async function findSubjects(supply: OrderSupply) {
  const { brokenServers } = await import("../../selftest/broken/broken-servers.ts");
  const { rightServers } = await import("../../selftest/right/right-servers.ts");
  const { brokenSubject, rightSubject } = await import("../../selftest/subjects.ts");
  const { servedSubject } = await import("../../selftest/sockets/wire-server.ts");
  const { wrongWireServers } = await import("../../selftest/sockets/wrong-wire.ts");
  return {
    inProcess: [
      ...brokenServers.map((server) => brokenSubject(server, supply)),
      ...rightServers.map((server) => rightSubject(server, supply)),
    ] as readonly Subject[],
    /** On a port, for what only bytes on a socket can show. */
    served: wrongWireServers.map((server) => servedSubject(server, supply)),
  };
}

type ServedSubject = Awaited<ReturnType<typeof findSubjects>>["served"][number];

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
