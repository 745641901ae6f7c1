import { describe, expect, test } from "vitest";
import { createMock } from "../mock.ts";
import type { MockOptions } from "../mock-options.ts";
import { callMock, errorAnswer } from "../testing/call-mock.ts";
import type { FaultRule } from "./fault-rule.ts";

const list = "GET /v1/store/orders";
const cancel = (id: number | bigint) => `DELETE /v1/store/orders/${id}`;

function faulty(rules: readonly FaultRule[], options: MockOptions = {}) {
  const mock = createMock({ fixtures: "magic", ...options, faults: rules });
  return {
    mock,
    status: (line: string) => callMock(mock, line).status,
    why: (line: string) => callMock(mock, line).headers["x-mock-why"],
    /** Instructions for the adapter about the delivery of the answer. */
    delivery(line: string) {
      const [method = "", target = ""] = line.split(" ");
      return mock.handle({ method, target, headers: { authorization: "Bearer mock-key" } }).delivery;
    },
    left: () => mock.control.faults(),
  };
}

describe("a fault rule", () => {
  test("applies to every request with a valid key, and to no other", () => {
    const { mock, status } = faulty([{ fault: "status", status: 503 }]);
    for (const line of [
      list,
      cancel(204),
      "GET /v1/nowhere",
      "POST /v1/store/orders",
      "OPTIONS /v1/store/orders",
    ])
      expect(status(line)).toBe(503);
    expect(callMock(mock, list, { key: "wrong" }).status).toBe(401);
    expect(callMock(mock, "GET /nowhere").status).toBe(404);
    expect(callMock(mock, "GET /_mock/health").status).toBe(200);
  });

  test("can apply to one operation, or to cancels of one order", () => {
    const lists = faulty([{ fault: "status", status: 503, operation: "listOrders" }]);
    expect([lists.status(list), lists.status("HEAD /v1/store/orders"), lists.status(cancel(204))]).toEqual([
      503, 503, 204,
    ]);
    const cancels = faulty([{ fault: "status", status: 503, operation: "cancelOrder" }]);
    expect([cancels.status(list), cancels.status(cancel(204)), cancels.status(cancel(404))]).toEqual([
      200, 503, 503,
    ]);
    const one = faulty([{ fault: "status", status: 503, order: 204n }]);
    expect([one.status(list), one.status(cancel(409)), one.status(cancel(204))]).toEqual([200, 409, 503]);
    // Which order an id with a zero before it is, the profile says.
    expect(one.status("DELETE /v1/store/orders/0204")).toBe(404);
    one.mock.control.setProfile({ ...one.mock.control.profile(), paddedId: "same" });
    expect(one.status("DELETE /v1/store/orders/0204")).toBe(503);
  });

  test("with `times` ends after that number of matches; other requests do not count", () => {
    const { status, left } = faulty([{ fault: "status", status: 500, operation: "cancelOrder", times: 2 }]);
    expect([list, cancel(204), list, cancel(204)].map(status)).toEqual([200, 500, 200, 500]);
    expect(left()).toEqual([]);
    expect(status(cancel(204))).toBe(204);
  });

  test("with `after` leaves that number of matches unchanged; other requests do not count; a reload keeps the number", () => {
    const rule = { fault: "status", status: 500, operation: "listOrders" } as const;
    const { mock, status, left } = faulty([{ ...rule, after: 2, times: 1 }]);
    expect([list, cancel(204)].map(status)).toEqual([200, 204]);
    expect(left()).toEqual([{ ...rule, after: 1, times: 1 }]);
    mock.control.setFaults(left());
    expect(status(list)).toBe(200);
    expect(left()).toEqual([{ ...rule, times: 1 }]);
    expect([list, list].map(status)).toEqual([500, 200]);
    expect(left()).toEqual([]);
  });

  test("with `steps` plays them in order, once or for the number of matches in `times`", () => {
    const { mock, status, why, left } = faulty([{ fault: "sequence", steps: [200, 503, 404] }]);
    expect(why(list)).toBe("fault sequence, step 1 of 3; all orders (4.1, rule 1)");
    expect(left()).toMatchObject([{ steps: [503, 404, 200], times: 2, played: 1 }]);
    mock.control.setFaults(left());
    expect([list, list, list].map(status)).toEqual([503, 404, 200]);
    expect(left()).toEqual([]);
    mock.control.setFaults([{ fault: "sequence", steps: [200, 503], times: 3 }]);
    expect([list, list, list, list].map(status)).toEqual([200, 503, 200, 200]);
  });

  test("shows how many matches are left and how many it had, and can be set again as it is shown", () => {
    let at = 1000;
    const { mock, status, left } = faulty([{ fault: "status", status: 500, times: 4, seconds: 20 }], {
      now: () => at,
    });
    expect(left()[0]).not.toHaveProperty("played");
    for (let call = 0; call < 2; call++) status(list);
    at += 15_250;
    expect(left()).toEqual([
      { fault: "status", status: 500, times: 2, seconds: 20, secondsLeft: 4.75, played: 2 },
    ]);
    expect(mock.control.setFaults(left())[0]).not.toHaveProperty("played");
  });

  test("with `seconds` ends when they are over", () => {
    let at = 1000;
    const { mock, status, left } = faulty([{ fault: "hang", seconds: 2 }], { now: () => at });
    at += 1999;
    expect([status(list), left().length]).toEqual([0, 1]);
    at += 1;
    expect([left().length, status(list)]).toEqual([0, 200]);
    mock.control.setFaults([{ fault: "status", status: 500, seconds: 1 }]);
    expect(status(list)).toBe(500);
    at += 1000;
    expect([status(list), left().length]).toEqual([200, 0]);
  });

  test.each<[FaultRule, string, string]>([
    [{ fault: "delay", ms: 300 }, list, "fault delay 300 ms; all orders (4.1, rule 1)"],
    [
      { fault: "delay", ms: 3, name: "late" },
      cancel(204),
      "fault late (delay 3 ms); order 204 cancelled (3, rule 1)",
    ],
    [{ fault: "status", status: 418, name: "tea — hot" }, list, "fault tea ? hot (status 418)"],
  ])("is named in X-Mock-Why, with the answer's own reason: %j", (rule, line, why) => {
    expect(faulty([rule]).why(line)).toBe(why);
  });
});

