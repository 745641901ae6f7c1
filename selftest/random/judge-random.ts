/** Runs of the suite against random servers, right ones and ones with a single fault. */

import fc from "fast-check";
import type { Report } from "../../conformance/report/report.ts";
import { runSuite } from "../../conformance/run-suite.ts";
import { createHandleTarget } from "../../mocks/testing/handle-target.ts";
import { everything } from "../selftest.ts";
import { type OrderSupply, orderSupplies, supplyOrders } from "../subjects.ts";
import { randomServer, startRandomServer } from "./random-server.ts";
import { singleFault, withFault } from "./single-faults.ts";

/** Much of a run is waiting for who puts calls off. */
const atOnce = 4;

export interface Draw {
  /** The same servers for the same seed and number of runs. */
  readonly seed: number;
  readonly runs: number;
  /** Called after each run. */
  readonly onRun?: () => void;
}

async function assertAtOnce<T>({ seed, runs }: Draw, property: fc.IAsyncPropertyWithHooks<T>): Promise<void> {
  const numRuns = Math.ceil(runs / atOnce);
  await Promise.all(
    Array.from({ length: atOnce }, (_, part) => fc.assert(property, { seed: seed + part, numRuns })),
  );
}

const blotsOf = ({ results }: Report) =>
  results
    .filter(({ outcome }) => outcome === "failed" || outcome === "errored")
    .map(({ id, reason }) => `${id}: ${reason}`);

/** @throws {Error} with the server that was blamed, shrunk, and the seed */
export async function judgeRandomServers(draw: Draw): Promise<void> {
  const supplies = Object.keys(orderSupplies) as OrderSupply[];
  const property = fc.asyncProperty(randomServer, fc.constantFrom(...supplies), async (server, supply) => {
    const { mock, handle } = startRandomServer(server);
    const arrange = async () => supplyOrders(mock, supply);
    const report = await runSuite({ ...createHandleTarget(mock, handle), arrange }, { settleMs: 0 });
    const blots = blotsOf(report);
    if (blots.length > 0 || report.verdict === "nonconformant")
      throw new Error(`A right server was blamed: ${blots.join("; ")}`);
    draw.onRun?.();
  });
  await assertAtOnce(draw, property);
}

export interface FaultCounts {
  /** Servers whose fault showed in an answer of the run. */
  readonly faults: number;
  /** How many of them were found conformant, in all and by kind of fault. */
  readonly missed: number;
  readonly slipped: ReadonlyMap<string, number>;
}

/** @throws {Error} where a requirement could not be judged */
export async function judgeSingleFaults(draw: Draw): Promise<FaultCounts> {
  const slipped = new Map<string, number>();
  let faults = 0;
  let missed = 0;
  const property = fc.asyncProperty(randomServer, singleFault, async (server, fault) => {
    const { mock, handle } = startRandomServer(server);
    const given: bigint[] = [];
    const faulty = withFault({ mock, handle, given }, fault);
    const arrange = async () => {
      const orders = supplyOrders(mock, "plenty");
      given.push(...orders.pending, ...orders.shipped);
      return orders;
    };
    const report = await runSuite(
      { ...createHandleTarget(mock, faulty.handle), arrange },
      { settleMs: 0, ...everything },
    );
    if (report.counts.errored > 0) throw new Error(`The judge failed: ${blotsOf(report).join("; ")}`);
    draw.onRun?.();
    if (!faulty.wasBroken()) return;
    faults++;
    if (report.verdict === "nonconformant") return;
    missed++;
    const kind = `${fault.kind}, at ${fault.where}, every ${fault.every} after ${fault.after}`;
    slipped.set(kind, (slipped.get(kind) ?? 0) + 1);
  });
  await assertAtOnce(draw, property);
  return { faults, missed, slipped };
}

/** `99.2 % of 4812 faults caught; slipped: …` */
export function formatFaults({ faults, missed, slipped }: FaultCounts): string {
  const kinds = [...slipped].map(([kind, times]) => `${times} x ${kind}`).join("; ");
  const share = (100 * (1 - missed / Math.max(faults, 1))).toFixed(1);
  return `${share} % of ${faults} faults caught; slipped: ${kinds || "none"}`;
}
