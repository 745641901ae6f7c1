import { expect, test } from "vitest";
import type { HeaderList } from "./evidence/exchange.ts";
import { createCallJudge, errorOf as error, ordersOf as list, trafficKey } from "./testing/judge-calls.ts";

test("an order that is cancelled twice with 204 is reported at the second 204, however late that comes", () => {
  const { call, judge, violations } = createCallJudge();
  expect(call("GET /store/orders", 200, list(1, 2, 3))).toEqual([]);
  expect(call("DELETE /store/orders/1", 204)).toEqual([]);
  for (let other = 0; other < 300; other++) call("GET /store/orders", 200, list(2, 3, 1000 + other));
  expect(call("DELETE /store/orders/1", 204)).toEqual(["cancel-order/second-cancel"]);
  expect(violations).toEqual(["cancel-order/second-cancel 1"]);
  const report = judge.report();
  expect(report.verdict).toBe("nonconformant");
  expect(report.results.find(({ id }) => id === "cancel-order/second-cancel")).toMatchObject({
    outcome: "failed",
    received: "204",
    evidence: { exchanges: [{ request: { method: "DELETE" } }, {}] },
  });
});

test("an order that is known to have shipped must be refused with a 409, whenever it is cancelled", () => {
  const { call, judge } = createCallJudge({ given: { pending: [], shipped: [7n] } });
  call("GET /store/orders", 200, list(7, 8));
  expect(call("DELETE /store/orders/8", 204)).toEqual([]);
  expect(call("DELETE /store/orders/7", 409)).toEqual([]);
  expect(call("DELETE /store/orders/7", 204)).toEqual(["cancel-order/shipped"]);
  expect(call("DELETE /store/orders/7", 404, error(404))).toEqual(["cancel-order/shipped"]);
  expect(call("DELETE /store/orders/7", 401, error(401), "")).toEqual([]);
  expect(judge.report().verdict).toBe("nonconformant");
  // Of an order in an unknown state, the same answers are right.
  const unknown = createCallJudge();
  unknown.call("GET /store/orders", 200, list(7, 8));
  expect(unknown.call("DELETE /store/orders/7", 204)).toEqual([]);
});

test("an order that is known to be pending must be cancelled by its first cancel only", () => {
  const refused = createCallJudge({ given: { pending: [7n], shipped: [] } });
  refused.call("GET /store/orders", 200, list(7));
  expect(refused.call("DELETE /store/orders/7", 409)).toEqual(["cancel-order/pending"]);
  const right = createCallJudge({ given: { pending: [7n], shipped: [] } });
  right.call("GET /store/orders", 200, list(7));
  expect(right.call("DELETE /store/orders/7", 401, error(401), "")).toEqual([]);
  expect(right.call("DELETE /store/orders/7", 204)).toEqual([]);
  expect(right.call("DELETE /store/orders/7", 404, error(404))).toEqual([]);
  expect(right.call("DELETE /store/orders/7", 204)).toEqual(["cancel-order/second-cancel"]);
});

test("a repeated violation is reported with its count", () => {
  const { call, judge } = createCallJudge();
  for (let turn = 0; turn < 50; turn++)
    expect(call("GET /store/orders", 401, ["no"], "")).toEqual(["errors/401-object"]);
  expect(judge.report().results.find(({ id }) => id === "errors/401-object")?.reason).toContain(
    "(seen 50 times)",
  );
});

test("a key is valid once a call with it succeeded, and wrong only where the user names the valid keys", () => {
  const learning = createCallJudge();
  expect(learning.call("GET /store/orders", 401, error(401), "Bearer unknown")).toEqual([]);
  expect(learning.call("GET /store/orders", 200, list(1), "Bearer other")).toEqual([]);
  // Revoked, for all one knows.
  expect(learning.call("GET /store/orders", 401, error(401), "Bearer other")).toEqual([]);
  expect(learning.call("GET /store/orders", 200, list(1), "")).toEqual(["authentication/list-without-key"]);
  const judge = createCallJudge({ apiKeys: ["the-key"] });
  expect(judge.call("GET /store/orders", 200, list(1), "Bearer other")).toEqual([
    "authentication/list-wrong-key",
  ]);
});

