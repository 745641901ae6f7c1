import { expect, test } from "vitest";
import { createSeededChance } from "../base/seeded-chance.ts";
import type { FixtureOrder } from "../fixtures/fixture-order.ts";
import { providerStates } from "../spec/control-protocol.ts";
import { createMock } from "./mock.ts";
import { callMock } from "./testing/call-mock.ts";

/** A plain array of orders, changed the way one would. */
function createModel(start: readonly FixtureOrder[]) {
  let orders = [...start];
  const move = (id: bigint, status: "shipped" | "cancelled") => {
    orders = orders.map((order) =>
      order.id === id && order.status === "pending" ? { ...order, status } : order,
    );
  };
  return {
    ids: () => orders.map(({ id }) => id),
    listed: () => orders.filter(({ status }) => status !== "cancelled").map(({ status, ...shown }) => shown),
    put(order: FixtureOrder) {
      const index = orders.findIndex(({ id }) => id === order.id);
      if (index < 0) orders.push(order);
      else orders[index] = order;
    },
    remove: (id: bigint) => (orders = orders.filter((order) => order.id !== id)),
    cancel: (id: bigint) => move(id, "cancelled"),
    ship: (id: bigint) => move(id, "shipped"),
  };
}

const seed = Math.floor(Math.random() * 2 ** 32);
// Around the sizes of blocks, where a list is put together; most steps where they cost little.
const sizes = [
  [0, 2000],
  [1, 1000],
  [25, 3000],
  [63, 1000],
  [64, 1000],
  [65, 1000],
  [1000, 600],
  [4097, 400],
] as const;

test.each(sizes)(
  `a list of %i orders stays what a plain array would be over %i steps (seed ${seed})`,
  (size, steps) => {
    const chance = createSeededChance(seed, size);
    const below = (limit: number) => Math.floor(chance() * limit);
    const mock = createMock({ orders: size });
    const model = createModel(mock.control.orders());
    // More of them are added than removed, so that the list grows past the next block.
    const someId = () => {
      const ids = model.ids();
      return ids.length === 0 || below(10) === 0 ? BigInt(below(2000)) : ids[below(ids.length)]!;
    };
    const orderWith = (id: bigint): FixtureOrder => ({
      id,
      quantity: BigInt(below(9)),
      status: below(4) === 0 ? "shipped" : "pending",
    });
    const put = (order: FixtureOrder) => {
      mock.control.put(order);
      model.put(order);
    };
    const actions = [
      () => put(orderWith(10_000n + BigInt(below(1_000_000)))),
      () => put(orderWith(10_000n + BigInt(below(1_000_000)))),
      () => put(orderWith(someId())),
      () => {
        const id = someId();
        mock.control.providerState({ state: providerStates.absent, params: { id: String(id) } });
        model.remove(id);
      },
      () => {
        const id = someId();
        if (mock.control.orders().some((order) => order.id === id && order.status === "pending"))
          mock.control.ship(id);
        model.ship(id);
      },
      () => {
        const id = someId();
        callMock(mock, `DELETE /v1/store/orders/${id}`);
        model.cancel(id);
      },
    ];
    for (let step = 0; step < steps; step++) {
      actions[below(actions.length)]!();
      if (step % 20 !== 0 && size + step > 200) continue;
      const { status, json } = callMock(mock, "GET /v1/store/orders");
      expect(status).toBe(200);
      expect(json).toEqual(model.listed());
    }
  },
);

test("488 orders added to a usual mock are listed after its own", () => {
  const mock = createMock();
  for (let id = 1n; id <= 488n; id++) mock.control.put({ id, status: "pending" });
  const { status, json } = callMock(mock, "GET /v1/store/orders");
  expect(status).toBe(200);
  expect(json).toHaveLength(513);
});
