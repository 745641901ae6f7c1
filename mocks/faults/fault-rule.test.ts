import { describe, expect, test } from "vitest";
import { BadInput } from "../../base/bad-input.ts";
import { formatJson, parseJson } from "../../base/json.ts";
import { faultPresets } from "../../spec/control-protocol.ts";
import { createMock } from "../mock.ts";
import { callMock } from "../testing/call-mock.ts";
import { type FaultRule, parseFaultRules } from "./fault-rule.ts";

const everyRule: readonly FaultRule[] = [
  { fault: "delay", ms: 0 },
  { fault: "delay", ms: [100, 500], name: "slow", operation: "listOrders", probability: 0.25 },
  { fault: "status", status: 400 },
  { fault: "status", status: 599, code: "odd", message: "Odd.", retryAfter: 0 },
  { fault: "reset-before", operation: "cancelOrder", order: "-9223372036854775808", times: 1 },
  { fault: "reset-after", seconds: 0.5 },
  { fault: "cut-body", probability: 0 },
  { fault: "broken-json", probability: 1 },
  { fault: "hang" },
  { fault: "stale-list", reads: 1, operation: "cancelOrder" },
  { fault: "sequence", steps: [200, 503], after: 2 },
  { fault: "ship-first", order: "9223372036854775807" },
];

describe("fault rules", () => {
  test("are the same from a JSON body and from a program", () => {
    expect(parseFaultRules(everyRule)).toEqual(everyRule);
    expect(parseFaultRules(parseJson(formatJson(everyRule)))).toEqual(everyRule);
    expect(parseFaultRules([])).toEqual([]);
  });

  test("keep an order's id as digits, whatever its type was", () => {
    const orderOf = (order: string | number | bigint) =>
      parseFaultRules([{ fault: "hang", order }])[0]?.order;
    expect([204, 204n, "204", "0204"].map(orderOf)).toEqual(["204", "204", "204", "204"]);
    expect(orderOf(9223372036854775807n)).toBe("9223372036854775807");
    const [fromJson] = parseFaultRules(parseJson('[{"fault":"hang","order":9007199254740993}]'));
    expect(fromJson?.order).toBe("9007199254740993");
  });

  test("leave out undefined members, and members that a rule only shows", () => {
    const [rule] = parseFaultRules([{ fault: "hang", times: undefined, seconds: 5, secondsLeft: 2 }]);
    expect(rule).toEqual({ fault: "hang", seconds: 5 });
  });

  test.each<readonly [unknown, string]>([
    [{ fault: "status", status: 200 }, ".status: it must be an integer from 400 to 599, got 200."],
    [{ fault: "status", status: 600 }, ".status: it must be an integer from 400 to 599, got 600."],
    [{ fault: "status" }, ".status: it must be an integer from 400 to 599, got nothing."],
    [{ fault: "status", status: 503, retryAfter: -1 }, ".retryAfter: it must be an integer from 0 to"],
    [{ fault: "status", status: 503, message: "" }, ".message: it must be a text of 1 to 500 characters"],
    [{ fault: "delay" }, ".ms: it must be milliseconds"],
    [{ fault: "delay", ms: -1 }, ".ms: it must be milliseconds from 0 to 600000"],
    [{ fault: "delay", ms: [500, 100] }, ".ms: it must be milliseconds"],
    [{ fault: "delay", ms: 1e9 }, ".ms: it must be milliseconds"],
    [{ fault: "stale-list", reads: 0 }, ".reads: it must be an integer from 1 to 100, got 0."],
    ...[undefined, [], [200, 302], [200, "503"], [99.5], 503, Array(1001).fill(200)].map(
      (steps) => [{ fault: "sequence", steps }, ".steps: it must be 1 to 1000 statuses"] as const,
    ),
    [{ fault: "hang", after: -1 }, ".after: it must be an integer from 0 to"],
    [{ fault: "hang", times: 0 }, ".times: it must be an integer from 1 to"],
    [{ fault: "hang", probability: 1.01 }, ".probability: it must be a number from 0 to 1, got 1.01."],
    [{ fault: "hang", seconds: 0 }, ".seconds: it must be a number of seconds above 0"],
    [{ fault: "hang", order: 2 ** 53 }, ".order: it must be an order id"],
    [{ fault: "hang", order: "9223372036854775808" }, ".order: it must be an order id"],
    [{ fault: "hang", order: "abc" }, ".order: it must be an order id: an int64, beyond 2^53 in quotes"],
    [
      { fault: "hang", operation: "list" },
      '.operation: it must be "listOrders" or "cancelOrder", got "list".',
    ],
    [
      { fault: "hang", order: "1", operation: "listOrders" },
      ".operation: a rule with an order is for cancels",
    ],
    [{ fault: "ship-first", operation: "listOrders" }, ".operation: ship-first happens at a cancel"],
    [{ fault: "hang", name: 5 }, ".name: it must be a text of 1 to 80 characters, got 5."],
    [{ fault: "hang", tmes: 1 }, ".tmes: there is no such member in faults[1]. Did you mean times?"],
    [
      { fault: "hang", ms: 5 },
      ".ms: there is no such member in faults[1]. Use one of: fault, name, operation",
    ],
    [{ fault: "hang", toString: 1 }, ".toString: there is no such member in faults[1]."],
    [{ fault: "dealy", ms: 5 }, '.fault: it must be one of "delay", "status"'],
    [{ fault: "toString" }, '.fault: it must be one of "delay", "status"'],
    ["hang", ': it must be an object, got "hang".'],
    [null, ": it must be an object, got null."],
    [[], ": it must be an object, got []."],
  ])("refuse %j, naming the rule and the member", (rule, words) => {
    const read = () => parseFaultRules([{ fault: "hang" }, rule]);
    expect(read).toThrow(BadInput);
    expect(read).toThrow(`Cannot use faults[1]${words}`);
  });

  test("are refused with the nearest name of a fault", () => {
    expect(() => parseFaultRules([{ fault: "dealy" }])).toThrow('got "dealy". Did you mean delay?');
  });

  test.each([{ fault: "hang" }, null, 5])("refuse %j in place of an array", (value) => {
    expect(() => parseFaultRules(value)).toThrow("Cannot use the faults: they must be an array of rules");
  });
});

