import { expect, test, vi } from "vitest";
import { createCallJudge } from "./testing/judge-calls.ts";
import { testRightTraffic } from "./testing/right-traffic-property.ts";

vi.setConfig({ testTimeout: 600_000 });

testRightTraffic(Number(process.env.TRAFFIC_HISTORIES ?? 300));

test("an order whose cancel is no longer kept may be missing from a later list", () => {
  const { call, judge } = createCallJudge({ isAllTraffic: true });
  const orders = Array.from({ length: 11_000 }, (_, index) => ({ id: index + 1 }));
  call("GET /store/orders", 200, orders);
  for (const { id } of orders) call(`DELETE /store/orders/${id}`, 204);
  call("GET /store/orders", 200, []);
  const { results } = judge.report();
  expect(results.filter(({ outcome }) => outcome === "failed")).toEqual([]);
});
