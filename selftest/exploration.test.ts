import { expect, test } from "vitest";
import { BadInput } from "../base/bad-input.ts";
import { namedOrders } from "../conformance/calls/arrange-orders.ts";
import { selectRequirements } from "../conformance/requirements/all-requirements.ts";
import { runSuite } from "../conformance/run-suite.ts";
import type { Target } from "../conformance/targets/target.ts";
import { createMock } from "../mocks/mock.ts";
import { createHandleTarget } from "../mocks/testing/handle-target.ts";
import { openFault, sequenceFaults } from "./testing/sequence-faults.ts";

const seed = 1;

/** One requirement, since the others would show nothing more. */
const requirements = selectRequirements({ only: ["cancel-order/second-cancel"] });

test("the same seed plays the same histories with the same findings, and another seed plays others", async () => {
  const exploreWith = async (seed: number) => {
    const { exploration } = await runSuite(openFault(sequenceFaults[1]!), {
      settleMs: 0,
      explore: 25,
      seed,
      requirements,
    });
    const { findings, ...counts } = exploration!;
    return {
      ...counts,
      findings: findings.map(({ history, calls, broken }) => ({ history, calls, broken })),
    };
  };
  const [first, again, other] = [await exploreWith(5), await exploreWith(5), await exploreWith(6)];
  expect(first.findings).not.toEqual([]);
  expect(again).toEqual(first);
  expect(other.calls).not.toBe(first.calls);
});

test("without exploration no history is played or reported", async () => {
  const target = createHandleTarget(createMock());
  const [none, zero] = [
    await runSuite(target, { settleMs: 0, requirements }),
    await runSuite(target, { settleMs: 0, explore: 0, requirements }),
  ];
  for (const report of [none, zero]) expect(report).not.toHaveProperty("exploration");
  expect(none.requests).toBe(zero.requests);
});

/** A mock whose orders are named, not made; and what was sent to it. */
function namedTarget(pending: readonly bigint[], shipped: readonly bigint[]) {
  const mock = createMock({
    fixtures: [
      ...pending.map((id) => ({ id, status: "pending" as const })),
      ...shipped.map((id) => ({ id, status: "shipped" as const })),
    ],
  });
  const cancelled = () => mock.control.orders().filter(({ status }) => status === "cancelled").length;
  const target: Target = { ...createHandleTarget(mock), arrange: namedOrders({ pending, shipped }) };
  return { target, cancelled };
}
const idsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => BigInt(first + index));

test("with named orders only, exploration ends when they are used up, says so, and the run itself is complete", async () => {
  const { target, cancelled } = namedTarget(idsFrom(5000, 12), [7000n]);
  const { exploration, counts, orders, verdict } = await runSuite(target, { settleMs: 0, explore: 50, seed });
  expect(verdict).toBe("conformant");
  expect(counts.untested).toBe(0);
  expect(exploration!.histories).toBe(50);
  expect(exploration!.shortfall).toMatch(
    /^\d+ of 50 histories had no pending order\. Name more with --pending-order/,
  );
  expect(orders).toEqual({ given: 13, used: 13 });
  expect(cancelled()).toBe(12);
});

test("a fault that is found with named orders is shrunk and reported until they are used up", async () => {
  const mock = createMock({ fixtures: idsFrom(5000, 40).map((id) => ({ id, status: "pending" as const })) });
  const target = {
    ...sequenceFaults[1]!.open(mock),
    arrange: namedOrders({ pending: idsFrom(5000, 40), shipped: [] }),
  };
  const { exploration, results } = await runSuite(target, { settleMs: 0, explore: 300, seed: 8 });
  const failed = results.filter(({ outcome }) => outcome === "failed").map(({ id }) => id);
  expect(exploration!.findings[0]).toMatchObject({ broken: [{ id: "cancel-order/second-cancel" }] });
  expect(failed.length).toBe(
    new Set(exploration!.findings.flatMap(({ broken }) => broken.map(({ id }) => id))).size,
  );
});

test("exploration keeps the limits of the run: requests, cancels, read-only", async () => {
  const limited = await runSuite(createHandleTarget(createMock()), {
    settleMs: 0,
    explore: 200,
    seed,
    maxRequests: 900,
  });
  expect(limited.requests).toBe(900);
  expect(limited.exploration!.shortfall).toBe("The run may send at most 900 requests.");
  expect(limited.exploration!.histories).toBeLessThan(200);
  expect(limited.verdict).toBe("conformant");

  const { target, cancelled } = namedTarget(idsFrom(5000, 30), [7000n]);
  const few = await runSuite(target, { settleMs: 0, explore: 30, seed, maxCancels: 7, requirements });
  expect([cancelled(), few.counts.failed]).toEqual([7, 0]);

  const methods = new Set<string>();
  const reader = createHandleTarget(createMock());
  const reading: Target = {
    ...reader,
    send(request, options) {
      methods.add(request.method);
      return reader.send(request, options);
    },
  };
  const { exploration, counts } = await runSuite(reading, {
    settleMs: 0,
    explore: 30,
    seed,
    readOnly: true,
    requirements,
  });
  expect([...methods].toSorted()).toEqual(["GET", "HEAD"]);
  expect([exploration!.histories, exploration!.shortfall, counts.failed]).toEqual([30, null, 0]);
});

test("a stop ends exploration after the calls under way, and its findings are reported", async () => {
  const stop = new AbortController();
  const report = await runSuite(createHandleTarget(createMock()), {
    settleMs: 0,
    explore: 1000,
    seed,
    signal: stop.signal,
    onProgress: (done, _total, step) => {
      if (step === "explore" && done === 10) stop.abort();
    },
  });
  expect(report.exploration).toMatchObject({ shortfall: "The run was stopped.", failing: 0 });
  expect(report.exploration!.histories).toBeLessThanOrEqual(11);
  expect(report.verdict).toBe("conformant");
});

test("orders that can no longer be made end exploration, and the report is not lost", async () => {
  const whole = createHandleTarget(createMock());
  let asked = 0;
  const target: Target = {
    ...whole,
    arrange: (wanted) =>
      asked++ < 5 ? whole.arrange!(wanted) : Promise.reject(new BadInput("Cannot make orders: it is shut.")),
  };
  const { exploration, verdict } = await runSuite(target, { settleMs: 0, explore: 50, seed });
  expect(exploration).toMatchObject({
    histories: 4,
    shortfall: "Its orders could not be made: Cannot make orders: it is shut.",
  });
  expect(verdict).toBe("conformant");
});
