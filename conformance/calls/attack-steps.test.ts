import { expect, test } from "vitest";
import { createMock, defaultApiKey } from "../../entries/mock.ts";
import { defaultRequirements } from "../requirements/all-requirements.ts";
import { partsOf, runSuite } from "../run-suite.ts";
import { createFetchTarget } from "../targets/fetch-target.ts";
import type { ModelRow } from "./input-model.ts";
import { createLateWait, createRun } from "./run.ts";
import { createRunCalls } from "./run-calls.ts";
import { phasesOf, playRun } from "./schedule.ts";

test("a thorough run plays no row of the input model twice", async () => {
  const given = { pending: [101n, 102n, 103n, 104n, 105n], shipped: [201n] };
  const ids = [...given.pending, ...given.shipped];
  const list = new TextEncoder().encode(`[${ids.map((id) => `{"id":${id}}`)}]`);
  const { caller, give } = createRunCalls(
    {
      ...{ apiKey: "key", baseUrl: "http://test/v1", sendsTargets: true },
      send: async ({ method }) =>
        method === "GET"
          ? { status: 200, headers: [], body: list }
          : { status: 404, headers: [], body: new Uint8Array() },
    },
    { settleMs: 0, disposable: true },
  );
  await caller.list();
  give(given);
  const run = createRun(caller, given, { thorough: true, lateWait: createLateWait(0) });
  const played: ModelRow[] = [];
  // Each call of a row reads this member once.
  const rows = run.rows.map((row) => ({
    ...row,
    get encoding() {
      played.push(row);
      return row.encoding;
    },
  }));
  await playRun(phasesOf(partsOf(defaultRequirements, true)), { ...run, rows });
  expect(new Set(played).size).toBeGreaterThan(300);
  expect(played.filter((row, index) => played.indexOf(row) < index)).toEqual([]);
});

test("a server that answers 404 to cancels of shipped orders gets few requests more than a right one", async () => {
  const [right, other] = await Promise.all([countRequests(409), countRequests(404)]);
  // Each header alone is some 48 requests; a list more or less depends on the calls under way.
  expect(other - right).toBeLessThan(10);
});

/** @param statusOfShipped the status that replaces 409 */
async function countRequests(statusOfShipped: number): Promise<number> {
  const mock = createMock({ orders: 8 });
  const orders = mock.control.orders();
  const idsIn = (state: string) => orders.filter(({ status }) => status === state).map(({ id }) => id);
  const target = createFetchTarget({
    baseUrl: "http://test/v1",
    apiKey: defaultApiKey,
    arrange: async () => ({ pending: idsIn("pending").slice(0, 2), shipped: idsIn("shipped").slice(0, 1) }),
    async fetch(input, init) {
      const answer = await mock.fetch(new Request(input, init));
      return answer.status === 409 ? new Response("{}", { status: statusOfShipped }) : answer;
    },
  });
  return (await runSuite(target, { settleMs: 0 })).requests;
}
