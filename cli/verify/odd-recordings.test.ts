import { expect, test } from "vitest";
import { createSeededChance } from "../../base/seeded-chance.ts";
import { createScratchFolder } from "../../mocks/testing/scratch-folder.ts";
import { brokenServers } from "../../selftest/broken/broken-servers.ts";
import { dialects } from "../testing/har-dialects.ts";
import { expectNothingFails, findBroken } from "../testing/judge-odd-recordings.ts";
import { serveSlowly } from "../testing/shop-traffic.ts";
import { plainRecording, writeFiles } from "../testing/write-recordings.ts";

const seed = Number(process.env.SEED ?? 1);

test(`recordings of right servers fail no requirement, whatever program wrote them (seed ${seed})`, () =>
  expectNothingFails({ seed, runs: 40 }));

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
