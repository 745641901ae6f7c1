import { expect, test } from "vitest";
import { castOrders, lackOf } from "./cast.ts";

test.each([
  [0, {}],
  [1, { cancelled: 1n, refused: 1n, mangled: 1n }],
  [2, { cancelled: 1n, raced: 2n, bystander: 2n, refused: 1n, mangled: 1n }],
  [3, { cancelled: 1n, raced: 2n, bystander: 2n, refused: 3n, mangled: 3n }],
  [4, { cancelled: 1n, raced: 2n, bystander: 2n, refused: 3n, mangled: 4n }],
  [5, { cancelled: 1n, raced: 2n, bystander: 5n, refused: 3n, mangled: 4n }],
  [6, { cancelled: 1n, raced: 2n, bystander: 5n, refused: 3n, mangled: 4n }],
])("%i pending orders play these parts", (count, parts) => {
  const pending = Array.from({ length: count }, (_, index) => BigInt(index + 1));
  expect(castOrders({ pending, shipped: [] })).toEqual(parts);
  expect(castOrders({ pending, shipped: [-9n, 8n] })).toEqual({ ...parts, shipped: -9n });
});

test("an order that is given twice is refused, by its number", () => {
  expect(() => castOrders({ pending: [1n, 2n, 1n], shipped: [] })).toThrow("order 1 is given twice");
  expect(() => castOrders({ pending: [1n, 2n], shipped: [2n] })).toThrow("order 2 is given twice");
  expect(() => castOrders({ pending: [], shipped: [5n, 5n] })).toThrow("order 5 is given twice");
});

test("what is lacking is said with the option that supplies it", () => {
  expect(lackOf("shipped")).toContain("--shipped-order");
  expect(lackOf("bystander")).toContain("--pending-order");
});
