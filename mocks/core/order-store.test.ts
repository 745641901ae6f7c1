import fc from "fast-check";
import { expect, test } from "vitest";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { orderStatuses } from "../../spec/wire.ts";
import { proofSeed } from "../testing/create-draw.ts";
import { type OrderStorage, WorldMemory } from "./order-storage.ts";
import { OrderBase, OrderStore, ordersOf } from "./order-store.ts";

const orderWith = (id: bigint): FixtureOrder => ({ id, status: "pending" });
const ordersUpTo = (count: number) => Array.from({ length: count }, (_, index) => orderWith(BigInt(index)));

const ids = fc.bigInt({ min: -3n, max: 12n });
const orders = fc.record({
  id: ids,
  status: fc.constantFrom(...orderStatuses),
  quantity: fc.bigInt({ min: 0n, max: 3n }),
});
const lists = fc.uniqueArray(orders, { selector: ({ id }) => id, maxLength: 10 });
const steps = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ move: ids, to: fc.constantFrom("cancelled" as const, "shipped" as const) }),
  },
  { weight: 2, arbitrary: fc.record({ put: orders }) },
  { weight: 2, arbitrary: fc.record({ remove: ids }) },
  { weight: 2, arbitrary: fc.record({ restart: fc.option(lists, { nil: undefined }) }) },
);

test("a store and a Map with the same orders agree after any steps, and the base and other stores on it are unchanged", () => {
  fc.assert(
    fc.property(lists, fc.array(steps, { maxLength: 60 }), (first, story) => {
      const base = new OrderBase(first);
      const [store, other] = [new OrderStore(base), new OrderStore(base)];
      const before = structuredClone(first);
      const modelOf = (list: readonly FixtureOrder[]) => new Map(list.map((order) => [order.id, order]));
      let list = first;
      let model = modelOf(list);
      for (const step of story) {
        if ("move" in step) {
          const order = model.get(step.move);
          const moved = step.to === "cancelled" ? store.cancel(step.move) : store.ship(step.move);
          expect(moved).toEqual(order?.status);
          if (order?.status === "pending") model.set(step.move, { ...order, status: step.to });
        } else if ("put" in step) {
          store.put(step.put);
          model.set(step.put.id, step.put);
        } else if ("remove" in step) {
          store.remove(step.remove);
          model.delete(step.remove);
        } else {
          list = step.restart ?? list;
          store.reset(step.restart && new OrderBase(step.restart));
          model = modelOf(list);
        }
        // An order of the base is at its place there, any other is at the end.
        const own = list.flatMap(({ id }) => model.get(id) ?? []);
        const added = [...model.values()].filter((order) => !own.includes(order));
        expect([...ordersOf(store)]).toEqual([...own, ...added]);
        for (let id = -3n; id <= 12n; id++) expect(store.find(id)).toEqual(model.get(id));
      }
      expect([...ordersOf(other)]).toEqual(before);
      expect(base.orders).toEqual(before);
    }),
    { seed: proofSeed },
  );
});

test("a new store, a reset and a drop look up no order at all", () => {
  let isReadable = false;
  const orders = new Proxy(ordersUpTo(10_000), {
    get(target, name) {
      if (!isReadable && /^\d+$/.test(String(name))) throw new Error("An order was looked up.");
      return Reflect.get(target, name);
    },
  });
  const base = new OrderBase(orders);
  base.isFirst = true;
  const store = new OrderStore(base);
  expect(store.size).toBe(10_000);
  isReadable = true;
  for (let id = 0n; id < 300n; id++) store.cancel(id);
  isReadable = false;
  store.reset();
  store.drop();
  expect(store.size).toBe(10_000);
});

test("stored orders and changes are taken over, whatever memory they need", () => {
  const large = { ...orderWith(1n), note: "x".repeat(2 ** 27) };
  const storage: Partial<OrderStorage> = { ownOrders: () => [large], changes: () => [[0, large]] };
  const memory = new WorldMemory(1, storage as OrderStorage);
  for (const world of ["ann", "ben"])
    expect(new OrderStore(new OrderBase([]), memory, world).at(0)).toBe(large);
});

test("changes that are undone leave no memory behind", () => {
  const store = new OrderStore(new OrderBase([orderWith(1n)]));
  for (let turn = 0; turn < 1000; turn++) {
    store.put(orderWith(2n));
    store.put(orderWith(3n));
    store.remove(2n);
    store.remove(3n);
  }
  expect(store.size).toBe(1);
  expect(store.changes().size).toBe(0);
});
