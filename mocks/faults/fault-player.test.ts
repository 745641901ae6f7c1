import { describe, expect, test } from "vitest";
import { createMock, type Mock } from "../mock.ts";
import type { MockOptions } from "../mock-options.ts";
import { callMock, errorAnswer } from "../testing/call-mock.ts";
import type { FaultRule } from "./fault-rule.ts";

const list = "GET /v1/store/orders";
const cancel = (id: number | bigint) => `DELETE /v1/store/orders/${id}`;
const lines: Readonly<Record<string, string>> = {
  list,
  cancel: cancel(204),
  "cancel-404": cancel(404),
  "cancel-409": cancel(409),
  "cancel-0204": "DELETE /v1/store/orders/0204",
};

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

/** @param story calls by their names and statuses, as in `list 200, cancel 503` */
function expectAnswers(mock: Mock, story: string): void {
  const given = story.split(", ").map((each) => {
    const [name = ""] = each.split(" ");
    return `${name} ${callMock(mock, lines[name]!).status}`;
  });
  expect(given.join(", ")).toBe(story);
}

const failing = { fault: "status", status: 500 } as const;

/** The answers while rules are set, and the number of rules that are left. */
const stories: readonly (readonly [name: string, left: number, story: string, rules: FaultRule[]])[] = [
  ["of one operation", 1, "list 500, cancel 204", [{ ...failing, operation: "listOrders" }]],
  ["of cancels", 1, "list 200, cancel 500, cancel-404 500", [{ ...failing, operation: "cancelOrder" }]],
  // Which order an id with a zero before it is, the profile says.
  ["of an order", 1, "cancel-409 409, cancel 500, cancel-0204 404, list 200", [{ ...failing, order: 204n }]],
  ["with `times`", 0, "list 500, list 500, list 200", [{ ...failing, times: 2 }]],
  ["with `after`", 0, "list 200, list 200, list 500, list 200", [{ ...failing, after: 2, times: 1 }]],
  [
    "with `times` of an operation",
    0,
    "list 200, cancel 500, list 200, cancel 204",
    [{ ...failing, operation: "cancelOrder", times: 1 }],
  ],
  [
    "with `after` of an operation",
    0,
    "list 200, cancel 204, list 500",
    [{ ...failing, operation: "listOrders", after: 1, times: 1 }],
  ],
  ["with `steps`", 0, "list 200, list 503, list 200", [{ fault: "sequence", steps: [200, 503] }]],
  [
    "with `steps` and `times`",
    0,
    "list 200, list 503, list 200, list 200",
    [{ fault: "sequence", steps: [200, 503], times: 3 }],
  ],
  [
    "behind another one",
    0,
    "list 500, list 502, list 200",
    [
      { ...failing, times: 1 },
      { fault: "status", status: 502, times: 1 },
    ],
  ],
];

describe("a fault rule", () => {
  test("applies to every request with a valid key, and to no other", () => {
    const { mock, status } = faulty([{ fault: "status", status: 503 }]);
    for (const line of [list, cancel(204), "GET /v1/nowhere", "OPTIONS /v1/store/orders"])
      expect(status(line)).toBe(503);
    expect(callMock(mock, list, { key: "wrong" }).status).toBe(401);
    expect(callMock(mock, "GET /nowhere").status).toBe(404);
    expect(callMock(mock, "GET /_mock/health").status).toBe(200);
  });

  test.each(stories)("%s", (_name, left, story, rules) => {
    const { mock } = faulty(rules);
    expectAnswers(mock, story);
    expect(mock.control.faults()).toHaveLength(left);
  });

  test("for an order applies to every spelling of its id that the profile accepts", () => {
    const { mock } = faulty([{ ...failing, order: 204n }], { profile: { paddedId: "same" } });
    expectAnswers(mock, "cancel-0204 500");
  });

  test("goes on where it was when it is set again as it is shown", () => {
    const { mock, left } = faulty([{ fault: "sequence", steps: [200, 503, 404] }]);
    expectAnswers(mock, "list 200");
    expect(left()).toEqual([{ fault: "sequence", steps: [503, 404, 200], times: 2, played: 1 }]);
    mock.control.setFaults(left());
    expectAnswers(mock, "list 503, list 404, list 200");
    mock.control.setFaults([{ ...failing, after: 3 }]);
    expectAnswers(mock, "list 200");
    expect(left()).toEqual([{ ...failing, after: 2 }]);
    mock.control.setFaults(left());
    expectAnswers(mock, "list 200, list 200, list 500");
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

  test("is named in X-Mock-Why, with the answer's own reason", () => {
    expect(faulty([{ fault: "delay", ms: 300 }]).why(list)).toBe(
      "fault delay 300 ms; all orders (4.1, rule 1)",
    );
    expect(faulty([{ fault: "delay", ms: 300, name: "latency" }]).why(cancel(204))).toBe(
      "fault latency (delay 300 ms); order 204 cancelled (3, rule 1)",
    );
    expect(faulty([{ fault: "status", status: 418, name: "tea — hot" }]).why(list)).toBe(
      "fault tea ? hot (status 418)",
    );
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
