import fc from "fast-check";
import { expect, test } from "vitest";
import { formatJson, type Json, parseJson } from "./json.ts";
import { elementBatches, isArrayText, UnreadableJson } from "./json-elements.ts";
import { isJson, nearlyJson } from "./testing/json-texts.ts";

const limits = { maxBytes: 1024 * 1024, maxElements: 1_000_000 };
const encoder = new TextEncoder();
const readAll = (text: string, own = limits): Json[] =>
  Array.from(elementBatches(encoder.encode(text), own), ({ elements }) => elements!).flat();

test("the elements are those that the whole text has", () => {
  fc.assert(
    fc.property(
      fc.array(fc.jsonValue()),
      fc.constantFrom(undefined, 2),
      fc.constantFrom("", "\ufeff", " \n"),
      (values, indent, before) => {
        const text = before + formatJson(values, indent);
        expect(isArrayText(encoder.encode(text))).toBe(true);
        expect(readAll(text)).toEqual(parseJson(text.trim()));
      },
    ),
  );
});

test("a text is refused exactly where the engine refuses it, or where it is not an array", () => {
  fc.assert(
    fc.property(nearlyJson(fc.array(fc.jsonValue(), { maxLength: 4 })), (candidate) => {
      let isRead = true;
      try {
        expect(readAll(candidate)).toEqual(parseJson(candidate));
      } catch (error) {
        if (!(error instanceof UnreadableJson)) throw error;
        isRead = false;
      }
      expect(isRead).toBe(isJson(candidate) && Array.isArray(JSON.parse(candidate)));
    }),
    { numRuns: 2000 },
  );
});

test("batches of elements make up one array", () => {
  const orders = Array.from({ length: 20_000 }, (_, index) => ({
    id: BigInt(index),
    note: 'a "quote", a ] and a \\',
  }));
  expect(readAll(formatJson(orders))).toEqual(orders);
});

test.each([
  ["", "it is not an array"],
  ["{}", "it is not an array"],
  ["[1,2", "the array has no end"],
  ['["abc', "the array has no end"],
  ["[1] 2", "something follows the array"],
  ["[1,,2]", "Unexpected token"],
  ["[,]", "Unexpected"],
  ["[1,]", "Unexpected"],
  [`["${"x".repeat(2000)}"]`, "an element has more than"],
  [`[${"[".repeat(3000)}`, "an element has more than"],
  ["[1,2,3,4]", "more than 3 elements"],
])("the refusal of %.20s says why it is not read", (text, why) => {
  expect(() => readAll(text, { maxBytes: 1000, maxElements: 3 })).toThrow(why);
});
