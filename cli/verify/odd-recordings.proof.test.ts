import { expect, test } from "vitest";
import { createSeededChance } from "../../base/seeded-chance.ts";
import { defaultRequirements } from "../../conformance/requirements/all-requirements.ts";
import { createScratchFolder } from "../../mocks/testing/scratch-folder.ts";
import { brokenServers } from "../../selftest/broken/broken-servers.ts";
import { dialects } from "../testing/har-dialects.ts";
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
    const { description, dialect, files } = oddRecording(served, draw);
    const har = writeFiles(folder, dialect, files);
    const alone = [{}, given, { alone: true }, { alone: true, ...given }];
    for (const options of hasOthers ? [{}] : alone) {
      const broken = await findBroken(har, options);
      expect({ run, description, options, broken }).toEqual({ run, description, options, broken: [] });
    }
  }
});

/** Wrong servers, and what fails on them. */
const faults = {
  "second-cancel-204-always": /^cancel-order\/(?:second-cancel|one-winner):/,
  "list-honours-limit": /^list-orders\/no-filter:/,
  "lets-in-no-header": /^authentication\/list-without-key:/,
  "error-array-body": /^errors\/401-object:/,
  "cancel-hits-newest-too": /^cancel-order\/only-that-order:/,
};
type Fault = keyof typeof faults;
/** What needs an order of time is not seen where a recording lacks it. */
const unseen: Readonly<Record<string, readonly Fault[]>> = {
  "neither time nor timings": ["list-honours-limit", "cancel-hits-newest-too"],
  // Two cancels that were answered alike may be one that is there twice.
  "no dates": ["list-honours-limit", "cancel-hits-newest-too", "second-cancel-204-always"],
};
const rows = Object.keys(dialects).flatMap((name) =>
  Object.entries(faults).flatMap(([fault, words]) =>
    unseen[name]?.includes(fault as Fault) ? [] : [[name, fault as Fault, words] as const],
  ),
);

test.each(rows)("in a recording by %s, the mistake of the server %s is found", async (name, fault, words) => {
  const draw = createSeededChance(seed);
  const served = serveSlowly(brokenServers.find(({ id }) => id === fault)!.build);
  const entries = plainRecording(dialects[name]!, served, draw).toReversed();
  const har = writeFiles(createScratchFolder(), dialects[name]!, [entries]);
  const broken = await findBroken(har, { alone: fault === "cancel-hits-newest-too" });
  expect(broken).toContainEqual(expect.stringMatching(words));
});
