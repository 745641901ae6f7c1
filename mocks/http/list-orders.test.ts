import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatJson } from "../../base/json.ts";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { generateOrders } from "../../fixtures/generate-orders.ts";
import { answersTo } from "../../spec/open-questions.ts";
import { orderStatuses } from "../../spec/wire.ts";
import { blockSize, OrderBase, OrderStore, ordersOf } from "../core/order-store.ts";
import { anyText } from "../testing/any-text.ts";
import { proofSeed } from "../testing/create-draw.ts";
import type { ListFormat } from "./list-orders.ts";
import { createListCache } from "./list-orders.ts";
import type { MockReply } from "./reply.ts";

const formats: readonly ListFormat[] = answersTo("cancelledInList").flatMap((cancelledInList) =>
  answersTo("statusField").map((statusField) => ({ cancelledInList, statusField })),
);
const plainFormat: ListFormat = { cancelledInList: "gone", statusField: "absent" };

const createStore = (orders: readonly FixtureOrder[]) => new OrderStore(new OrderBase(orders));
const readList = (store: OrderStore, format: ListFormat) => createListCache().read(store, format);

const textOf = ({ body }: MockReply) => Buffer.concat(body).toString();

/** The list, written in the simplest way. */
function naiveList(store: OrderStore, format: ListFormat): string {
  const shown = [...ordersOf(store)].flatMap(({ status, ...order }) => {
    const shownStatus = format.statusField === "shown" ? { status } : {};
    if (status !== "cancelled" || format.cancelledInList === "unchanged")
      return [{ ...order, ...shownStatus }];
    if (format.cancelledInList === "gone") return [];
    return [{ ...order, quantity: order.quantity === 0n ? 1n : 0n, ...shownStatus }];
  });
  return formatJson(shown);
}

/** A caller without types may give an undefined field. */
const documented = {
  id: fc.bigInt({ min: 0n, max: 400n }),
  petId: fc.option(fc.bigInt(), { nil: undefined, freq: 15 }),
  quantity: fc.option(fc.bigInt({ min: -1n, max: 2n }), { nil: undefined, freq: 15 }),
  shipDate: fc.oneof(fc.constant("2026-02-03T10:30:00Z"), fc.string(), anyText, fc.constant(undefined)),
  complete: fc.option(fc.boolean(), { nil: undefined, freq: 15 }),
  status: fc.constantFrom(...orderStatuses),
};
const more = { note: anyText, "": fc.constant(null), weight: fc.oneof(fc.bigInt(), fc.constant(1.5)) };
const orders = fc
  .oneof(fc.record(documented), fc.record({ ...documented, ...more }, { requiredKeys: ["id", "status"] }))
  .map((order) => ({ ...order }) as FixtureOrder);
const steps = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(fc.constant("cancel" as const), fc.bigInt({ min: 0n, max: 400n })) },
  { weight: 2, arbitrary: fc.tuple(fc.constant("ship" as const), fc.bigInt({ min: 0n, max: 400n })) },
  { weight: 2, arbitrary: fc.tuple(fc.constant("remove" as const), fc.bigInt({ min: 0n, max: 400n })) },
  { weight: 3, arbitrary: fc.tuple(fc.constant("put" as const), orders) },
  { weight: 1, arbitrary: fc.tuple(fc.constant("reset" as const), fc.constant(undefined)) },
  { weight: 1, arbitrary: fc.tuple(fc.constant("format" as const), fc.constantFrom(...formats)) },
  { weight: 4, arbitrary: fc.tuple(fc.constant("list" as const), fc.constant(undefined)) },
  { weight: 1, arbitrary: fc.tuple(fc.constant("elsewhere" as const), fc.constant(undefined)) },
);

describe("the bytes of the list", () => {
  test("are those of the visible orders after any changes, in every format", () => {
    // From no order to more than two blocks, so that changes fall on the bounds of blocks as well.
    const starts = fc.constantFrom(0, 1, 2, blockSize - 1, blockSize, blockSize + 1, 2 * blockSize + 3);
    fc.assert(
      fc.property(starts, fc.array(steps, { maxLength: 40 }), (start, story) => {
        const list = generateOrders(1, start).map((order, index) => ({ ...order, id: BigInt(index) }));
        const store = createStore(list);
        let format = plainFormat;
        // No byte more than the last world's: a list elsewhere makes this one drop what it keeps.
        const lists = createListCache(0);
        const elsewhere = createStore(generateOrders(2, 3));
        const check = () => {
          const bytes = lists.read(store, format);
          expect(textOf(bytes)).toBe(naiveList(store, format));
          expect(bytes.headers["content-length"]).toBe(String(Buffer.byteLength(textOf(bytes))));
        };
        for (const [name, value] of story) {
          if (name === "format") format = value;
          else if (name === "put") store.put(value);
          else if (name === "reset") store.reset();
          else if (name === "list") check();
          else if (name === "elsewhere") {
            elsewhere.put({ id: 1001n, status: "shipped" });
            lists.read(elsewhere, format);
          } else store[name](value);
        }
        check();
      }),
      { seed: proofSeed, numRuns: 300 },
    );
  });

  test.each<[string, FixtureOrder[], FixtureOrder[]]>([
    ["the first blocks show nothing", generateOrders(1, 3 * blockSize), generateOrders(1, 2 * blockSize)],
    ["all orders are cancelled", generateOrders(1, 2 * blockSize), generateOrders(1, 2 * blockSize)],
  ])("are right in every format, also where %s", (_what, start, cancels) => {
    const store = createStore(start);
    for (const order of cancels) store.put({ ...order, status: "cancelled" });
    for (const format of formats) expect(textOf(readList(store, format))).toBe(naiveList(store, format));
  });
});

const base = new OrderBase(
  generateOrders(1, 10_000).map((order) => ({ ...order, status: "pending" as const })),
);
const idIn = (block: number) => base.orders.at(block * blockSize + 1)!.id;
/** Pieces that differ, where a bracket, the blocks and a bracket are the pieces. */
const differing = (one: MockReply, other: MockReply) =>
  one.body.flatMap((piece, index) => (piece === other.body[index] ? [] : [index]));

test("the cache of a long list is the same answer while nothing changes, and keeps every block in which no order changed", () => {
  const lists = createListCache();
  const store = new OrderStore(base);
  const before = lists.read(store, plainFormat);
  store.cancel(-1n);
  expect(lists.read(store, plainFormat)).toBe(before);
  expect(before.body).toHaveLength(2 + Math.ceil(10_000 / blockSize));
  store.cancel(idIn(5));
  const after = lists.read(store, plainFormat);
  expect(lists.read(store, plainFormat)).toBe(after);
  expect(differing(after, before)).toEqual([1, 6]);
  store.cancel(idIn(8));
  expect(differing(lists.read(store, plainFormat), after)).toEqual([1, 9]);
  store.reset();
  expect(lists.read(store, plainFormat)).toBe(before);
});

test("the cache counts shared blocks once: for the list of their base, not for lists with changes", () => {
  const lists = createListCache(2 * 1024 * 1024);
  const stores = Array.from({ length: 20 }, () => new OrderStore(base));
  for (const store of stores) store.cancel(idIn(0));
  const answers = stores.map((store) => lists.read(store, plainFormat));
  for (const [place, store] of stores.entries()) expect(lists.read(store, plainFormat)).toBe(answers[place]);
  const starts = [1, 2, 3].map((seed) => createStore(generateOrders(seed, 10_000)));
  const [first] = starts.map((store) => lists.read(store, plainFormat));
  expect(lists.read(starts[0]!, plainFormat)).not.toBe(first);
});
