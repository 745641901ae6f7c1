import { expect, test } from "vitest";
import { createSeededChance } from "../../base/seeded-chance.ts";
import { createScratchFolder } from "../../mocks/testing/scratch-folder.ts";
import { dialects } from "../testing/har-dialects.ts";
import { expectNothingFails, findBroken } from "../testing/judge-odd-recordings.ts";
import { type Fault, serve, slowActions } from "../testing/shop-traffic.ts";
import { plainRecording, writeFiles } from "../testing/write-recordings.ts";

const seed = Number(process.env.SEED ?? 1);

test(`recordings of right servers fail no requirement, whatever program wrote them (seed ${seed})`, () =>
  expectNothingFails({ seed, runs: 40 }));

const faults: Readonly<Record<Fault, RegExp>> = {
  "cancels twice": /^cancel-order\/(?:second-cancel|one-winner):/,
  filters: /^list-orders\/no-filter:/,
  "needs no key": /^authentication\/list-without-key:/,
  "refuses in plain text": /^errors\/401-object:/,
  "loses an order": /^cancel-order\/only-that-order:/,
};
/** What needs an order of time is not seen where a recording lacks it. */
const unseen: Readonly<Record<string, readonly Fault[]>> = {
  "neither time nor timings": ["filters", "loses an order"],
  // Two cancels that were answered alike may be one that is there twice.
  "no dates": ["filters", "loses an order", "cancels twice"],
};
const rows = Object.keys(dialects).flatMap((name) =>
  Object.entries(faults).flatMap(([fault, words]) =>
    unseen[name]?.includes(fault as Fault) ? [] : [[name, fault as Fault, words] as const],
  ),
);

test.each(rows)("as %s writes it, a server that %s is found", async (name, fault, words) => {
  const draw = createSeededChance(seed);
  const served = serve(slowActions(), { cancelled: "stay", again: 409, fault }, draw);
  const entries = plainRecording(dialects[name]!, served, draw).toReversed();
  const har = writeFiles(createScratchFolder(), dialects[name]!, [entries]);
  const broken = await findBroken(har, { alone: fault === "loses an order" });
  expect(broken).toContainEqual(expect.stringMatching(words));
});
