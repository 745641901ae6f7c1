import { expect, test } from "vitest";
import type { Exchange, HeaderList } from "./evidence/exchange.ts";
import { createTrafficJudge, type TrafficOptions } from "./judge-traffic.ts";

const right = "Bearer the-key";
const json = [["content-type", "application/json"]] as const;
const encode = (body: unknown) => new TextEncoder().encode(JSON.stringify(body));
const list = (...ids: number[]) => ids.map((id) => ({ id, petId: 1, quantity: 1 }));
const error = (status: number) => ({ code: "x", message: "y", status });

/** Calls one after the other: `DELETE /store/orders/1`, its status and body; at once where they share an instant. */
function play(options: Partial<TrafficOptions> = {}) {
  const told: string[] = [];
  const judge = createTrafficJudge({
    baseUrl: "http://test/v1",
    onViolation: ({ requirement, count }) => told.push(`${requirement.id} ${count}`),
    ...options,
  });
  let now = 0;
  const call = (
    line: string,
    status: number,
    body?: unknown,
    authorization: string | undefined = right,
    more: HeaderList = [],
  ): readonly string[] => {
    const [method = "", path = ""] = line.split(" ");
    const exchange: Exchange = {
      request: { method, path, headers: authorization ? [["Authorization", authorization], ...more] : more },
      answer: {
        status,
        headers: body === undefined ? [] : json,
        body: body === undefined ? new Uint8Array() : encode(body),
      },
      ms: 1,
      sentAt: now++,
      endedAt: now++,
    };
    return judge
      .judge(exchange)
      .map(({ id }) => id)
      .filter((id) => !id.startsWith("authentication/challenge"));
  };
  return { call, judge, told };
}

test("an order cancelled twice with 204 is told at the second one, whenever that comes", () => {
  const { call, judge, told } = play();
  expect(call("GET /store/orders", 200, list(1, 2, 3))).toEqual([]);
  expect(call("DELETE /store/orders/1", 204)).toEqual([]);
  for (let other = 0; other < 300; other++) call("GET /store/orders", 200, list(2, 3, 1000 + other));
  expect(call("DELETE /store/orders/1", 204)).toEqual(["cancel-order/second-cancel"]);
  expect(told).toEqual(["cancel-order/second-cancel 1"]);
  const report = judge.report();
  expect(report.verdict).toBe("nonconformant");
  expect(report.results.find(({ id }) => id === "cancel-order/second-cancel")).toMatchObject({
    outcome: "failed",
    received: "204",
    evidence: { exchanges: [{ request: { method: "DELETE" } }, {}] },
  });
});

test("an order that is known to have shipped must be refused with a 409, whenever it is cancelled", () => {
  const { call, judge } = play({ given: { pending: [], shipped: [7n] } });
  call("GET /store/orders", 200, list(7, 8));
  expect(call("DELETE /store/orders/8", 204)).toEqual([]);
  expect(call("DELETE /store/orders/7", 409)).toEqual([]);
  expect(call("DELETE /store/orders/7", 204)).toEqual(["cancel-order/shipped"]);
  expect(call("DELETE /store/orders/7", 404, error(404))).toEqual(["cancel-order/shipped"]);
  expect(call("DELETE /store/orders/7", 401, error(401), "")).toEqual([]);
  expect(judge.report().verdict).toBe("nonconformant");
  // Of one that nobody knows anything of, the same answers are right.
  const unknown = play();
  unknown.call("GET /store/orders", 200, list(7, 8));
  expect(unknown.call("DELETE /store/orders/7", 204)).toEqual([]);
});

test("an order that is known to be pending must be cancelled by its first cancel, and by no other", () => {
  const refused = play({ given: { pending: [7n], shipped: [] } });
  refused.call("GET /store/orders", 200, list(7));
  expect(refused.call("DELETE /store/orders/7", 409)).toEqual(["cancel-order/pending"]);
  const right = play({ given: { pending: [7n], shipped: [] } });
  right.call("GET /store/orders", 200, list(7));
  expect(right.call("DELETE /store/orders/7", 401, error(401), "")).toEqual([]);
  expect(right.call("DELETE /store/orders/7", 204)).toEqual([]);
  expect(right.call("DELETE /store/orders/7", 404, error(404))).toEqual([]);
  expect(right.call("DELETE /store/orders/7", 204)).toEqual(["cancel-order/second-cancel"]);
});

