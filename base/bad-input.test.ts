import fc from "fast-check";
import { expect, test } from "vitest";
import { nearestName, quoteValue, suggestName } from "./bad-input.ts";

const names = ["default", "empty", "large-ids", "edge-values", "all-shipped", "magic"];

test.each([
  ["two", '"two"'],
  ["a\nb", '"a\\nb"'],
  [9007199254740993n, "9007199254740993"],
  [undefined, "undefined"],
  [["secret"], "an array"],
  [[5, 1n], "[5, 1]"],
  [[], "[]"],
  [[1, 2, 3, 4, 5, 6], "an array"],
  [{ key: "secret" }, "an object"],
])("%o is quoted as %s", (value, quoted) => {
  expect(quoteValue(value)).toBe(quoted);
});

test("a quoted value is short and on one line", () => {
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.string({ maxLength: 500 }), fc.bigInt()), (value) => {
      // A value whose conversion to a string fails is no input a person can give.
      fc.pre(typeof value !== "object" || value !== null);
      const quoted = quoteValue(value);
      expect(quoted.length).toBeLessThanOrEqual(60);
      expect(quoted).not.toMatch(/[\r\n]/);
    }),
  );
});

test.each([
  ["magik", "magic"],
  ["Large-IDs", "large-ids"],
  ["largeids", "large-ids"],
  ["all-shiped", "all-shipped"],
  // Two swapped letters are one slip.
  ["mgaic", "magic"],
  ...names.map((name): [string, string] => [name, name]),
  ["orders.json", undefined],
  ["", undefined],
])("the name nearest to %j is %s", (name, nearest) => {
  expect(nearestName(name, names)).toBe(nearest);
});

test("the nearest name is suggested, or all are listed", () => {
  expect(suggestName("magik", names)).toBe("Did you mean magic?");
  expect(suggestName("orders.json", ["empty", "magic"])).toBe("Use one of: empty, magic.");
});
