import { expect, test } from "vitest";
import { formatBytes, formatMs, formatNumber, formatRatio, ratioOf, spreadOf } from "./numbers.ts";

test("a median is between the middle two of an even number", () => {
  expect(spreadOf([3, 1, 2])).toEqual({ median: 2, min: 1, max: 3 });
  expect(spreadOf([4, 1, 2, 3])).toEqual({ median: 2.5, min: 1, max: 4 });
  expect(() => spreadOf([])).toThrow(RangeError);
});

test("a ratio is taken within each round that both have", () => {
  expect(ratioOf([10, 30, 7], [10, 10])).toEqual({ median: 2, min: 1, max: 3 });
  expect(ratioOf([], [1])).toBeUndefined();
});

test("numbers have three digits and a unit that fits", () => {
  expect([formatNumber(1234.5), formatNumber(12.345), formatNumber(0)]).toEqual(["1,235", "12.3", "0"]);
  expect([formatMs(1500), formatMs(12.34), formatMs(0.0123)]).toEqual(["1.5 s", "12.3 ms", "12.3 µs"]);
  expect([formatBytes(876), formatBytes(8_840_000)]).toEqual(["876 B", "8.84 MB"]);
  expect(formatRatio({ median: 1.234, min: 0.9, max: 12.3 })).toBe("1.23× (0.90–12)");
});
