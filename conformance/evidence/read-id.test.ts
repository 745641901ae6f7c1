import { expect, test } from "vitest";
import { readPathId, resembles } from "./read-id.ts";

const isLike = (text: string, order: bigint) => resembles(readPathId(text), order);

test.each([
  ["abc12", 12n],
  ["12abc", 12n],
  ["12.4", 12n],
  ["12,12", 12n],
  ["order-12", 12n],
  ["1,012", 1012n],
  ["1%25", 12n],
  ["-12", 12n],
  [String(12n + 2n ** 32n), 12n],
  [String(12n + 2n ** 64n), 12n],
  ["9007199254740992", 9007199254740993n],
  // A search for what begins with a number, beyond int64.
  ["92233720368547758070", 9223372036854775807n],
])("%s is like order %s", (text, order) => {
  expect(isLike(text, order)).toBe(true);
});

test.each(["%0012", "12%00", "%0912%0D%0A", "%C2%A012", "%0B12%00%00"])(
  "control characters and white space at its ends do not change the number of %s",
  (text) => {
    expect(readPathId(text)).toMatchObject({ kind: "same", value: 12n });
  },
);

test.each(["1%002", "12%00x", "1%202"])("within a text they make %s a different id", (text) => {
  expect(readPathId(text).kind).toBe("other");
});

test("a long row of white space in an id is read in little time", { timeout: 2000 }, () => {
  for (const blank of ["%20", "%00"]) expect(readPathId(`1${blank.repeat(200_000)}x`).kind).toBe("other");
});

test("a long number does not resemble a short id that occurs among its digits", () => {
  for (const text of ["18446744073709551616", `1${"0".repeat(30)}`, "9223372036854775808"])
    for (let order = 1n; order < 1000n; order++)
      expect([text, order, isLike(text, order)]).toEqual([text, order, false]);
});
