import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createMock } from "../mock.ts";
import { callMock } from "../testing/call-mock.ts";
import { proofSeed } from "../testing/create-draw.ts";

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
  test(`ships each order its full time after it was made or put, and never before (seed ${proofSeed})`, () => {
    const ids = fc.constantFrom(1, 2, 4);
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ pass: fc.constantFrom(0.001, 1, 4.999, 5, 9) }) },
      { weight: 4, arbitrary: fc.record({ put: ids }) },
      { weight: 1, arbitrary: fc.record({ cancel: ids }) },
      { weight: 1, arbitrary: fc.constant({ reset: true }) },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20, size: "max" }), (story) => {
        const { mock, pass, cancel, statuses } = clockedMock();
        let now = 0;
        const start = () => new Map([1, 2, 3].map((id) => [id, { status: "pending", due: now + 10_000 }]));
        let model = start();
        for (const each of story) {
          if ("pass" in each) {
            pass(each.pass);
            now += each.pass * 1000;
          } else if ("put" in each) {
            mock.control.put({ id: each.put, status: "pending" });
            model.set(each.put, { status: "pending", due: now + 10_000 });
          } else if ("reset" in each) {
            mock.control.reset();
            model = start();
          }
          for (const order of model.values())
            if (order.status === "pending" && now >= order.due) order.status = "shipped";
          if ("cancel" in each) {
            const order = model.get(each.cancel);
            const isPending = order?.status === "pending";
            expect(cancel(each.cancel)).toBe(isPending ? 204 : order?.status === "shipped" ? 409 : 404);
            if (isPending) order.status = "cancelled";
          }
          expect(statuses()).toEqual([...model.values()].map(({ status }) => status));
        }
      }),
      { seed: proofSeed, numRuns: 300 },
    );
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

  test("runs separately for each world, from its first use", () => {
    const { pass, statuses, cancel } = clockedMock();
    pass(6);
    expect(cancel(1, "mock-key~late")).toBe(204);
    pass(9.999);
    expect(statuses("late")).toEqual(["cancelled", "pending", "pending"]);
    pass(0.001);
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
