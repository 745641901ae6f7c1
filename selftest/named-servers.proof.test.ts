import { expect, test } from "vitest";
import { allRequirements } from "../conformance/requirements/all-requirements.ts";
import { judgeNamedWrong } from "./runner/sets.ts";

// Hundreds of runs, on a machine that may be busy.
const timeout = 600_000;
const seed = 1;

test("each named wrong server is caught by what it names, and blamed for its mistake alone", {
  timeout,
}, async () => {
  const { remarks, isFine, servers, noticed } = await judgeNamedWrong({ seed });
  expect(remarks).toEqual([]);
  expect(isFine).toBe(true);
  expect(servers).toBeGreaterThan(200);
  expect([...noticed!.keys()]).toEqual(allRequirements.map(({ id }) => id));
});

test("with few orders and the calls of verify at most six wrong servers in a hundred are missed, and none wrongly blamed", {
  timeout,
}, async () => {
  const { remarks, isFine } = await judgeNamedWrong({ seed, isFew: true });
  expect(isFine, remarks.join("\n")).toBe(true);
});
