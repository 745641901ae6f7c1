import { expect, test } from "vitest";
import { delay } from "./setting-fields.ts";

test.each([
  ["300", [300, 300]],
  ["300, 800", [300, 800]],
  ["0 600000", [0, 600_000]],
  ["600001", undefined],
  ["300, 600001", undefined],
  ["800, 300", undefined],
  ["1, 2, 3", undefined],
  ["soon", undefined],
  ["", undefined],
])("a delay of %j milliseconds is read as %j", (text, expected) => {
  expect(delay.read(text)).toEqual(expected);
});

test("the message about a wrong delay names its limit", () => {
  expect(delay.allowed).toBe("A whole number from 0 to 600,000, or a range, as in 300, 800");
});
