/** Judges recordings as `verify --har` does, in the process of a test. */

import { expect } from "vitest";
import { createSeededChance } from "../../base/seeded-chance.ts";
import { defaultRequirements } from "../../conformance/requirements/all-requirements.ts";
import { createScratchFolder } from "../../mocks/testing/scratch-folder.ts";
import { judgeRecordings } from "../verify/judge-recordings.ts";
import type { VerifySettings } from "../verify/verify-options.ts";
import {
  type Draw,
  pendingOrders,
  pick,
  randomActions,
  type Shop,
  serve,
  shippedOrders,
} from "./shop-traffic.ts";
import { oddRecording, recordedOrigin, writeFiles } from "./write-recordings.ts";

interface JudgeOptions {
  /** Whether the traffic is all there is. */
  readonly alone?: boolean;
  /** Whether the states of the orders are known. */
  readonly isGiven?: boolean;
}

/** @returns what failed, and what is warned of */
export async function findBroken(
  har: readonly string[],
  { alone = false, isGiven = false }: JudgeOptions = {},
): Promise<readonly string[]> {
  const settings = {
    har,
    baseUrl: `${recordedOrigin}/v1`,
    alone,
    pending: isGiven ? pendingOrders.map(BigInt) : [],
    shipped: isGiven ? shippedOrders.map(BigInt) : [],
    requirements: defaultRequirements,
  } as unknown as VerifySettings;
  const { report } = await judgeRecordings(settings);
  return report.results.flatMap(({ id, outcome, reason }) =>
    outcome === "failed" || outcome === "warned" ? [`${id}: ${reason}`] : [],
  );
}

const randomShop = (draw: Draw): Shop => ({
  cancelled: pick(draw, ["stay", "vanish", "vanish later"]),
  again: pick(draw, [404, 409]),
});

/** Records random right servers in random dialects, and expects no failed requirement. */
export async function expectNothingFails({ seed, runs }: { readonly seed: number; readonly runs: number }) {
  const folder = createScratchFolder();
  for (let run = 0; run < runs; run++) {
    const draw = createSeededChance(seed, run);
    const others = draw() < 0.5 ? 0 : 1 + Math.floor(draw() * 5);
    const served = serve(randomActions(draw), randomShop(draw), draw, others);
    const { description, dialect, files } = oddRecording(served, draw);
    const har = writeFiles(folder, dialect, files);
    const alone = [{}, { isGiven: true }, { alone: true }, { alone: true, isGiven: true }];
    for (const options of others > 0 ? [{}] : alone) {
      const broken = await findBroken(har, options);
      expect({ run, description, options, broken }).toEqual({ run, description, options, broken: [] });
    }
  }
}
