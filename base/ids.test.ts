import fc from "fast-check";
import { expect, test } from "vitest";
import { int64Max, int64Min, isInt64, parseId, readId } from "./ids.ts";

test("every int64 is read from its digits, also with leading zeros, and no other integer is read", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: int64Min, max: int64Max }), (id) => {
      expect(isInt64(id)).toBe(true);
      expect(parseId(String(id))).toBe(id);
      expect([readId(id), readId(String(id))]).toEqual([id, id]);
    }),
  );
  for (const id of [int64Min - 1n, int64Max + 1n]) {
    expect(isInt64(id)).toBe(false);
    expect([parseId(String(id)), readId(id), readId(String(id))]).toEqual([undefined, undefined, undefined]);
  }
  expect(parseId("007")).toBe(7n);
});

test.each(["", "-", "+1", "1.0", "1e3", " 1", "1\n", "0x1", "٣", "1_000", "--1", "abc"])(
  "%j is not an id",
  (text) => {
    expect(parseId(text)).toBeUndefined();
  },
);

test.each([1.5, 2 ** 53, Number.NaN, null, undefined, true, [], {}])("%o is not an id", (value) => {
  expect(readId(value)).toBeUndefined();
});

test("a number is an id where it is exact", () => {
  expect(readId(Number.MAX_SAFE_INTEGER)).toBe(2n ** 53n - 1n);
  expect(readId(-0)).toBe(0n);
});

test("ten million digits are refused before they are converted to a number", () => {
  expect(parseId("9".repeat(10_000_000))).toBeUndefined();
});
