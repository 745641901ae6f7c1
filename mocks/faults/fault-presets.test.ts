import { describe, expect, test } from "vitest";
import { faultPresets } from "../../spec/control-protocol.ts";
import { createMock } from "../mock.ts";
import { callMock } from "../testing/call-mock.ts";
import { parseFaultRules } from "./parse-fault-rules.ts";

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
