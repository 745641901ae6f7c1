import { expect, test } from "vitest";
import { checkGivenOrders } from "./given-orders.ts";

test("an order that is given twice is refused, by its number", () => {
  expect(() => checkGivenOrders({ pending: [1n, 2n, 1n], shipped: [] })).toThrow("order 1 is given twice");
  expect(() => checkGivenOrders({ pending: [1n, 2n], shipped: [2n] })).toThrow("order 2 is given twice");
  expect(() => checkGivenOrders({ pending: [], shipped: [5n, 5n] })).toThrow("order 5 is given twice");
  checkGivenOrders({ pending: [1n, -1n], shipped: [0n] });
});
