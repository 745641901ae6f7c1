/** Judges recordings as `verify --har` does, in the process of a test. */

import { expect } from "vitest";
import { createSeededChance } from "../../base/seeded-chance.ts";
import type { GivenOrders } from "../../conformance/evidence/given-orders.ts";
import { defaultRequirements } from "../../conformance/requirements/all-requirements.ts";
import { createScratchFolder } from "../../mocks/testing/scratch-folder.ts";
import { judgeRecordings } from "../verify/judge-recordings.ts";
import type { VerifySettings } from "../verify/verify-options.ts";
import { drawTraffic } from "./shop-traffic.ts";
import { oddRecording, recordedOrigin, writeFiles } from "./write-recordings.ts";

interface JudgeOptions {
  /** Whether the traffic is all there is. */
  readonly alone?: boolean;
  /** The states of the orders, where they are known. */
  readonly given?: GivenOrders;
}

/** @returns the failed requirements and the warnings */
export async function findBroken(
  har: readonly string[],
  { alone = false, given = { pending: [], shipped: [] } }: JudgeOptions = {},
): Promise<readonly string[]> {
  const settings = {
    har,
    baseUrl: `${recordedOrigin}/v1`,
    alone,
    ...given,
    requirements: defaultRequirements,
  } as unknown as VerifySettings;
  const { report } = await judgeRecordings(settings);
  return report.results.flatMap(({ id, outcome, reason }) =>
    outcome === "failed" || outcome === "warned" ? [`${id}: ${reason}`] : [],
  );
}

/** Records random right servers in random dialects, and expects no failed requirement. */
export async function expectNothingFails({ seed, runs }: { readonly seed: number; readonly runs: number }) {
  const folder = createScratchFolder();
  for (let run = 0; run < runs; run++) {
    const draw = createSeededChance(seed, run);
    const { traffic, served } = drawTraffic(draw);
    const { given, hasOthers } = traffic;
    const { description, dialect, files } = oddRecording(served, draw);
    const har = writeFiles(folder, dialect, files);
    const alone = [{}, { given }, { alone: true }, { alone: true, given }];
    for (const options of hasOthers ? [{}] : alone) {
      const broken = await findBroken(har, options);
      expect({ run, description, options, broken }).toEqual({ run, description, options, broken: [] });
    }
  }
}
