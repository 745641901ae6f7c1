import { expect, test } from "vitest";
import type { TrafficOptions } from "./judge-traffic.ts";
import {
  createCallJudge,
  errorOf as error,
  exchangeOf,
  ordersOf as list,
  type TimedCall,
  trafficKey,
} from "./testing/judge-calls.ts";
import { passTraffic } from "./testing/right-traffic.ts";
import { testRightTraffic } from "./testing/right-traffic-property.ts";

const get = "GET /store/orders";

/** The violations of calls that are announced when they are sent. */
function overlap(options: Partial<TrafficOptions>, ...calls: readonly TimedCall[]): readonly string[] {
  const { judge, violations } = createCallJudge(options);
  passTraffic(judge, calls.map(exchangeOf));
  judge.report();
  return violations;
}

test("a list that overlaps an unanswered cancel of another order is not a violation", () => {
  const cancelled = overlap(
    {},
    [0, 10, get, 200, list(1, 2, 3)],
    [20, 30, "DELETE /store/orders/3", 204],
    [35, 60, get, 200, list(2)],
    [40, 90, "DELETE /store/orders/1", 204],
  );
  expect(cancelled).toEqual([]);
});

test("where there are no other clients, a list may show the effect of a cancel before its answer comes", () => {
  const calls = [
    [0, 10, get, 200, list(1, 2)],
    [20, 90, "DELETE /store/orders/1", 204],
    [30, 40, get, 200, list(2)],
  ] as const;
  expect(overlap({ isAllTraffic: true }, ...calls)).toEqual([]);
  const [first, , last] = calls;
  const refused = [20, 90, "DELETE /store/orders/1", 404, error(404)] as const;
  expect(overlap({ isAllTraffic: true }, first, refused, last)).not.toEqual([]);
});

test("either of two overlapping cancels may be the first", () => {
  const given = { pending: [1n], shipped: [] };
  const letIn = [0, 10, get, 200, list(1)] as const;
  const second = [25, 40, "DELETE /store/orders/1", 404, error(404)] as const;
  expect(overlap({ given }, letIn, [20, 90, "DELETE /store/orders/1", 204], second)).toEqual([]);
  expect(overlap({ given }, letIn, [20, 90, "DELETE /store/orders/1", 404, error(404)], second)).toEqual([
    "cancel-order/one-winner 1",
    "cancel-order/one-winner 2",
  ]);
});

test("calls that do not end count as lost answers", () => {
  const { judge, violations } = createCallJudge({ isAllTraffic: true });
  const read = (sentAt: number, ...ids: number[]) =>
    judge.judge(exchangeOf([sentAt, sentAt + 1, get, 200, list(...ids)]));
  read(0, 1, 2, 3);
  const path = "/store/orders/1";
  judge.begin(5, { method: "DELETE", path, headers: [["Authorization", trafficKey]] });
  read(10, 2);
  expect(violations).toEqual([]);
  // More lists than may wait. None lacks another order of the one before.
  const made: number[] = [];
  for (let at = 20; at < 400; at += 2) {
    made.push(at);
    read(at, 2, ...made);
  }
  expect(violations).toEqual(["list-orders/all-orders 1"]);
});

testRightTraffic(40);
