import { expect, test } from "vitest";
import { runSuite } from "../conformance/run-suite.ts";
import type { Target } from "../conformance/targets/target.ts";
import type { FixtureOrder } from "../fixtures/fixture-order.ts";
import type { MockRequest } from "../mocks/http/reply.ts";
import { createMock } from "../mocks/mock.ts";
import { defaultApiKey } from "../mocks/mock-options.ts";
import { createHandleTarget } from "../mocks/testing/handle-target.ts";

/** A run notices that a kind of cancel costs another order after one of them. */

const pending = [2n, 4n, 6n, 8n, 10n];
const shipped = [12n];
const fixtures: readonly FixtureOrder[] = Array.from({ length: 60 }, (_, index) => {
  const id = BigInt(index + 1);
  return { id, status: shipped.includes(id) ? "shipped" : "pending" };
});
const given = new Set([...pending, ...shipped]);

const isKeyless = ({ headers }: MockRequest) => headers.authorization !== `Bearer ${defaultApiKey}`;
const isRefusedOn = (orders: readonly bigint[], request: MockRequest, status: number) =>
  !isKeyless(request) && status >= 400 && orders.some((id) => request.target.endsWith(`/${id}`));
/** Returns the status of a cancel that costs another order; undefined for other calls. */
type CostlyCancel = readonly [
  which: string,
  statusOf: (request: MockRequest, status: number) => number | undefined,
];
const costly: readonly CostlyCancel[] = [
  ["without a valid key", (request, status) => (isKeyless(request) ? status : undefined)],
  ["of a cancelled order, refused,", (...asked) => (isRefusedOn(pending, ...asked) ? 404 : undefined)],
  ["of a cancelled order, answered 204,", (...asked) => (isRefusedOn(pending, ...asked) ? 204 : undefined)],
  ["of a shipped order", (...asked) => (isRefusedOn(shipped, ...asked) ? 409 : undefined)],
  ["of an unknown order", (_, status) => (status === 404 ? 404 : undefined)],
];
test.each(
  costly.flatMap(([which, statusOf]) => [
    { which, statusOf, whose: "another client's", ids: fixtures.map(({ id }) => id) },
    { which, statusOf, whose: "the newest", ids: [...pending, ...shipped] },
  ]),
)("where each cancel $which costs $whose order, at most one of others is lost", async ({ statusOf, ids }) => {
  // The victim is the last pending order of the list.
  const own = fixtures.filter(({ id }) => given.has(id));
  const others = fixtures.filter(({ id }) => !given.has(id));
  const mock = createMock({ fixtures: ids.length > given.size ? fixtures : [...others, ...own] });
  let costs = 0;
  const target = createHandleTarget(mock, (request) => {
    const reply = mock.handle(request);
    const status = request.method === "DELETE" ? statusOf(request, reply.status) : undefined;
    if (status === undefined) return reply;
    costs++;
    const victim = mock.control.orders().findLast((order) => order.status === "pending");
    const headers = { authorization: `Bearer ${defaultApiKey}` };
    if (victim) mock.handle({ method: "DELETE", target: `/v1/store/orders/${victim.id}`, headers });
    return status === 204 ? { ...reply, status, headers: {}, body: [] } : reply;
  });
  const arrange = async () => ({ pending, shipped });
  await runSuite({ ...target, arrange }, { settleMs: 20 });
  const lost = mock.control.orders().filter(({ id, status }) => status === "cancelled" && !given.has(id));
  expect(costs).toBeGreaterThan(0);
  expect(lost.length).toBeLessThanOrEqual(1);
});

test("where a cancel that loses a race costs another client's order, one race loses one", async () => {
  const mock = createMock({ fixtures });
  const { send, ...target } = createHandleTarget(mock);
  const pendingOnes = () => mock.control.orders().filter(({ status }) => status === "pending");
  let costs = 0;
  const racing: Target = {
    ...target,
    arrange: async () => ({ pending, shipped }),
    async send(request, options) {
      await options?.together?.();
      // The server looks for the order, waits, and then removes one.
      const wasFound = pendingOnes().some(({ id }) => request.path === `/store/orders/${id}`);
      await new Promise((resolve) => setImmediate(resolve));
      const answer = await send(request, options);
      if (request.method === "DELETE" && wasFound && answer.status === 404) {
        costs++;
        const victim = pendingOnes().findLast(({ id }) => !given.has(id))!;
        await send({ ...request, path: `/store/orders/${victim.id}` }, options);
      }
      return answer;
    },
  };
  await runSuite(racing, { settleMs: 20 });
  const lost = mock.control.orders().filter(({ id, status }) => status === "cancelled" && !given.has(id));
  expect([costs, lost.length]).toEqual([1, 1]);
});
