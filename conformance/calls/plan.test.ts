import { expect, test } from "vitest";
import { defaultRequirements } from "../requirements/all-requirements.ts";
import { partsOf } from "../run-suite.ts";
import { countRisks, planRun } from "./plan.ts";
import { phasesOf } from "./schedule.ts";

const all = phasesOf(partsOf(defaultRequirements, true));
const given = { pending: [101n, 102n, 103n, 104n, 105n], shipped: [201n] };

test.each([
  [2, 54],
  [5, 53],
  [15, 52],
])(
  "a plan with %i pending orders has at most 350 requests, and at most %i answers in a row",
  async (count, most) => {
    const pending = Array.from({ length: count }, (_, index) => BigInt(101 + index));
    const { phases, rounds } = await planRun(all, { ...given, pending }, "the-key", { answerMs: 100 });
    expect(rounds).toBeLessThanOrEqual(most);
    const { all: requests, read, refused, cancels } = countRisks(phases);
    expect(requests).toBe(read + refused + cancels);
    expect(requests).toBeGreaterThan(200);
    expect(requests).toBeLessThanOrEqual(350);
  },
);

test("a thorough plan has the requests of a thorough run", async () => {
  const { phases } = await planRun(all, given, "the-key", { thorough: true });
  expect(countRisks(phases).all).toBeGreaterThan(500);
});

test.each([false, true])(
  "nothing that may act goes beside the base address (disposable: %s)",
  async (disposable) => {
    const baseUrl = "http://shop.test/api/v1";
    const { phases } = await planRun(all, given, "the-key", { baseUrl, disposable, thorough: true });
    const requests = phases.flatMap((phase) => phase.requests);
    const targetsOf = (risks: RegExp) =>
      requests.flatMap(({ target, risk }) => (target !== undefined && risks.test(risk) ? [target] : []));
    const below = /^(?:http:\/\/shop\.test|\/?)\/api\/v1[/\\]/;
    const acting = targetsOf(/^(?!read)/);
    expect(acting.length).toBeGreaterThan(0);
    expect(acting.filter((target) => !below.test(target))).toEqual([]);
    // Lists are asked for there, too.
    const lists = ["/store/orders", "/api/v2/store/orders", "/API/V1/store/orders"];
    expect(targetsOf(/^read/)).toEqual(expect.arrayContaining(lists));
  },
);

test("an order's own path is read only where one more order than the given ones may be cancelled", async () => {
  const readsOf = async (maxCancels?: number) => {
    const { phases } = await planRun(all, given, "the-key", { maxCancels });
    return phases
      .flatMap(({ requests }) => requests)
      .filter(({ path, risk }) => risk === "read" && /\/orders\/\d+$/.test(path))
      .map(({ method }) => method);
  };
  expect(await readsOf()).toEqual(["GET", "HEAD", "OPTIONS"]);
  expect(await readsOf(6)).toEqual(["GET", "HEAD", "OPTIONS"]);
  expect(await readsOf(5)).toEqual([]);
  expect(await readsOf(0)).toEqual([]);
});
