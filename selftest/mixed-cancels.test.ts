import { expect, test } from "vitest";
import { runSuite } from "../conformance/run-suite.ts";
import { createMock } from "../mocks/mock.ts";
import { createHandleTarget } from "../mocks/testing/handle-target.ts";

const pending = [101n, 102n, 103n];
const shipped = [105n];

test("where three pending orders are given, one is cancelled while the cancel of a shipped one is under way", async () => {
  const mock = createMock({
    fixtures: [...pending, ...shipped].map((id) => ({
      id,
      status: shipped.includes(id) ? "shipped" : "pending",
    })),
  });
  const target = createHandleTarget(mock);
  const underWay = new Set<string>();
  let together = 0;
  await runSuite(
    {
      ...target,
      arrange: async () => ({ pending, shipped }),
      async send(request, settings) {
        const isKeyed = request.headers.some(([, value]) => value === `Bearer ${target.apiKey}`);
        if (request.method !== "DELETE" || !isKeyed) return target.send(request, settings);
        underWay.add(request.path);
        await new Promise((resolve) => setTimeout(resolve, 2));
        const isBeside = underWay.has("/store/orders/105");
        const reply = await target.send(request, settings);
        if (reply.status === 204 && isBeside) together++;
        underWay.delete(request.path);
        return reply;
      },
    },
    { settleMs: 0 },
  );
  expect(together).toBeGreaterThan(0);
});
