import { expect, test } from "vitest";
import { judgeRandomFaults, judgeRandomRight } from "./judge-random.ts";

/** Fixed, so that CI judges the commit. `npm run selftest:nightly` draws others, and thousands of them. */
const seed = Number(process.env.SELFTEST_SEED ?? 1);
const timeout = 300_000;

test(`no random right server is blamed (SELFTEST_SEED=${seed})`, { timeout }, async () => {
  const { remarks, isFine } = await judgeRandomRight({ runs: 150, seed });
  expect(remarks).toEqual([]);
  expect(isFine).toBe(true);
});

test(`nearly every single fault in a random right server is caught (SELFTEST_SEED=${seed})`, {
  timeout,
}, async ({ annotate }) => {
  const { result, remarks, servers, isFine } = await judgeRandomFaults({ runs: 150, seed });
  await annotate(result);
  // In the others nothing that a run asks for is broken.
  expect(servers).toBeGreaterThan(60);
  expect(isFine, remarks.join("\n")).toBe(true);
});
