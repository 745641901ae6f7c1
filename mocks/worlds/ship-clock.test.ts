import { describe, expect, test } from "vitest";
import { createMock } from "../mock.ts";
import { callMock } from "../testing/call-mock.ts";

/** Three pending orders that ship after ten seconds, on a clock that the test moves. */
function clockedMock(shipAfter = 10) {
  let at = 5_000_000;
  const fixtures = [1n, 2n, 3n].map((id) => ({ id, status: "pending" as const }));
  const mock = createMock({ fixtures, shipAfter, now: () => at });
  const pass = (seconds: number) => {
    at += seconds * 1000;
  };
  const statuses = (world = "default") =>
    mock.control
      .world(world)
      .orders()
      .map(({ status }) => status);
  const cancel = (id: number, key = "mock-key") =>
    callMock(mock, `DELETE /v1/store/orders/${id}`, { key }).status;
  return { mock, pass, statuses, cancel };
}

describe("the ship clock", () => {
  test("ships every order of the start at its time, and not before", () => {
    const { pass, statuses, cancel } = clockedMock();
    pass(9.999);
    expect(cancel(1)).toBe(204);
    expect(statuses()).toEqual(["cancelled", "pending", "pending"]);
    pass(0.001);
    expect(cancel(2)).toBe(409);
    expect(statuses()).toEqual(["cancelled", "shipped", "shipped"]);
    pass(1000);
    expect(statuses()).toEqual(["cancelled", "shipped", "shipped"]);
  });

  test("shows the shipment in the first answer: in a list, on the control plane, or to a ship", () => {
    const byList = clockedMock();
    byList.mock.control.setProfile({ ...byList.mock.control.profile(), statusField: "shown" });
    byList.pass(10);
    expect(callMock(byList.mock, "GET /v1/store/orders").text).not.toContain("pending");
    const byOrders = clockedMock();
    byOrders.pass(10);
    expect(byOrders.statuses()).toEqual(["shipped", "shipped", "shipped"]);
    const byShip = clockedMock();
    byShip.pass(10);
    expect(() => byShip.mock.control.ship(1n)).toThrow("this one is shipped");
  });

  test("ships an order its full time after it was put, also in the place of another one", () => {
    const { mock, pass, statuses } = clockedMock();
    pass(5);
    mock.control.put({ id: 2n, status: "pending" });
    mock.control.put({ id: 4n, status: "pending" });
    pass(3);
    mock.control.put({ id: 4n, status: "pending" });
    pass(2);
    expect(statuses()).toEqual(["shipped", "pending", "shipped", "pending"]);
    pass(5);
    expect(statuses()).toEqual(["shipped", "shipped", "shipped", "pending"]);
    pass(3);
    expect(statuses()).toEqual(["shipped", "shipped", "shipped", "shipped"]);
  });

  test("keeps the time of each order when orders are put again in another sequence", () => {
    const { mock, pass, statuses } = clockedMock();
    pass(10);
    expect(statuses()).toEqual(["shipped", "shipped", "shipped"]);
    mock.control.put({ id: 1n, status: "pending" });
    pass(1);
    mock.control.put({ id: 2n, status: "pending" });
    pass(1);
    mock.control.put({ id: 1n, status: "pending" });
    pass(9);
    expect(statuses()).toEqual(["pending", "shipped", "shipped"]);
    pass(1);
    expect(statuses()).toEqual(["shipped", "shipped", "shipped"]);
  });

  test("starts again with a reset, and runs separately for each world", () => {
    const { mock, pass, statuses, cancel } = clockedMock();
    pass(6);
    expect(cancel(1, "mock-key~late")).toBe(204);
    mock.control.reset();
    pass(6);
    expect(statuses()).toEqual(["pending", "pending", "pending"]);
    pass(4);
    expect(statuses()).toEqual(["shipped", "shipped", "shipped"]);
    expect(statuses("late")).toEqual(["cancelled", "shipped", "shipped"]);
    expect(statuses("new")).toEqual(["pending", "pending", "pending"]);
  });

  test("with 0 seconds ships at once; without a time never", () => {
    expect(clockedMock(0).statuses()).toEqual(["shipped", "shipped", "shipped"]);
    let at = 0;
    const never = createMock({ fixtures: [{ id: 1n, status: "pending" }], now: () => at });
    at = Number.MAX_SAFE_INTEGER;
    expect(never.control.orders()).toMatchObject([{ status: "pending" }]);
  });
});
