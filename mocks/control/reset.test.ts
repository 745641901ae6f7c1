import { describe, expect, test } from "vitest";
import { generateOrders } from "../../fixtures/generate-orders.ts";
import { scenarioNames, scenarios } from "../../fixtures/scenarios.ts";
import { defaultProfile, namedProfiles } from "../../spec/profile.ts";
import { createMock, type Mock } from "../mock.ts";
import { callControl, callMock } from "../testing/call-mock.ts";

const reset = (mock: Mock, body?: unknown) => callControl(mock, "POST /_mock/reset", body);
const list = (mock: Mock) => callMock(mock, "GET /v1/store/orders").text;

/** A mock that has been used in every way there is. */
function usedMock(options: Parameters<typeof createMock>[0] = {}) {
  const mock = createMock(options);
  const start = { orders: mock.control.orders(), list: list(mock) };
  expect(callMock(mock, "DELETE /v1/store/orders/1001").status).toBe(204);
  mock.control.ship(1003n);
  mock.control.providerState({ state: "pending orders exist", params: { count: 3 } });
  mock.control.providerState({ state: "no order has the id", params: { id: "1002" } });
  mock.control.setProfile(namedProfiles.talkative!);
  return { mock, start };
}

describe("a reset", () => {
  test.each([
    ["without a body", undefined],
    ["with an empty one", ""],
    ["with an empty object", "{}"],
  ])("%s puts orders, list and profile back as they were at the start", (_what, body) => {
    const { mock, start } = usedMock({ profile: { statusField: "shown" } });
    const { status, json } = reset(mock, body);
    expect(status).toBe(200);
    expect(json).toMatchObject({ seed: 1n, orders: 25n });
    expect(mock.control.orders()).toEqual(start.orders);
    expect(mock.control.profile()).toEqual({ ...defaultProfile, statusField: "shown" });
    expect(list(mock)).toBe(start.list);
  });

  test("keeps the teardown of an earlier setup from removing orders", () => {
    const mock = createMock({ orders: 2 });
    mock.control.providerState({ state: "pending orders exist", params: { ids: ["5"] } });
    reset(mock, '{"fixtures":[{"id":5}]}');
    const teardown = mock.control.providerState({ state: "pending orders exist", action: "teardown" });
    expect(teardown.ids).toEqual([]);
    expect(mock.control.orders()).toEqual([{ id: 5n, status: "pending" }]);
  });

  test("may name another seed or another number of orders, and keeps the other settings", () => {
    const { mock } = usedMock({ orders: 3 });
    expect(reset(mock, '{"seed":2}').json).toMatchObject({ seed: 2n, orders: 3n });
    expect(mock.control.orders()).toEqual(generateOrders(2, 3));
    expect(reset(mock, '{"orders":5}').json).toMatchObject({ seed: 2n, orders: 5n });
    expect(mock.control.orders()).toEqual(generateOrders(2, 5));
    expect(reset(mock, '{"orders":0}').json).toMatchObject({ orders: 0n });
    expect(list(mock)).toBe("[]");
    // Until the next reset that names no start.
    expect(reset(mock).json).toMatchObject({ seed: 1n, orders: 3n });
    expect(mock.control.orders()).toEqual(generateOrders(1, 3));
  });

  test("may contain orders, whose digits and fields are kept", () => {
    const { mock, start } = usedMock();
    const fixtures =
      '[{"id":9223372036854775807,"note":"gift"},{"id":7,"status":"shipped"},{"id":8,"status":"cancelled"}]';
    expect(reset(mock, `{"fixtures":${fixtures}}`).json).toMatchObject({ orders: 3n });
    expect(mock.control.orders()).toEqual([
      { id: 9223372036854775807n, note: "gift", status: "pending" },
      { id: 7n, status: "shipped" },
      { id: 8n, status: "cancelled" },
    ]);
    expect(callMock(mock, "DELETE /v1/store/orders/7").status).toBe(409);
    expect(callMock(mock, "DELETE /v1/store/orders/9223372036854775807").status).toBe(204);
    reset(mock, `{"fixtures":${fixtures}}`);
    expect(list(mock)).toBe('[{"id":9223372036854775807,"note":"gift"},{"id":7}]');
    reset(mock);
    expect(mock.control.orders()).toEqual(start.orders);
  });

  test.each(scenarioNames())("may name the scenario %s", (name) => {
    const { mock } = usedMock({ orders: 6 });
    expect(reset(mock, JSON.stringify({ fixtures: name, seed: 3 })).status).toBe(200);
    expect(mock.control.orders()).toEqual([...scenarios[name].orders(3, 6)]);
  });
});
