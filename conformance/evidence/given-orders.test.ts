import { expect, test } from "vitest";
import { maxGivenOrders, readGivenOrders } from "./given-orders.ts";

test("an order that is given twice is refused, by its number", () => {
  expect(() => readGivenOrders({ pending: [1n, 2n, 1n], shipped: [] })).toThrow("order 1 is given twice");
  expect(() => readGivenOrders({ pending: [1n, 2n], shipped: [2n] })).toThrow("order 2 is given twice");
  expect(() => readGivenOrders({ pending: [], shipped: [5n, 5n] })).toThrow("order 5 is given twice");
  readGivenOrders({ pending: [1n, -1n], shipped: [0n] });
});

test("more orders than a run can use are refused, with the number that it takes", () => {
  const orders = (count: number) => Array.from({ length: count }, (_, id) => BigInt(id));
  readGivenOrders({ pending: orders(maxGivenOrders), shipped: [] });
  expect(() => readGivenOrders({ pending: orders(maxGivenOrders), shipped: [-1n] })).toThrow(
    `Cannot judge with ${maxGivenOrders + 1} orders: a run cancels each of them, and takes at most ${maxGivenOrders}.`,
  );
});
