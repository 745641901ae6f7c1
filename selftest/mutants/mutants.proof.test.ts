import { expect, test } from "vitest";
import { judgeMutants } from "./judge-mutants.ts";
import { sampleOf } from "./random-requests.ts";
import { survivors } from "./survivors.ts";

const seed = Number(process.env.MUTANTS_SEED ?? 1);
/** All 1,600 take minutes: `npm run selftest:mutants`. */
const sampleSize = 160;

test(`of the mock's mutants that break the document, 95 % are caught (MUTANTS_SEED=${seed})`, {
  timeout: 300_000,
}, async () => {
  const judged = await judgeMutants((mutants) => sampleOf(mutants, sampleSize, seed), seed);
  const breaking = judged.flatMap(({ what, verdict }) =>
    verdict.kind === "breaks" ? [{ what, ...verdict }] : [],
  );
  expect(breaking.length).toBeGreaterThan(10);
  const missed = breaking.filter(({ blamed }) => blamed.length === 0);
  const unnamed = missed.filter(({ what }) => !survivors.some((known) => known.what.test(what)));
  const summary = unnamed.map(({ what, breach }) => `${what}\n${breach}`).join("\n");
  expect(unnamed.length, summary).toBeLessThanOrEqual(breaking.length * 0.05);
});