describe("several rules", () => {
  test("add up their delays, and the first rule that sets an answer decides", () => {
    const { mock, why, delivery, left } = faulty([
      { fault: "delay", ms: 100 },
      { fault: "status", status: 500, times: 1 },
      { fault: "hang", operation: "cancelOrder", times: 1 },
      { fault: "delay", ms: 20 },
    ]);
    expect(why(list)).toBe("fault delay 100 ms; fault delay 20 ms; fault status 500");
    expect(left()).toHaveLength(3);
    expect(delivery(cancel(204))).toEqual({ delayMs: 120, end: "hang" });
    expect(delivery(cancel(204))).toEqual({ delayMs: 120 });
    expect(mock.control.orders()).toContainEqual(expect.objectContaining({ id: 204n, status: "cancelled" }));
  });

  test("a rule that comes too late to decide keeps its matches", () => {
    const { status } = faulty([
      { fault: "status", status: 500, times: 2 },
      { fault: "status", status: 502, times: 1 },
    ]);
    expect([list, list, list, list].map(status)).toEqual([500, 500, 502, 200]);
  });
});

describe("chances", () => {
  const sometimes: FaultRule = { fault: "status", status: 503, probability: 0.5 };
  const statuses = (mock: ReturnType<typeof createMock>, key = "mock-key") =>
    Array.from({ length: 64 }, () => callMock(mock, list, { key }).status);

  test("are the same for one seed: in another mock, in another world, after a reset", () => {
    const { mock } = faulty([sometimes], { seed: 7 });
    const first = statuses(mock);
    expect(new Set(first)).toEqual(new Set([200, 503]));
    expect(statuses(mock)).not.toEqual(first);
    mock.control.reset();
    expect(statuses(mock)).toEqual(first);
    mock.control.setFaults([sometimes]);
    expect(statuses(mock)).toEqual(first);
    expect(statuses(mock, "mock-key~other")).toEqual(first);
    expect(statuses(faulty([sometimes], { seed: 7 }).mock)).toEqual(first);
    expect(statuses(faulty([sometimes], { seed: 8 }).mock)).not.toEqual(first);
    mock.control.reset({ seed: 8 });
    expect(statuses(mock)).not.toEqual(first);
  });

  test("of 0 never occur, of 1 always", () => {
    expect(new Set(statuses(faulty([{ ...sometimes, probability: 0 }]).mock))).toEqual(new Set([200]));
    expect(new Set(statuses(faulty([{ ...sometimes, probability: 1 }]).mock))).toEqual(new Set([503]));
  });

  test("of a rule do not depend on other rules before it", () => {
    const alone = statuses(faulty([{ fault: "delay", ms: 0 }, sometimes]).mock);
    const behind = statuses(faulty([{ fault: "delay", ms: [0, 9], probability: 0.3 }, sometimes]).mock);
    expect(behind).toEqual(alone);
  });

  test("draw every delay of a range, and none outside it", () => {
    const { delivery } = faulty([{ fault: "delay", ms: [5, 8] }]);
    const drawn = Array.from({ length: 200 }, () => delivery(list)?.delayMs);
    expect(new Set(drawn)).toEqual(new Set([5, 6, 7, 8]));
  });
});