test("a pending order that a list left out is reported once a later call shows that it was pending", () => {
  const { call } = createCallJudge();
  call("GET /store/orders", 200, list(1, 2));
  expect(call("GET /store/orders", 200, list(2))).toEqual([]);
  expect(call("DELETE /store/orders/1", 204)).toEqual(["list-orders/all-orders"]);
});

test("a change that other clients may have made is a violation only where there are no other clients", () => {
  const lose = ({ call }: ReturnType<typeof createCallJudge>) => {
    call("GET /store/orders", 200, list(1, 2));
    return call("GET /store/orders", 200, list(2));
  };
  expect(lose(createCallJudge())).toEqual([]);
  expect(lose(createCallJudge({ isAllTraffic: true }))).toEqual(["list-orders/all-orders"]);
});

test.each([
  ["a gateway's 502", "GET /store/orders", 502],
  ["a cancel of an order that others shipped", "DELETE /store/orders/1", 409],
  ["a cancel of an order that others cancelled", "DELETE /store/orders/1", 404],
])("%s is not a violation", (_name, line, status) => {
  const { call } = createCallJudge();
  call("GET /store/orders", 200, list(1, 2));
  expect(call(line, status, error(status))).toEqual([]);
});

test("a cancel that removes other orders is reported, and a refused cancel of a shipped order is not", () => {
  const alone = { isAllTraffic: true };
  const cancels = createCallJudge(alone);
  cancels.call("GET /store/orders", 200, list(1, 2, 3));
  cancels.call("DELETE /store/orders/1", 204);
  expect(cancels.call("GET /store/orders", 200, list(3))).toEqual(["cancel-order/only-that-order"]);
  const loses = createCallJudge(alone);
  loses.call("GET /store/orders", 200, list(1, 2, 3));
  loses.call("DELETE /store/orders/1", 204);
  loses.call("GET /store/orders", 200, list(2, 3));
  loses.call("DELETE /store/orders/3", 409);
  expect(loses.call("GET /store/orders", 200, list(2))).toEqual(["cancel-order/shipped-unchanged"]);
});

const page: HeaderList = [["Origin", "http://localhost:5173"]];

test("headers of a browser excuse only the answers that they explain", () => {
  const { call } = createCallJudge();
  call("GET /store/orders", 200, list(1, 2), trafficKey, [...page, ["If-None-Match", '"x"']]);
  call("DELETE /store/orders/1", 204, undefined, trafficKey, page);
  expect(call("DELETE /store/orders/1", 204, undefined, trafficKey, page)).toEqual([
    "cancel-order/second-cancel",
  ]);
  expect(call("GET /store/orders", 200, {}, trafficKey, [["If-None-Match", '"x"']])).toEqual([
    "list-orders/json-array",
  ]);
});

test.each<readonly [status: number, line: string, more: HeaderList]>([
  [403, "GET /store/orders", page],
  [403, "DELETE /store/orders/1", page],
  [304, "GET /store/orders", [["If-None-Match", '"x"']]],
  [412, "DELETE /store/orders/1", [["If-Match", '"x"']]],
  [206, "GET /store/orders", [["Range", "bytes=0-9"]]],
  [406, "GET /store/orders", [["Accept", "text/csv"]]],
])("%i to %s may be due to the request's headers or body", (status, line, more) => {
  const { call } = createCallJudge();
  call("GET /store/orders", 200, list(1, 2));
  expect(call(line, status, undefined, trafficKey, more)).toEqual([]);
});

test("a 403 to a page whose origin is allowed is not due to its origin", () => {
  const { call } = createCallJudge();
  call("GET /store/orders", 200, list(1, 2), trafficKey, page);
  expect(call("DELETE /store/orders/1", 403, undefined, trafficKey, page)).toEqual([]);
  expect(call("GET /store/orders", 403, error(403), "", page)).toEqual(["authentication/list-without-key"]);
});

test("a requirement that the traffic did not exercise is untested, by name", () => {
  const { call, judge } = createCallJudge();
  call("GET /store/orders", 200, list(1));
  const { results, verdict } = judge.report();
  expect(verdict).toBe("partial");
  expect(results.find(({ id }) => id === "list-orders/json-array")?.outcome).toBe("passed");
  expect(results.find(({ id }) => id === "cancel-order/pending")).toMatchObject({
    outcome: "untested",
    reason: "The traffic did not exercise it.",
  });
  expect(JSON.stringify(results)).not.toContain("the-key");
});