const list = "GET /v1/store/orders";

describe("fault presets", () => {
  test.each(faultPresets)("%s consists of rules that can be set, and has its name", (preset) => {
    const rules = parseFaultRules(preset);
    expect(parseFaultRules(rules)).toEqual(rules);
    expect(rules.length).toBeGreaterThan(0);
    for (const rule of rules) expect(rule.name).toBe(preset);
    const mock = createMock({ faults: preset });
    expect(mock.control.faults()).toEqual(rules);
    mock.control.setFaults([]);
    const put = callMock(mock, "PUT /_mock/faults", { body: JSON.stringify(preset) });
    expect(JSON.parse(put.text)).toEqual(rules);
  });

  test("an unknown preset is refused with the nearest name", () => {
    expect(() => parseFaultRules("flakey")).toThrow(
      /^Cannot use the preset of faults: it must be one of "outage", .*, got "flakey"\. Did you mean flaky\?$/,
    );
  });

  test("outage answers 503 to everything, slow takes its time, shipping-race refuses some cancels", () => {
    expect(callMock(createMock({ faults: "outage" }), list).status).toBe(503);
    expect(callMock(createMock({ faults: "slow" }), list).headers["x-mock-why"]).toMatch(/delay \d+ ms/);
    const mock = createMock({ orders: 200, faults: "shipping-race" });
    const pending = mock.control.orders().filter(({ status }) => status === "pending");
    const statuses = new Set(pending.map(({ id }) => callMock(mock, `DELETE /v1/store/orders/${id}`).status));
    expect(statuses).toEqual(new Set([204, 409]));
  });
});
