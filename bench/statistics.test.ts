import { expect, test } from "vitest";
import { ratioOf, spreadOf } from "./statistics.ts";

test("the median of an odd number of values is the middle one, of an even number the mean of the middle two", () => {
  expect(spreadOf([9, 1, 5])).toEqual({ median: 5, min: 1, max: 9 });
  expect(spreadOf([10, 2, 4, 8])).toEqual({ median: 6, min: 2, max: 10 });
  expect(() => spreadOf([])).toThrow(RangeError);
});

test("values are compared as numbers, not as text", () => {
  expect(spreadOf([100, 20, 3]).median).toBe(20);
});

test("a ratio is taken round by round, and a round that lacks either side is left out", () => {
  expect(ratioOf([10, 40, 90], [10, 20, 30])).toEqual({ median: 2, min: 1, max: 3 });
  expect(ratioOf([10, undefined, 90], [10, 20, undefined])).toEqual({ median: 1, min: 1, max: 1 });
  expect(ratioOf([10], [0])).toBeUndefined();
  expect(ratioOf([], [])).toBeUndefined();
});
