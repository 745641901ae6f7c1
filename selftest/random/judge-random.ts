/** Runs of the judge against random servers, right ones and ones with a single fault. */

import fc from "fast-check";
import type { GivenOrders } from "../../conformance/evidence/given-orders.ts";
import type { SetResult } from "../runner/judge-subjects.ts";
import {
  everything,
  failuresOf,
  formatResult,
  judgeInProcess,
  type Supply,
} from "../runner/judge-variant.ts";
import { randomVariant } from "../runner/variant.ts";
import { singleFault, withFault } from "./single-faults.ts";

/** Number of runs at once: a run mostly waits where calls are answered "later". */
const atOnce = 4;

export interface Draw {
  /** The same servers for the same seed and number of runs. */
  readonly seed: number;
  readonly runs: number;
}

async function assertAtOnce<T>({ seed, runs }: Draw, property: fc.IAsyncPropertyWithHooks<T>): Promise<void> {
  const numRuns = Math.ceil(runs / atOnce);
  const parts = Array.from({ length: atOnce }, (_, part) => seed + part);
  await Promise.all(parts.map((seed) => fc.assert(property, { seed, numRuns })));
}

/** Right servers of every kind. The remark has the server that was blamed, shrunk. */
export async function judgeRandomRight(draw: Draw): Promise<SetResult> {
  const someSupply = fc.constantFrom<Supply[]>("few", "plenty");
  const property = fc.asyncProperty(randomVariant, someSupply, async (variant, supply) => {
    const report = await judgeInProcess({ variant, supply, options: { settleMs: 0 } });
    const failures = failuresOf(report);
    if (failures.length > 0 || report.verdict === "nonconformant")
      throw new Error(`A right server was blamed: ${failures.map(formatResult).join("; ")}`);
  });
  const remarks = await assertAtOnce(draw, property).then(
    () => [],
    (error: Error) => [error.message],
  );
  return {
    set: "random right servers",
    servers: draw.runs,
    result: remarks.length === 0 ? `${draw.runs} not blamed` : "a right server was blamed",
    remarks,
    isFine: remarks.length === 0,
  };
}

/** A few dozen faults are a coarse measure. */
const minCaughtShare = 0.95;

/**
 * Right servers with a single fault; only faults that show in an answer of the run count.
 * @throws {Error} where a requirement could not be judged
 */
export async function judgeRandomFaults(draw: Draw): Promise<SetResult> {
  const missed: string[] = [];
  let faults = 0;
  const property = fc.asyncProperty(randomVariant, singleFault, async (variant, fault) => {
    const given: bigint[] = [];
    const { build, wasBroken } = withFault(fault, given);
    const onGiven = ({ pending, shipped }: GivenOrders) => void given.push(...pending, ...shipped);
    const options = { ...everything, settleMs: 0 };
    const report = await judgeInProcess({ variant, builds: [build], onGiven, options });
    if (report.counts.errored > 0)
      throw new Error(`The judge failed: ${failuresOf(report).map(formatResult).join("; ")}`);
    if (!wasBroken()) return;
    faults++;
    if (report.verdict !== "nonconformant")
      missed.push(`${fault.kind}, every ${fault.every} after ${fault.after}: missed`);
  });
  await assertAtOnce(draw, property);
  const caughtShare = 1 - missed.length / Math.max(faults, 1);
  return {
    set: "single faults of random right servers",
    servers: faults,
    result: `${(100 * caughtShare).toFixed(1)} % of ${faults} caught`,
    remarks: missed.toSorted(),
    isFine: caughtShare >= minCaughtShare,
  };
}