test("what is wrong over and over is told with its count", () => {
  const { call, judge } = play();
  for (let turn = 0; turn < 50; turn++)
    expect(call("GET /store/orders", 401, "no", "")).toEqual(["errors/401-object"]);
  expect(judge.report().results.find(({ id }) => id === "errors/401-object")?.reason).toContain(
    "(seen 50 times)",
  );
});

test("a key is valid once it was let in, and wrong only where the user says which are right", () => {
  const learning = play();
  expect(learning.call("GET /store/orders", 401, error(401), "Bearer unknown")).toEqual([]);
  expect(learning.call("GET /store/orders", 200, list(1), "Bearer other")).toEqual([]);
  // Revoked, for all one knows.
  expect(learning.call("GET /store/orders", 401, error(401), "Bearer other")).toEqual([]);
  expect(learning.call("GET /store/orders", 200, list(1), "")).toEqual(["authentication/list-without-key"]);
  const told = play({ apiKeys: ["the-key"] });
  expect(told.call("GET /store/orders", 200, list(1), "Bearer other")).toEqual([
    "authentication/list-wrong-key",
  ]);
});

test("a pending order that a list left out is told when it turns out that it had been pending", () => {
  const { call } = play();
  call("GET /store/orders", 200, list(1, 2));
  expect(call("GET /store/orders", 200, list(2))).toEqual([]);
  expect(call("DELETE /store/orders/1", 204)).toEqual(["list-orders/all-orders"]);
});

test("what others may have done is no violation, unless the traffic is all there is", () => {
  const lose = ({ call }: ReturnType<typeof play>) => {
    call("GET /store/orders", 200, list(1, 2));
    return call("GET /store/orders", 200, list(2));
  };
  expect(lose(play())).toEqual([]);
  expect(lose(play({ isAllTraffic: true }))).toEqual(["list-orders/all-orders"]);
});

test.each([
  ["a gateway's 502", "GET /store/orders", 502],
  ["a cancel of an order that others shipped", "DELETE /store/orders/1", 409],
  ["a cancel of an order that others cancelled", "DELETE /store/orders/1", 404],
])("%s is no violation", (_name, line, status) => {
  const { call } = play();
  call("GET /store/orders", 200, list(1, 2));
  expect(call(line, status, error(status))).toEqual([]);
});

test("a cancel that takes other orders along is told, not the refused one of an order that was shipped", () => {
  const alone = { isAllTraffic: true };
  const cancels = play(alone);
  cancels.call("GET /store/orders", 200, list(1, 2, 3));
  cancels.call("DELETE /store/orders/1", 204);
  expect(cancels.call("GET /store/orders", 200, list(3))).toEqual(["cancel-order/only-that-order"]);
  const loses = play(alone);
  loses.call("GET /store/orders", 200, list(1, 2, 3));
  loses.call("DELETE /store/orders/1", 204);
  loses.call("GET /store/orders", 200, list(2, 3));
  loses.call("DELETE /store/orders/3", 409);
  expect(loses.call("GET /store/orders", 200, list(2))).toEqual(["cancel-order/shipped-unchanged"]);
});

const page: HeaderList = [["Origin", "http://localhost:5173"]];

test("what a browser sends along hides nothing that it does not explain", () => {
  const { call } = play();
  call("GET /store/orders", 200, list(1, 2), right, [...page, ["If-None-Match", '"x"']]);
  call("DELETE /store/orders/1", 204, undefined, right, page);
  expect(call("DELETE /store/orders/1", 204, undefined, right, page)).toEqual(["cancel-order/second-cancel"]);
  expect(call("GET /store/orders", 200, {}, right, [["If-None-Match", '"x"']])).toEqual([
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
])("%i to %s may be due to what was sent along", (status, line, more) => {
  const { call } = play();
  call("GET /store/orders", 200, list(1, 2));
  expect(call(line, status, undefined, right, more)).toEqual([]);
});

test("a page that was let in is not why the server refuses it with 403", () => {
  const { call } = play();
  call("GET /store/orders", 200, list(1, 2), right, page);
  expect(call("DELETE /store/orders/1", 403, undefined, right, page)).toEqual([]);
  expect(call("GET /store/orders", 403, error(403), "", page)).toEqual(["authentication/list-without-key"]);
});

test("what the traffic did not exercise is untested, by name", () => {
  const { call, judge } = play();
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
