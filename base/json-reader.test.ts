import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatJson, type Json, parseJson } from "./json.ts";
import { JsonReader } from "./json-reader.ts";

function open(text: string): JsonReader {
  return new JsonReader(text, (fact = "it is not JSON") => {
    throw new Error(fact);
  });
}

/** A value read part by part, as deep as arrays and objects go. */
function readParts(reader: JsonReader): Json {
  if (reader.opens("[")) {
    const array: Json[] = [];
    while (reader.hasNext("]")) array.push(readParts(reader));
    return array;
  }
  if (!reader.opens("{")) return reader.value();
  const members: [string, Json][] = [];
  while (reader.hasNext("}")) members.push([reader.name(), readParts(reader)]);
  return Object.fromEntries(members);
}

function outcome(read: () => Json): unknown {
  try {
    return formatJson(read());
  } catch {
    return "refused";
  }
}

const values = fc.jsonValue({ maxDepth: 5 });
const blanks = fc.stringMatching(/^[ \t\r\n]{0,3}$/);
const texts = fc
  .tuple(values, fc.nat(3), blanks, blanks)
  .map(([value, indent, before, after]) => before + JSON.stringify(value, null, indent) + after);

function readWhole(text: string, read: (reader: JsonReader) => Json): Json {
  const reader = open(text);
  const value = read(reader);
  reader.end();
  return value;
}

test("JSON is read part by part and at once as it is read whole", () => {
  fc.assert(
    fc.property(texts, (text) => {
      const whole = formatJson(parseJson(text));
      expect(formatJson(readWhole(text, readParts))).toBe(whole);
      expect(formatJson(readWhole(text, (reader) => reader.value()))).toBe(whole);
    }),
  );
});

test("a number that is too long is told as that, not as text that is no JSON", () => {
  expect(() => open(`[${"9".repeat(600)}]`).value()).toThrow("a number has 600 characters, 500 at most.");
});

test("what is no JSON is refused, wherever it was spoiled, and nothing else is", () => {
  const spoils = fc.constantFrom("", ",", ":", "]", "}", "[", "{", '"', "\\", "0", "x", "-", "\u0001", " ");
  fc.assert(
    fc.property(texts, fc.nat(), fc.nat(2), spoils, (text, at, cut, spoil) => {
      const place = at % (text.length + 1);
      const spoiled = text.slice(0, place) + spoil + text.slice(place + cut);
      const expected = outcome(() => parseJson(spoiled));
      expect(outcome(() => readWhole(spoiled, readParts))).toBe(expected);
      expect(outcome(() => readWhole(spoiled, (reader) => reader.value()))).toBe(expected);
    }),
    { numRuns: 2000 },
  );
});

describe("what is more than is read at once is refused by name", () => {
  test.each([
    [`[${"1,".repeat(12_000)}1]`, /more than 12000 values/],
    [`"${"x".repeat(200)}"`, /more than 100 characters/],
    [`["${"x".repeat(50)}","${"x".repeat(50)}"]`, /more than 100 characters/],
  ])("%.40s", (text, fact) => {
    const most = /characters/.test(fact.source) ? 100 : undefined;
    expect(() => open(text).value(most)).toThrow(fact);
  });
});
