import { describe, expect, test } from "vitest";
import type { Report } from "../../../conformance/report/report.ts";
import { judgeServer, shopOrders } from "../../frameworks/judge-server.ts";
import { sampleOf } from "../../mutants/random-requests.ts";
import { everything } from "../../selftest.ts";
import { wrongWithTwelve } from "./chain-wrong-few.ts";
import { actsWithoutKey, readsBeginning, takesAnother } from "./chain-wrong-late.ts";
import { programSlips, rightPrograms, wrongPrograms } from "./programs.ts";

// Many at once, each a whole run; slow ones and those that lock out for good take a minute.
const timeout = 120_000;
/** All of them take minutes: `npm run selftest:programs`, also with `-- --pending=2`. */
const sizes = { right: 24, wrong: 40, late: Number(process.env.PROGRAMS_LATE ?? 24) };
const seed = Number(process.env.PROGRAMS_SEED ?? 1);

const failures = ({ results }: Report) =>
  results
    .filter(({ outcome }) => outcome === "failed" || outcome === "errored")
    .map(({ id, reason }) => `${id}: ${reason}`);
const isQuick = ({ id }: { readonly id: string }) => !/slow|429-for-good/.test(id) && !open.has(id);
/** Blamed although it is right, and to be mended: connections that wait for late bytes count for its limit. */
const open = new Set(["chain-4-connections-at-most"]);

test("every program has an id of its own, and slips are some of them", () => {
  const ids = [...rightPrograms, ...wrongPrograms].map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  expect([...programSlips.keys()].filter((id) => !ids.includes(id))).toEqual([]);
});

describe.each([2, 3, 12])(`with %i pending orders (PROGRAMS_SEED=${seed})`, (pending) => {
  const orders = shopOrders(pending, pending > 3 ? 2 : 1);
  const right = rightPrograms.filter(isQuick);
  test.concurrent.for(sampleOf(right, sizes.right, seed + pending))(
    "$id is not blamed: $why",
    { timeout },
    async ({ start }, { expect }) => {
      // With few orders as verify does by default, with many as it does where everything may be tried.
      const effort = pending > 3 ? everything : {};
      expect(failures(await judgeServer(start, orders, undefined, effort))).toEqual([]);
    },
  );
});

test("an update that gets lost is found where two orders are cancelled at once", { timeout }, async () => {
  const { start, blames } = wrongPrograms.find(({ id }) => id === "chain-lost-update")!;
  const failed = failures(await judgeServer(start, shopOrders(12, 2)));
  expect(failed).not.toEqual([]);
  expect(failed.filter((blame) => !blames.test(blame.split(":")[0]!))).toEqual([]);
});

describe("with twelve orders", () => {
  test.concurrent.for(wrongWithTwelve)(
    "$id is blamed for what it is: $why",
    { timeout },
    async (program, { expect }) => {
      const failed = failures(await judgeServer(program.start, shopOrders(12, 2)));
      expect(failed).not.toEqual([]);
      expect(failed.filter((blame) => !program.blames.test(blame.split(":")[0]!))).toEqual([]);
    },
  );
});

test.concurrent.for([
  [1, 800],
  [4, 600],
  [5, 800],
] as const)(
  "a cancel that takes the order %i further on, %i ms later, is blamed for it where --settle is as long",
  { timeout },
  async ([step, ms], { expect }) => {
    const { start, blames } = takesAnother(step, ms);
    const failed = failures(
      await judgeServer(start, shopOrders(12, 2), undefined, { ...everything, settleMs: 1200 }),
    );
    expect(failed).not.toEqual([]);
    expect(failed.filter((blame) => !blames.test(blame.split(":")[0]!))).toEqual([]);
  },
);

describe(`what comes late (PROGRAMS_SEED=${seed})`, () => {
  // Half a second is waited for it: what is nearer to that is a race.
  const delays = [20, 60, 90, 120, 150, 200, 250, 300];
  const all = delays.flatMap((ms) => [
    ...[1, 2, 3, 4, 5, 7].map((step) => ({ pending: 12, program: takesAnother(step, ms) })),
    ...[2, 3, 12].map((pending) => ({ pending, program: actsWithoutKey(ms) })),
    ...[3, 12].map((pending) => ({ pending, program: readsBeginning(ms) })),
  ]);
  test.concurrent.for(sampleOf(all, sizes.late, seed))(
    "$program.id is blamed for what it is with $pending pending orders",
    { timeout },
    async ({ pending, program: { start, blames } }, { expect }) => {
      const failed = failures(await judgeServer(start, shopOrders(pending, pending > 3 ? 2 : 1)));
      expect(failed).not.toEqual([]);
      expect(failed.filter((blame) => !blames.test(blame.split(":")[0]!))).toEqual([]);
    },
  );
});

describe(`a sample of the wrong ones (PROGRAMS_SEED=${seed})`, () => {
  const expected = wrongPrograms.filter(({ id }) => !programSlips.has(id));
  test.concurrent.for(sampleOf(expected, sizes.wrong, seed))(
    "$id is blamed for what it is: $why",
    { timeout },
    async ({ start, blames }, { expect }) => {
      const failed = failures(await judgeServer(start, shopOrders(3, 1)));
      expect(failed).not.toEqual([]);
      expect(failed.filter((blame) => !blames.test(blame.split(":")[0]!))).toEqual([]);
    },
  );
});
