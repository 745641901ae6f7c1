import fc from "fast-check";
import { expect, test } from "vitest";
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

/** Steps that may come before. */
const step = fc.record({ do: fc.constantFrom("put", "cancel", "remove"), id: fc.nat(9) });
const carryOut = (control: Control, { do: what, id }: { readonly do: string; readonly id: number }) => {
  const isThere = control.orders().some((order) => order.id === BigInt(id));
  if (what === "put") control.put({ id, status: "pending" });
  else if (isThere && what === "cancel") control.put({ id, status: "cancelled" });
  else if (isThere) control.remove(id);
};

test("an order that was removed is put back as it was, at its place where the world starts with it, whatever was done before", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), fc.nat(20), fc.boolean(), (steps, place, several) => {
      const { control } = createMock({ fixtures: own });
      for (const each of steps) carryOut(control, each);
      const before = control.orders();
      const isOwn = ({ id }: FixtureOrder) => own.some((order) => order.id === id);
      const gone = before.filter((_, index) => (several ? index % 2 === place % 2 : index === place));
      for (const order of gone.map(({ id }) => control.remove(id))) control.add(order);
      const after = control.orders();
      expect(after.filter(isOwn)).toEqual(before.filter(isOwn));
      expect(after.toSorted((a, b) => Number(a.id - b.id))).toEqual(
        before.toSorted((a, b) => Number(a.id - b.id)),
      );
    }),
    { seed: proofSeed },
  );
});

test("an order is added only where there is none with its id", () => {
  const mock = createMock({ fixtures: own });
  const add = (body: unknown) => callControl(mock, "POST /_mock/orders", body);
  expect(add({ id: 4, quantity: 1 })).toMatchObject({ status: 200, json: { id: 4n, status: "pending" } });
  expect(add({ id: 4, quantity: 2 })).toMatchObject({ status: 409, json: { code: "order_exists" } });
  expect(add({ quantity: 2 }).status).toBe(400);
  expect(mock.control.order(4).quantity).toBe(1n);
  expect(() => mock.control.add({ id: 4n })).toThrow(ControlError);
});

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
])("orders are searched for by a text: %s", (text, ids, cancelled) => {
  const page = control.searchOrders({ text });
  expect(page.orders.map(({ id }) => id)).toEqual(ids);
  expect(page).toMatchObject({ total: ids.length, cancelled });
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
