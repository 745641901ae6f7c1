import { expect, test } from "vitest";
import { judgeNamedWrong } from "./runner/sets.ts";

// Hundreds of runs, on a machine that may be busy.
const timeout = 600_000;
const seed = 1;

test("each named wrong server is caught by the requirements that it names, and each requirement catches one", {
  timeout,
}, async () => {
  const { remarks, isFine, servers } = await judgeNamedWrong({ seed });
  expect(remarks).toEqual([]);
  expect(isFine).toBe(true);
  expect(servers).toBeGreaterThan(180);
});

test("with few orders and the calls of verify at most seven wrong servers in a hundred are missed, and none wrongly blamed", {
  timeout,
}, async () => {
  const { remarks, isFine } = await judgeNamedWrong({ seed, isFew: true });
  expect(isFine, remarks.join("\n")).toBe(true);
});
