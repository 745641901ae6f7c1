import { expect, test } from "vitest";
import { createSeededChance } from "../../base/seeded-chance.ts";
import { defaultRequirements } from "../../conformance/requirements/all-requirements.ts";
import { createScratchFolder } from "../../mocks/testing/scratch-folder.ts";
import { brokenServers } from "../../selftest/broken/broken-servers.ts";
import { harFormats } from "../testing/har-formats.ts";
import { drawTraffic, serveSlowly } from "../testing/shop-traffic.ts";
import { oddRecording, plainRecording, recordedOrigin, writeFiles } from "../testing/write-recordings.ts";
import { judgeRecordings } from "./judge-recordings.ts";
import type { VerifySettings } from "./verify-options.ts";

const seed = Number(process.env.SEED ?? 2);
const runs = Number(process.env.RUNS ?? 200);

/** @returns the failed requirements and the warnings */
async function findBroken(
  har: readonly string[],
  options: Partial<Pick<VerifySettings, "alone" | "pending" | "shipped">>,
): Promise<readonly string[]> {
  const { report } = await judgeRecordings({
    har,
    baseUrl: `${recordedOrigin}/v1`,
    ...{ alone: false, pending: [], shipped: [], ...options },
    requirements: defaultRequirements,
    apiKey: undefined,
  });
  return report.results.flatMap(({ id, outcome, reason }) =>
    outcome === "failed" || outcome === "warned" ? [`${id}: ${reason}`] : [],
  );
}

test(`none of ${runs} recordings of right servers fails a requirement (seed ${seed})`, {
  timeout: 600_000,
}, async () => {
  const folder = createScratchFolder();
  for (let run = 0; run < runs; run++) {
    const draw = createSeededChance(seed, run);
    const { traffic, served } = drawTraffic(draw);
    const { given, hasOthers } = traffic;
    const { description, format, files } = oddRecording(served, draw);
    const har = writeFiles(folder, format, files);
    const alone = [{}, given, { alone: true }, { alone: true, ...given }];
    for (const options of hasOthers ? [{}] : alone) {
      const broken = await findBroken(har, options);
      expect({ run, description, options, broken }).toEqual({ run, description, options, broken: [] });
    }
  }
});

/** Mistakes of servers, and the requirement that fails for each. */
const faults = {
  "second-cancel-204-always": /^cancel-order\/(?:second-cancel|one-winner):/,
  "list-honours-limit": /^list-orders\/no-filter:/,
  "lets-in-no-header": /^authentication\/list-without-key:/,
  "error-array-body": /^errors\/401-object:/,
  "cancel-hits-newest-too": /^cancel-order\/only-that-order:/,
};
type Fault = keyof typeof faults;
/** Mistakes that cannot be seen in a recording without times. */
const unseen: Readonly<Record<string, readonly Fault[]>> = {
  "neither time nor timings": ["list-honours-limit", "cancel-hits-newest-too"],
  // Two cancels with equal answers may be one that was recorded twice.
  "no dates": ["list-honours-limit", "cancel-hits-newest-too", "second-cancel-204-always"],
};
const rows = Object.keys(harFormats).flatMap((name) =>
  Object.entries(faults).flatMap(([fault, words]) =>
    unseen[name]?.includes(fault as Fault) ? [] : [[name, fault as Fault, words] as const],
  ),
);

test.each(rows)("in a recording by %s, the mistake of the server %s is found", async (name, fault, words) => {
  const draw = createSeededChance(seed);
  const served = serveSlowly(brokenServers.find(({ id }) => id === fault)!.build);
  const entries = plainRecording(harFormats[name]!, served, draw).toReversed();
  const har = writeFiles(createScratchFolder(), harFormats[name]!, [entries]);
  const broken = await findBroken(har, { alone: fault === "cancel-hits-newest-too" });
  expect(broken).toContainEqual(expect.stringMatching(words));
});
