import { expect, test } from "vitest";
import { formatFaults, judgeSingleFaults } from "./judge-random.ts";

/** Another one each time. */
const seed = Date.now() % 2 ** 31;
/** Of thousands, `npm run selftest:random` finds more; of a few dozen, one slip is two in a hundred. */
const leastShare = 0.9;

test(`nearly every single fault in a random right server is caught (seed ${seed})`, async (context) => {
  const counts = await judgeSingleFaults({ seed, runs: 100 });
  const summary = formatFaults(counts);
  await context.annotate(summary);
  expect(counts.faults, summary).toBeGreaterThan(20);
  expect(1 - counts.missed / counts.faults, summary).toBeGreaterThan(leastShare);
}, 300_000);
