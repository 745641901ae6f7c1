/** `store-orders selftest`: the suite run on servers known to be wrong and known to be right. */

import { BadInput, quoteValue } from "../../base/bad-input.ts";
import { createHttpTarget } from "../../conformance/targets/http/http-target.ts";
import { formatSelftest } from "../../selftest/format-selftest.ts";
import { caughtBy, everything, isSound, judgeSubjects, type Subject } from "../../selftest/selftest.ts";
import type { OrderSupply } from "../../selftest/subjects.ts";
import { createRunner } from "../command-line.ts";
import { type CommandSpec, flag, helpOption, parsed } from "../options.ts";
import { createProgressLine } from "../verify/progress-line.ts";
import { judgeShares, processes, type ShareMessage, shareOf } from "./share-subjects.ts";

export const selftestCommand = {
  name: "selftest",
  summary: "Runs the suite on servers known to be wrong and on servers known to be right.",
  options: {
    "few-orders": flag("Give each run 2 pending orders and 1 shipped, as few as it needs."),
    careful: flag(
      "Judge as verify does by default: at most 350 requests, and no order at risk that was not given.",
    ),
    matrix: flag("Print which requirement caught which server."),
    share: parsed("N/M", "Judge every M-th server only, from the N-th on.", readShare),
    help: helpOption,
  },
} as const satisfies CommandSpec;

/** A hang is told from an answer by this; the servers are on this machine and need a few milliseconds, and where much else runs beside them some hundreds. */
const timeoutMs = 1000;

/** @param findSubjects another one in a test */
export const runSelftestCommand = createRunner(
  selftestCommand,
  async (line, { terminal }, findSubjects: typeof findAllSubjects = findAllSubjects) => {
    const { fewOrders: isFew, careful: isCareful, share, matrix } = line.values;
    const progress = createProgressLine(terminal);
    const startedAt = performance.now();
    const judge = async () => {
      const { inProcess, served } = await findSubjects(isFew ? "few" : "plenty");
      const subjects = shareOf([...inProcess, ...served.map(openServed)], share?.number ?? 1, share?.of ?? 1);
      return judgeSubjects(
        subjects,
        tellStarter ? (done, total, id) => tellStarter({ done, total, id }) : progress.show,
        isCareful ? {} : everything,
      );
    };
    const inProcesses = () =>
      judgeShares(
        ["selftest", ...(isFew ? ["--few-orders"] : []), ...(isCareful ? ["--careful"] : [])],
        progress.show,
      );
    const results = await (share || processes === 1 ? judge() : inProcesses());
    progress.clear();
    tellStarter?.({ results });
    const selftest = { results, caught: caughtBy(results) };
    const durationMs = performance.now() - startedAt;
    await terminal.out(formatSelftest(selftest, terminal.style, matrix, durationMs));
    // With as few orders or calls as a run needs, some servers are known to slip; blaming a right one is never fine.
    const passes = isFew || isCareful ? ["caught", "slipped", "passed"] : ["caught", "passed"];
    const isFine =
      isFew || isCareful || share
        ? results.every(({ outcome }) => passes.includes(outcome))
        : isSound(selftest);
    return isFine ? 0 : 1;
  },
);

/** Set where another process started this one to judge a share. */
const tellStarter = process.send && ((message: ShareMessage) => void process.send!(message));

function readShare(text: string, option: string): { readonly number: number; readonly of: number } {
  const [number = 0, of = 0] = (/^(\d{1,3})\/(\d{1,3})$/.exec(text) ?? []).slice(1).map(Number);
  if (number >= 1 && number <= of) return { number, of };
  throw new BadInput(
    `Cannot use ${option}: expected N/M with N from 1 to M, such as 1/4, got ${quoteValue(text)}.`,
  );
}

/** The servers to judge, with as many orders for each run as are wished. */
async function findAllSubjects(supply: OrderSupply) {
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

type ServedSubject = Awaited<ReturnType<typeof findAllSubjects>>["served"][number];

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