describe("a mock's faults", () => {
  test("are those of each world at its start, and come back with a reset", () => {
    const { mock, status } = faulty([{ fault: "status", status: 500, times: 1 }]);
    expect(callMock(mock, list, { key: "mock-key~a" }).status).toBe(500);
    expect([status(list), status(list)]).toEqual([500, 200]);
    mock.control.setFaults([{ fault: "status", status: 502 }]);
    expect(status(list)).toBe(502);
    expect(callMock(mock, list, { key: "mock-key~a" }).status).toBe(200);
    mock.control.reset();
    expect([status(list), status(list)]).toEqual([500, 200]);
  });

  test("are set, shown and cleared over HTTP, with every digit", () => {
    const { mock, left } = faulty([{ fault: "broken-json" }]);
    const rules = [
      { fault: "delay", ms: [5, 5], probability: 1 },
      { fault: "status", status: 429, retryAfter: 7, code: "slow_down", order: "9007199254740993" },
      { fault: "hang", name: "asleep", times: 3, operation: "cancelOrder" },
    ];
    const put = callMock(mock, "PUT /_mock/faults", { body: rules });
    expect(put.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect([JSON.parse(put.text), left()]).toEqual([rules, rules]);
    expect(callMock(mock, "GET /_mock/faults").text).toBe(put.text);
    expect(callMock(mock, "DELETE /_mock/faults")).toMatchObject({ status: 200, json: [] });
    expect(left()).toEqual([]);
  });

  test("leave answers unchanged, byte for byte, once they are cleared", () => {
    const plain = createMock({ fixtures: "magic" });
    const { mock, status } = faulty([
      { fault: "stale-list", reads: 9 },
      { fault: "delay", ms: 5 },
    ]);
    expect([cancel(204), list].map(status)).toEqual([204, 200]);
    mock.control.setFaults([]);
    expect(callMock(plain, cancel(204)).status).toBe(204);
    for (const line of [list, cancel(204), cancel(409), cancel(404), "HEAD /v1/store/orders"]) {
      const { headers, text } = callMock(mock, line);
      expect({ headers, text }).toEqual({
        headers: callMock(plain, line).headers,
        text: callMock(plain, line).text,
      });
    }
    expect(callMock(mock, list)).toMatchObject({ status: 200 });
    expect(callMock(mock, cancel(204))).toMatchObject(errorAnswer(404));
  });
});
