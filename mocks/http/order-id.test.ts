import fc from "fast-check";
import { expect, test } from "vitest";
import { int64Max, int64Min, isInt64 } from "../../base/ids.ts";
import { anyText } from "../testing/any-text.ts";
import { proofSeed } from "../testing/create-draw.ts";
import { readOrderId } from "./router.ts";

const readId = (segment: string, paddedId: "same" | "refused") =>
  readOrderId(segment, { paddedId, idSpelling: "encoded" });

test.each<[string, bigint | "malformed", bigint | "outOfRange"]>([
  ["0", 0n, 0n],
  ["7", 7n, 7n],
  ["-1", -1n, -1n],
  ["9007199254740993", 9007199254740993n, 9007199254740993n],
  ["9223372036854775807", int64Max, int64Max],
  ["-9223372036854775808", int64Min, int64Min],
  ["%31%32", 12n, 12n],
  ["%2D5", -5n, -5n],
  ["007", "malformed", 7n],
  ["00", "malformed", 0n],
  ["-007", "malformed", -7n],
  ["%3007", "malformed", 7n],
  [`${"0".repeat(50)}9223372036854775807`, "malformed", int64Max],
  ["009223372036854775808", "malformed", "outOfRange"],
])("%s is read as %s, and as %s where leading zeros are accepted", (segment, strict, padded) => {
  expect(readId(segment, "refused")).toEqual(strict);
  expect(readId(segment, "same")).toEqual(padded);
});

test.each([
  ...["", "abc", "-", "+7", "7 ", " 7", "7%20", "%0A7", "7%0A", "1.0", "1.5", "1e3", "0x0c", "12abc", "12;1"],
  ...["12%2F13", "--1", "1_000", "1,000", "-0", "null", "NaN", "Infinity", "٣", "%D9%A3", "１２"],
  ...["%", "%zz", "%ff", "%E0%A4%A", "12%"],
])("%j is not an integer", (segment) => {
  expect(readId(segment, "refused")).toEqual("malformed");
  expect(readId(segment, "same")).toEqual("malformed");
});

test.each([
  "9223372036854775808",
  "-9223372036854775809",
  "18446744073709551628",
  `1${"0".repeat(30)}`,
  "9".repeat(100),
  "9".repeat(101),
  `-${"9".repeat(5000)}`,
])("%.40s is beyond int64", (segment) => {
  expect(readId(segment, "refused")).toEqual("outOfRange");
  expect(readId(segment, "same")).toEqual("outOfRange");
});

test("every int64 is read by its digits, plain or percent-encoded", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: int64Min, max: int64Max }), (id) => {
      const encoded = [...String(id)].map((c) => `%${c.charCodeAt(0).toString(16)}`).join("");
      expect(readId(String(id), "refused")).toEqual(id);
      expect(readId(encoded, "refused")).toEqual(id);
    }),
    { seed: proofSeed },
  );
});

test("any text is read without an exception, and only digits of an int64 name an order", () => {
  fc.assert(
    fc.property(fc.oneof(anyText, fc.bigInt().map(String)), (segment) => {
      const reading = readId(segment, "refused");
      if (typeof reading === "bigint") expect(isInt64(reading)).toBe(true);
      else expect(/^(?:0|-?[1-9]\d*)$/.test(segment) && isInt64(BigInt(segment))).toBe(false);
    }),
    { seed: proofSeed },
  );
});

test.each([
  ["+7", 7n],
  ["%207", 7n],
  ["7.0", 7n],
  ["7e0", 7n],
  ["-7%20", -7n],
])("%s names an order only where other notations of a number are accepted", (segment, id) => {
  const read = (idSpelling: "plain" | "encoded" | "lenient") =>
    readOrderId(segment, { paddedId: "refused", idSpelling });
  expect(read("lenient")).toEqual(id);
  expect([read("encoded"), read("plain")]).toEqual(["malformed", "malformed"]);
});

test("percent-encoded digits name no order where only plain digits are accepted", () => {
  expect(readOrderId("%37", { paddedId: "same", idSpelling: "plain" })).toEqual("malformed");
});
