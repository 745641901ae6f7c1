import { expect, test } from "vitest";
import { parseJson } from "./json.ts";

/** Text of this length is measured before it is parsed. */
const measured = (text: string, maxValues?: number) => parseJson(text + " ".repeat(140_000), maxValues);

test("only JSON that is nested deeper than the limit is refused", () => {
  const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
  expect(() => measured(nested(500))).not.toThrow();
  expect(() => measured(nested(501))).toThrow("JSON is nested deeper than 500 levels");
  expect(() => measured(`["${nested(600)}","\\"${nested(600)}"]`)).not.toThrow();
  expect(() => measured(`[${"[],".repeat(600)}0]`)).not.toThrow();
});

test("the number of values is that of commas and opening brackets outside strings", () => {
  expect(measured('{"a,b":[1,2],"c":"[,,"}', 4)).toEqual({ "a,b": [1n, 2n], c: "[,," });
  expect(() => measured('{"a,b":[1,2],"c":"[,,"}', 3)).toThrow("JSON has more than 3 values");
});
