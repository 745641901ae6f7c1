import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { type OrderStatus, orderStatuses } from "../../spec/wire.ts";
import { proofSeed } from "../testing/create-draw.ts";
import { blockSize, createOrderBase, type OrderBase, OrderStore, ordersOf } from "./order-store.ts";

const orderWith = (id: bigint, status: OrderStatus = "pending"): FixtureOrder => ({ id, status });
const ordersUpTo = (count: number) => Array.from({ length: count }, (_, index) => orderWith(BigInt(index)));
const storeOf = (...orders: FixtureOrder[]) => new OrderStore(createOrderBase(orders));

const ids = fc.bigInt({ min: -3n, max: 12n });
const orders = fc.record({
  id: ids,
  status: fc.constantFrom(...orderStatuses),
  quantity: fc.bigInt({ min: 0n, max: 3n }),
});
const lists = fc.uniqueArray(orders, { selector: ({ id }) => id, maxLength: 10 });
const steps = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant("cancel" as const), id: ids }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("ship" as const), id: ids }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("put" as const), order: orders }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("remove" as const), id: ids }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("reset" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("replace" as const), list: lists }) },
);
type Step = typeof steps extends fc.Arbitrary<infer T> ? T : never;

/** Orders by id, in list order. */
type Model = Map<bigint, FixtureOrder>;
const modelOf = (list: readonly FixtureOrder[]): Model => new Map(list.map((order) => [order.id, order]));

function moveInModel(model: Model, id: bigint, next: OrderStatus) {
  const order = model.get(id);
  if (order?.status === "pending") model.set(id, { ...order, status: next });
  return order?.status;
}

describe("a store and a Map with the same orders", () => {
  test("agree after any steps", () => {
    fc.assert(
      fc.property(lists, fc.array(steps, { maxLength: 60 }), (first, story) => {
        let list = first;
        const store = new OrderStore(createOrderBase(list));
        let model = modelOf(list);
        const play = (step: Step) => {
          if (step.do === "cancel")
            expect(store.cancel(step.id)).toEqual(moveInModel(model, step.id, "cancelled"));
          if (step.do === "ship") expect(store.ship(step.id)).toEqual(moveInModel(model, step.id, "shipped"));
          if (step.do === "put") {
            store.put(step.order);
            model.set(step.order.id, step.order);
          }
          if (step.do === "remove") {
            store.remove(step.id);
            model.delete(step.id);
          }
          if (step.do === "reset") {
            store.reset();
            model = modelOf(list);
          }
          if (step.do === "replace") {
            list = step.list;
            store.reset(createOrderBase(list));
            model = modelOf(list);
          }
        };
        for (const step of story) {
          play(step);
          // An order of the base is at its place there, any other is at the end.
          const own = list.flatMap(({ id }) => model.get(id) ?? []);
          const added = [...model.values()].filter((order) => !own.includes(order));
          expect([...ordersOf(store)]).toEqual([...own, ...added]);
          for (let id = -3n; id <= 12n; id++) expect(store.find(id)).toEqual(model.get(id));
        }
      }),
      { seed: proofSeed },
    );
  });

  test("does not change the base, or another store on it", () => {
    fc.assert(
      fc.property(lists, fc.array(ids), (list, cancelled) => {
        const base = createOrderBase(list);
        const [one, other] = [new OrderStore(base), new OrderStore(base)];
        const before = structuredClone(list);
        for (const id of cancelled) one.cancel(id);
        one.put(orderWith(99n));
        expect([...ordersOf(other)]).toEqual(before);
        expect(base.orders).toEqual(before);
      }),
      { seed: proofSeed },
    );
  });
});

/** A base that counts how often an order or a position is looked up. */
function countingBase(count: number) {
  const seen = { orders: 0, positions: 0 };
  const list = new Proxy(ordersUpTo(count), {
    get(target, name, receiver) {
      if (typeof name === "string" && /^\d+$/.test(name)) seen.orders++;
      return Reflect.get(target, name, receiver);
    },
  });
  const index = createOrderBase(ordersUpTo(count));
  const base: OrderBase = {
    orders: list,
    positionOf(id) {
      seen.positions++;
      return index.positionOf(id);
    },
  };
  return { base, seen };
}

describe("cost", () => {
  test("a new store and a reset look up no order at all", () => {
    const { base, seen } = countingBase(10_000);
    const store = new OrderStore(base);
    expect(store.size).toBe(10_000);
    store.reset();
    expect(seen).toEqual({ orders: 0, positions: 0 });

    for (let id = 0n; id < 300n; id++) store.cancel(id);
    Object.assign(seen, { orders: 0, positions: 0 });
    store.reset();
    expect(seen).toEqual({ orders: 0, positions: 0 });
  });

  test("a cancel looks up as many orders among ten thousand as among ten", () => {
    const looks = [10, 10_000].map((count) => {
      const { base, seen } = countingBase(count);
      new OrderStore(base).cancel(7n);
      return seen;
    });
    expect(looks[1]).toEqual(looks[0]);
    expect(looks[0]!.orders).toBeGreaterThan(0);
  });
});

describe("changes", () => {
  test("mark their block, and increase the version only when something changed", () => {
    const base = createOrderBase(ordersUpTo(3 * blockSize + 8));
    const store = new OrderStore(base);
    const versions = () => [0, 1, 2, 3].map((block) => store.blockVersion(block));
    expect(versions()).toEqual([undefined, undefined, undefined, undefined]);
    store.cancel(0n);
    const { version } = store;
    store.cancel(0n);
    store.remove(-1n);
    expect(store.version).toBe(version);
    store.ship(BigInt(blockSize));
    store.put(orderWith(-1n));
    expect(versions()).toEqual([version, version + 1, undefined, version + 2]);
    store.reset();
    expect(versions()).toEqual([undefined, undefined, undefined, undefined]);
    expect(store.version).toBeGreaterThan(version + 2);
  });

  test("that are undone leave no memory behind", () => {
    const store = storeOf(orderWith(1n));
    for (let turn = 0; turn < 1000; turn++) {
      store.put(orderWith(2n));
      store.put(orderWith(3n));
      store.remove(2n);
      store.remove(3n);
    }
    expect(store.size).toBe(1);
    expect(store.changes().size).toBe(0);
  });
});
