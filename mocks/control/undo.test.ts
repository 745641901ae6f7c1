import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BadInput } from "../../base/bad-input.ts";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { ControlError } from "../../spec/control-protocol.ts";
import { createMock } from "../mock.ts";
import { callControl, callMock } from "../testing/call-mock.ts";
import { proofSeed } from "../testing/create-draw.ts";
import type { Control } from "./control.ts";

const own: readonly FixtureOrder[] = [
  { id: 9n, status: "pending", quantity: 2n },
  { id: 3n, status: "shipped" },
  { id: 7n, status: "pending" },
];

describe("an order that was removed", () => {
  /** What may happen before, between and after. */
  const step = fc.oneof(
    fc.record({ do: fc.constant("put" as const), id: fc.nat(9) }),
    fc.record({ do: fc.constant("cancel" as const), id: fc.nat(9) }),
    fc.record({ do: fc.constant("remove" as const), id: fc.nat(9) }),
  );
  const carryOut = (control: Control, steps: readonly { do: "put" | "cancel" | "remove"; id: number }[]) => {
    for (const { do: what, id } of steps) {
      const isThere = control.orders().some((order) => order.id === BigInt(id));
      if (what === "put") control.put({ id, status: "pending" });
      else if (isThere && what === "cancel") control.put({ id, status: "cancelled" });
      else if (isThere) control.remove(id);
    }
  };

  test("is put back as it was and where it was, whatever was done before", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), fc.nat(20), fc.boolean(), (steps, place, several) => {
        const { control } = createMock({ fixtures: own });
        carryOut(control, steps);
        const before = control.orders();
        const snapshot = control.snapshot();
        const gone = before.filter((_, index) => (several ? index % 2 === place % 2 : index === place));
        for (const { id } of gone) control.remove(id);
        expect(control.health().orders).toBe(before.length - gone.length);
        for (const { id } of gone.toReversed()) control.restoreOrder(id);
        expect(control.orders()).toEqual(before);
        expect(control.health().orders).toBe(before.length);
        expect(control.snapshot()).toBe(snapshot);
      }),
      { seed: proofSeed },
    );
  });

  test("is put back at the end where its place is taken", () => {
    const { control } = createMock({ fixtures: own });
    control.add({ id: 20n, status: "pending" });
    control.remove(20n);
    control.add({ id: 21n, status: "pending" });
    control.restoreOrder(20n);
    expect(control.orders().map(({ id }) => id)).toEqual([9n, 3n, 7n, 21n, 20n]);
  });

  test("is put back once, and neither after a reset nor over another order", () => {
    const { control } = createMock({ fixtures: own });
    control.remove(3n);
    control.put({ id: 3n, status: "pending" });
    expect(() => control.restoreOrder(3n)).toThrow(BadInput);
    control.remove(3n);
    control.restoreOrder(3n);
    expect(() => control.restoreOrder(3n)).toThrow(ControlError);
    control.remove(7n);
    control.reset();
    expect(() => control.restoreOrder(7n)).toThrow(ControlError);
  });

  test("is put back over HTTP, and one that was not removed is a 404", () => {
    const mock = createMock({ fixtures: own });
    const ask = (line: string) => callControl(mock, line);
    const before = mock.control.orders();
    ask("DELETE /_mock/orders/3");
    expect(ask("POST /_mock/orders/3/restore")).toMatchObject({ status: 200, json: { id: 3n } });
    expect(mock.control.orders()).toEqual(before);
    expect(ask("POST /_mock/orders/3/restore")).toMatchObject({
      status: 404,
      json: { code: "order_not_found" },
    });
  });

  test("is remembered until a thousand others were removed", () => {
    const { control } = createMock({ orders: 1002 });
    const ids = control.orders().map(({ id }) => id);
    for (const id of ids.slice(0, 1001)) control.remove(id);
    expect(() => control.restoreOrder(ids[0]!)).toThrow(ControlError);
    expect(control.restoreOrder(ids[1]!).id).toBe(ids[1]);
  });
});

describe("an order is added", () => {
  test("only where there is none with its id", () => {
    const mock = createMock({ fixtures: own });
    const add = (body: unknown) => callControl(mock, "POST /_mock/orders", body);
    expect(add({ id: 4, quantity: 1 })).toMatchObject({ status: 200, json: { id: 4n, status: "pending" } });
    expect(add({ id: 4, quantity: 2 })).toMatchObject({ status: 409, json: { code: "order_exists" } });
    expect(add({ quantity: 2 }).status).toBe(400);
    expect(mock.control.order(4).quantity).toBe(1n);
    expect(() => mock.control.add({ id: 4n })).toThrow(ControlError);
  });
});

describe("orders are searched for by a text", () => {
  const { control } = createMock({
    fixtures: [
      { id: 1001n, status: "pending", petId: 55n, shipDate: "2026-01-27T12:15:00Z" },
      { id: 1002n, status: "shipped", petId: 1n, shipDate: "2025-12-04T03:21:00Z" },
      { id: 2001n, status: "cancelled", petId: 9n },
    ],
  });
  test.each([
    ["00", [1001n, 1002n, 2001n], 1],
    ["55", [1001n], 0],
    ["SHIP", [1002n], 0],
    ["2026-01 12:15", [1001n], 0],
    ["cancelled", [2001n], 1],
    [" ", [1001n, 1002n, 2001n], 1],
    ["1002 pending", [], 0],
  ])("%s", (text, ids, cancelled) => {
    const page = control.searchOrders({ text });
    expect(page.orders.map(({ id }) => id)).toEqual(ids);
    expect(page).toMatchObject({ total: ids.length, cancelled });
  });
});

test("the control plane says whether a key is one of the mock's, and no health shows it", () => {
  const mock = createMock({ apiKeys: ["secret-1"] });
  expect(mock.control.acceptsKey("secret-1~ann")).toBe(true);
  expect(mock.control.acceptsKey("mock-key")).toBe(false);
  const ask = (key: string | null) => callMock(mock, "GET /_mock/key", { key });
  expect(ask("secret-1").json).toEqual({ accepted: true });
  expect(ask("secret-2").json).toEqual({ accepted: false });
  expect(ask(null).json).toEqual({ accepted: false });
});

test("health names the mistake of a mock that is wrong on purpose", () => {
  const broken = { id: "leaky", story: "Orders leak." };
  expect(createMock({ broken }).control.health().broken).toEqual(broken);
  expect(createMock().control.health()).not.toHaveProperty("broken");
});
