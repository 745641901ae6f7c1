import { expect, test } from "vitest";
import { listed, writeHistory } from "../testing/write-history.ts";
import { createStrayWatch } from "./stray-effects.ts";

/** The order that was not given and is found changed, after lists that show these changes and a cancel of 101. */
function strayAfter(
  change: (order: ReturnType<typeof listed>) => object,
  madeUp?: number,
): bigint | undefined {
  const { history, list, cancel } = writeHistory();
  const orders = [101, 102, 103, 104, 105, 11, 12, 13].map(listed);
  const more = madeUp === undefined ? [] : [listed(madeUp)];
  list(0, ...orders, ...more);
  if (madeUp !== undefined) cancel(5, madeUp, 404);
  cancel(10, 101, 204);
  list(20, ...orders.filter(({ id }) => id !== 101).map(change));
  return createStrayWatch(history, true).find()?.order;
}

test("an order that was not given and has changed since a cancel is found", () => {
  expect(strayAfter((order) => (order.id === 12 ? { ...order, status: "cancelled" } : order))).toBe(12n);
});

test("an order with an id that the run has named is not another client's", () => {
  expect(strayAfter((order) => order, 9_000_000_000_001)).toBeUndefined();
});
