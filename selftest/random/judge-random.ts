/** Runs of the judge against random servers, right ones and ones with a single fault. */

import fc from "fast-check";
import type { GivenOrders } from "../../conformance/evidence/given-orders.ts";
import {
  everything,
  failuresOf,
  formatResult,
  judgeInProcess,
  type Supply,
} from "../runner/judge-variant.ts";
import { randomVariant } from "../runner/variant.ts";
import { singleFault, withFault } from "./single-faults.ts";

/** Much of a run is waiting where calls are put off. */
const atOnce = 4;

export interface Draw {
  /** The same servers for the same seed and number of runs. */
  readonly seed: number;
  readonly runs: number;
  /** Called after each run. */
  readonly onRun?: (() => void) | undefined;
}

async function assertAtOnce<T>({ seed, runs }: Draw, property: fc.IAsyncPropertyWithHooks<T>): Promise<void> {
  const numRuns = Math.ceil(runs / atOnce);
  await Promise.all(
    Array.from({ length: atOnce }, (_, part) => fc.assert(property, { seed: seed + part, numRuns })),
  );
}

/** @throws {Error} with the server that was blamed, shrunk, and the seed */
export async function judgeRandomServers(draw: Draw): Promise<void> {
  const someSupply = fc.constantFrom<Supply[]>("few", "plenty");
  const property = fc.asyncProperty(randomVariant, someSupply, async (variant, supply) => {
    const report = await judgeInProcess({ variant, supply, options: { settleMs: 0 } });
    const failures = failuresOf(report);
    if (failures.length > 0 || report.verdict === "nonconformant")
      throw new Error(`A right server was blamed: ${failures.map(formatResult).join("; ")}`);
    draw.onRun?.();
  });
  await assertAtOnce(draw, property);
}

export interface FaultCounts {
  /** Servers whose fault showed in an answer of the run. */
  readonly faults: number;
  /** Faults that the judge missed, in all and by kind. */
  readonly missed: number;
  readonly missedKinds: ReadonlyMap<string, number>;
}

/** @throws {Error} where a requirement could not be judged */
export async function judgeSingleFaults(draw: Draw): Promise<FaultCounts> {
  const missedKinds = new Map<string, number>();
  let faults = 0;
  let missed = 0;
  const property = fc.asyncProperty(randomVariant, singleFault, async (variant, fault) => {
    const given: bigint[] = [];
    const { build, wasBroken } = withFault(fault, given);
    const onGiven = ({ pending, shipped }: GivenOrders) => void given.push(...pending, ...shipped);
    const report = await judgeInProcess({
      variant,
      builds: [build],
      onGiven,
      options: { ...everything, settleMs: 0 },
    });
    if (report.counts.errored > 0)
      throw new Error(`The judge failed: ${failuresOf(report).map(formatResult).join("; ")}`);
    draw.onRun?.();
    if (!wasBroken()) return;
    faults++;
    if (report.verdict === "nonconformant") return;
    missed++;
    const kind = `${fault.kind}, every ${fault.every} after ${fault.after}`;
    missedKinds.set(kind, (missedKinds.get(kind) ?? 0) + 1);
  });
  await assertAtOnce(draw, property);
  return { faults, missed, missedKinds };
}

/** `99.2 % of 4812 caught`. */
export function formatFaults({ faults, missed }: FaultCounts): string {
  return `${(100 * (1 - missed / Math.max(faults, 1))).toFixed(1)} % of ${faults} caught`;
}
