import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatJson } from "../../base/json.ts";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { generateOrders } from "../../fixtures/generate-orders.ts";
import { answersTo } from "../../spec/open-questions.ts";
import { orderStatuses } from "../../spec/wire.ts";
import {
  blockSize,
  createOrderBase,
  createOrderStore,
  type OrderStore,
  ordersOf,
} from "../core/order-store.ts";
import { createByteBudget } from "./byte-budget.ts";
import { createListBytes, type ListBytes } from "./list-bytes.ts";
import type { OrderLook } from "./order-text.ts";

const looks: readonly OrderLook[] = answersTo("cancelledInList").flatMap((cancelledInList) =>
  answersTo("statusField").map((statusField) => ({ cancelledInList, statusField })),
);
const plainLook: OrderLook = { cancelledInList: "gone", statusField: "absent" };

const textOf = ({ pieces }: ListBytes) => Buffer.concat(pieces).toString();

/** The list as one would write it without a thought for speed. */
function naiveList(store: OrderStore, look: OrderLook): string {
  const shown = [...ordersOf(store)].flatMap(({ status, ...order }) => {
    const shownStatus = look.statusField === "shown" ? { status } : {};
    if (status !== "cancelled" || look.cancelledInList === "unchanged") return [{ ...order, ...shownStatus }];
    if (look.cancelledInList === "gone") return [];
    return [{ ...order, quantity: order.quantity === 0n ? 1n : 0n, ...shownStatus }];
  });
  return formatJson(shown);
}

const orders: fc.Arbitrary<FixtureOrder> = fc
  .record(
    {
      id: fc.bigInt({ min: 0n, max: 400n }),
      status: fc.constantFrom(...orderStatuses),
      petId: fc.bigInt(),
      quantity: fc.bigInt({ min: -1n, max: 2n }),
      shipDate: fc.oneof(fc.constant("2026-02-03T10:30:00Z"), fc.string()),
      complete: fc.boolean(),
      note: fc.string({ unit: "grapheme" }),
    },
    { requiredKeys: ["id", "status"] },
  )
  .map((order) => ({ ...order }));
const steps = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(fc.constant("cancel" as const), fc.bigInt({ min: 0n, max: 400n })) },
  { weight: 2, arbitrary: fc.tuple(fc.constant("ship" as const), fc.bigInt({ min: 0n, max: 400n })) },
  { weight: 2, arbitrary: fc.tuple(fc.constant("remove" as const), fc.bigInt({ min: 0n, max: 400n })) },
  { weight: 3, arbitrary: fc.tuple(fc.constant("put" as const), orders) },
  { weight: 1, arbitrary: fc.tuple(fc.constant("reset" as const), fc.constant(undefined)) },
  { weight: 1, arbitrary: fc.tuple(fc.constant("look" as const), fc.constantFrom(...looks)) },
  { weight: 4, arbitrary: fc.tuple(fc.constant("list" as const), fc.constant(undefined)) },
  { weight: 1, arbitrary: fc.tuple(fc.constant("elsewhere" as const), fc.constant(undefined)) },
);

describe("the bytes of the list", () => {
  test("are those of the visible orders after any changes, in every look", () => {
    // From no order to more than two blocks, so that changes fall on the bounds of blocks as well.
    const starts = fc.constantFrom(0, 1, 2, blockSize - 1, blockSize, blockSize + 1, 2 * blockSize + 3);
    fc.assert(
      fc.property(starts, fc.array(steps, { maxLength: 40 }), (start, story) => {
        const list = generateOrders(1, start).map((order, index) => ({ ...order, id: BigInt(index) }));
        const store = createOrderStore(createOrderBase(list));
        let look = plainLook;
        // No byte more than the last world's: a list elsewhere makes this one drop what it keeps.
        const budget = createByteBudget(0);
        const listBytes = createListBytes(store, () => look, budget);
        const elsewhere = createOrderStore(createOrderBase(generateOrders(2, 3)));
        const otherBytes = createListBytes(elsewhere, () => look, budget);
        const check = () => {
          const bytes = listBytes();
          expect(textOf(bytes)).toBe(naiveList(store, look));
          expect(bytes.length).toBe(Buffer.byteLength(textOf(bytes)));
        };
        for (const [name, value] of story) {
          if (name === "look") look = value;
          else if (name === "put") store.put(value);
          else if (name === "reset") store.reset();
          else if (name === "list") check();
          else if (name === "elsewhere") {
            elsewhere.put({ id: 1001n, status: "shipped" });
            otherBytes();
          } else store[name](value);
        }
        check();
      }),
      { numRuns: 300 },
    );
  });

  test("are right in every look, also where the first blocks show nothing", () => {
    const store = createOrderStore(createOrderBase(generateOrders(1, 3 * blockSize)));
    for (const order of [...store.base.orders].slice(0, 2 * blockSize))
      store.put({ ...order, status: "cancelled" });
    for (const look of looks)
      expect(textOf(createListBytes(store, () => look)())).toBe(naiveList(store, look));
  });

  test.each(looks)("of no orders are an empty array (%o)", (look) => {
    const listBytes = createListBytes(createOrderStore(createOrderBase([])), () => look);
    expect(textOf(listBytes())).toBe("[]");
    expect(listBytes().length).toBe(2);
  });

  test("of orders that are all cancelled are an empty array where cancelled ones are gone", () => {
    const list = generateOrders(1, 2 * blockSize).map((order) => ({
      ...order,
      status: "cancelled" as const,
    }));
    expect(textOf(createListBytes(createOrderStore(createOrderBase(list)), () => plainLook)())).toBe("[]");
  });

  test("go out in one piece while the list is short", () => {
    const store = createOrderStore(createOrderBase(generateOrders(1, 2 * blockSize)));
    expect(createListBytes(store, () => plainLook)().pieces).toHaveLength(1);
  });
});

