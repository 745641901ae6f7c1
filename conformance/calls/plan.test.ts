import { expect, test } from "vitest";
import { usualRequirements } from "../requirements/all-requirements.ts";
import { partsOf } from "../run-suite.ts";
import { countRisks, planRun } from "./plan.ts";
import { stepsOf } from "./play-run.ts";

const all = stepsOf(partsOf(usualRequirements, true));
const given = { pending: [101n, 102n, 103n, 104n, 105n], shipped: [201n] };

test("a plan ends, nobody told of its steps, and has at most 350 requests", async () => {
  const { steps } = await planRun(all, given, "the-key");
  const { all: count, read, refused, cancels } = countRisks(steps);
  expect(count).toBe(read + refused + cancels);
  expect(count).toBeGreaterThan(200);
  expect(count).toBeLessThanOrEqual(350);
});

test("an order's own path is read only where all given orders may be cancelled", async () => {
  const readsOf = async (maxCancels?: number) => {
    const { steps } = await planRun(all, given, "the-key", { maxCancels });
    return steps
      .flatMap(({ requests }) => requests)
      .filter(({ path, risk }) => risk === "read" && /\/orders\/\d+$/.test(path))
      .map(({ method }) => method);
  };
  expect(await readsOf()).toEqual(["GET", "HEAD", "OPTIONS"]);
  expect(await readsOf(5)).toEqual(["GET", "HEAD", "OPTIONS"]);
  expect(await readsOf(4)).toEqual([]);
  expect(await readsOf(0)).toEqual([]);
});
