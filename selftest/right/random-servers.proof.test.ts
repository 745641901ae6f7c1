import fc from "fast-check";
import { expect, test } from "vitest";
import { runSuite } from "../../conformance/run-suite.ts";
import { createHandleTarget } from "../../mocks/testing/handle-target.ts";
import { orderSupplies, supplyOrders } from "../subjects.ts";
import { randomServer, startRandomServer } from "../testing/random-server.ts";

/** Another one each time. A failure prints it with the server that failed; put it here to see it again. */
const seed = Date.now() % 2 ** 31;
const timeLimitMs = 20_000;

test(
  `no random right server is blamed (seed ${seed})`,
  async () => {
    let runs = 0;
    const supplies = Object.keys(orderSupplies) as (keyof typeof orderSupplies)[];
    await fc.assert(
      fc.asyncProperty(randomServer, fc.constantFrom(...supplies), async (server, supply) => {
        const { mock, handle } = startRandomServer(server);
        const arrange = async () => supplyOrders(mock, supply);
        const report = await runSuite({ ...createHandleTarget(mock, handle), arrange }, { settleMs: 0 });
        const blots = report.results.filter(({ outcome }) => outcome === "failed" || outcome === "errored");
        expect(blots.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([]);
        expect(report.verdict).not.toBe("nonconformant");
        runs++;
      }),
      { seed, numRuns: 2000, interruptAfterTimeLimit: timeLimitMs, markInterruptAsFailure: false },
    );
    // Servers that put calls off are waited for, about a second in a run.
    expect(runs).toBeGreaterThan(10);
  },
  timeLimitMs * 5,
);