describe("what is kept of a long list", () => {
  const count = 12 * blockSize;
  const base = createOrderBase(
    generateOrders(1, count).map((order) => ({ ...order, status: "pending" as const })),
  );
  /** A bracket, the blocks, a bracket. */
  const piecesOf = (listBytes: () => ListBytes) => listBytes().pieces;
  const pending = (block: number) => base.orders.at(block * blockSize + 1)!.id;

  test("is the answer itself while nothing changes", () => {
    const store = createOrderStore(base);
    const listBytes = createListBytes(store, () => plainLook);
    expect(listBytes()).toBe(listBytes());
    store.cancel(-1n);
    expect(listBytes()).toBe(listBytes());
  });

  test("is every byte but those of the cancelled orders, until there are many of them", () => {
    const store = createOrderStore(base);
    const listBytes = createListBytes(store, () => plainLook);
    const before = piecesOf(listBytes);
    expect(before).toHaveLength(14);
    const shared = new Set(before.map(({ buffer }) => buffer));
    const own = (pieces: readonly Uint8Array[]) => pieces.filter(({ buffer }) => !shared.has(buffer));
    store.cancel(pending(5));
    const after = piecesOf(listBytes);
    expect(own(after)).toEqual([]);
    expect(after).toHaveLength(15);
    for (const index of [2, 3, 4, 5]) expect(after[index]).toBe(before[index]);
    for (const index of [7, 8, 13]) expect(after[index + 1]).toBe(before[index]);

    for (let order = 2; order < 20; order++) store.cancel(base.orders.at(8 * blockSize + order)!.id);
    const later = piecesOf(listBytes);
    expect(later).toHaveLength(14);
    expect(own(later)).toEqual([later[6], later[9]]);
    store.cancel(pending(8));
    const last = piecesOf(listBytes);
    expect(last[6]).toBe(later[6]);
    expect(last[9]).not.toBe(later[9]);
  });

  test("is one piece at the second reading where the list is not long, and views at the first", () => {
    const orders = createOrderBase(
      generateOrders(1, blockSize).map((order) => ({ ...order, status: "pending" as const })),
    );
    const store = createOrderStore(orders);
    const listBytes = createListBytes(store, () => plainLook);
    listBytes();
    store.cancel(orders.orders.at(7)!.id);
    const first = listBytes();
    expect(first.pieces.length).toBeGreaterThan(1);
    const second = listBytes();
    expect(second.pieces).toHaveLength(1);
    expect(listBytes()).toBe(second);
    expect(textOf(second)).toBe(textOf(first));
  });

  test("is shared with other worlds on the same base, which never see a change", () => {
    const [one, other] = [createOrderStore(base), createOrderStore(base)];
    const oneBytes = createListBytes(one, () => plainLook);
    const otherBytes = createListBytes(other, () => plainLook);
    for (const [index, piece] of piecesOf(oneBytes).entries()) {
      if (index >= 2) expect(piecesOf(otherBytes)[index]).toBe(piece);
    }
    const before = textOf(otherBytes());
    one.cancel(pending(3));
    expect(textOf(oneBytes())).not.toBe(before);
    expect(textOf(otherBytes())).toBe(before);
    expect(textOf(createListBytes(createOrderStore(base), () => plainLook)())).toBe(before);
  });

  test("comes back after a reset", () => {
    const store = createOrderStore(base);
    const listBytes = createListBytes(store, () => plainLook);
    const before = piecesOf(listBytes);
    store.cancel(pending(3));
    piecesOf(listBytes);
    store.reset();
    expect(piecesOf(listBytes)[4]).toBe(before[4]);
    expect(Buffer.concat(piecesOf(listBytes)).equals(Buffer.concat(before))).toBe(true);
  });
});
