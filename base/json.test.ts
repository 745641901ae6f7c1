import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { int64Max, int64Min, isInt64 } from "./ids.ts";
import { formatJson, integerOf, isJsonObject, parseJson } from "./json.ts";

const int64 = fc.bigInt({ min: int64Min, max: int64Max });

test("every int64 is written and read back to the last digit", () => {
  fc.assert(
    fc.property(int64, (id) => {
      expect(formatJson(id)).toBe(id.toString());
      expect(parseJson(id.toString())).toBe(id);
      expect(parseJson(formatJson({ orders: [{ id }] }))).toEqual({ orders: [{ id }] });
    }),
  );
});

test("an int64 is read to the last digit at every place in a text", () => {
  const blank = fc.stringMatching(/^[ \t\r\n]{0,3}$/);
  const before = fc.constantFrom('"09:30:00.000Z"', '"1,5"', "12", "true", '"a\\":"', "[]", "-0");
  fc.assert(
    fc.property(int64, blank, blank, before, (id, one, other, first) => {
      expect(parseJson(`${one}${id}${other}`)).toBe(id);
      expect(parseJson(`[${first}${one},${other}${id}]`)).toHaveProperty("1", id);
      expect(parseJson(`[${one}[${other}${id}]]`)).toEqual([[id]]);
      expect(parseJson(`{"a":${first},"b"${one}:${other}${id}.0}`)).toHaveProperty("b", id);
    }),
  );
});

test("an integer is recognized in every notation", () => {
  fc.assert(
    fc.property(int64, fc.nat(30), (id, zeros) => {
      const nought = "0".repeat(zeros);
      expect(integerOf(`${id}.0${nought}`)).toBe(id);
      expect(integerOf(`${id}${nought}e-${zeros}`)).toBe(id);
      const product = id * 10n ** BigInt(zeros);
      if (isInt64(product)) expect(integerOf(`${id}E+${zeros}`)).toBe(product);
    }),
  );
});

test("no value takes many times the memory of its text", () => {
  const literal = fc.stringMatching(/^-?[1-9]\d{0,3}(?:\.[0-9]{1,4})?[eE]\+?\d{1,3}$/);
  fc.assert(
    fc.property(fc.array(literal, { minLength: 1, maxLength: 20 }), (literals) => {
      const text = `[${literals.join()}]`;
      expect(formatJson(parseJson(text)).length).toBeLessThan(6 * text.length);
    }),
    { numRuns: 1000 },
  );
});

test.each([
  ["1.0", 1n],
  ["1e3", 1000n],
  ["100e-2", 1n],
  ["1.50e1", 15n],
  ["10.0e-1", 1n],
  ["-0", 0n],
  ["-0.0", 0n],
  ["0e999999", 0n],
  ["-2.5e+1", -25n],
])("%s is the integer %s", (literal, integer) => {
  expect(parseJson(literal)).toBe(integer);
});

test.each([
  ["1.5", 1.5],
  ["-0.1", -0.1],
  ["1e-1", 0.1],
  ["12e-1", 1.2],
  ["100e-3", 0.1],
])("%s is not an integer and stays a number", (literal, number) => {
  expect(parseJson(literal)).toBe(number);
});

test.each(["1e20", "1e399", "1e401", "1e999999999999999999999", "1e-999999999999999999999"])(
  "%s costs no memory and is not an integer",
  (literal) => {
    expect(typeof parseJson(literal)).toBe("number");
  },
);

test.each(["01", "+1", "1.", ".5", "0x10", "1n", "", "Infinity", "--1"])(
  "%j is not a literal of JSON",
  (literal) => {
    expect(() => parseJson(literal)).toThrow(SyntaxError);
    if (literal !== "01") expect(integerOf(literal)).toBeUndefined();
  },
);

test("a number is read as its literal says, whatever surrounds it", () => {
  const literal = fc.stringMatching(/^-?(?:0|[1-9]\d{0,18})(?:\.[0-9]{1,18})?(?:[eE][+-]?\d{1,2})?$/);
  fc.assert(
    fc.property(fc.array(literal, { minLength: 1, maxLength: 4 }), (literals) => {
      const read = literals.map((each) => integerOf(each) ?? Number(each));
      expect(parseJson(`{"all": [${literals.join(", ")}]}`)).toEqual({ all: read });
      for (const [index, each] of literals.entries()) expect(parseJson(` ${each}`)).toBe(read[index]);
    }),
    { numRuns: 2000 },
  );
});

test("a value is read back as it was written", () => {
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      fc.constant(null),
      fc.boolean(),
      fc.string(),
      fc.bigInt(),
      fc.double({ noDefaultInfinity: true, noNaN: true }).filter((number) => !Number.isInteger(number)),
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(fc.string(), tie("value"), { noNullPrototype: true, maxKeys: 4 }),
    ),
  }));
  fc.assert(
    fc.property(value, (candidate) => {
      expect(parseJson(formatJson(candidate))).toEqual(candidate);
      expect(parseJson(formatJson(candidate, 2))).toEqual(candidate);
    }),
  );
});

test("a field named __proto__ is a field like any other", () => {
  const value = parseJson('{"__proto__": {"polluted": 1}}');
  expect(Object.keys(value as object)).toEqual(["__proto__"]);
  expect(formatJson(value)).toBe('{"__proto__":{"polluted":1}}');
});

describe("text that is not JSON is a SyntaxError", () => {
  test.each(["{", "[1,]", "{'a': 1}", "nul", '"a', "[1] x"])("%j", (text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError);
  });

  test.each(["", "1e1,"])("at 501 levels, not at 500, after %j", (before) => {
    const nested = (levels: number) => `[${before}${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}]`;
    expect(() => parseJson(nested(500))).not.toThrow();
    expect(() => parseJson(nested(501))).toThrow("JSON is nested deeper than 500 levels");
  });

  test("also where it is JSON, nested too deep to walk", () => {
    const depth = 50_000;
    expect(() => parseJson("[".repeat(depth) + "]".repeat(depth))).toThrow(SyntaxError);
    expect(() => parseJson(`${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`)).toThrow(SyntaxError);
  });
});

test("only an object that is neither an array nor null counts as a JSON object", () => {
  expect([{}, { a: 1n }].every(isJsonObject)).toBe(true);
  expect([null, [], "a", 1n, undefined].some(isJsonObject)).toBe(false);
});

test("a number that is larger than every double stays a number", () => {
  expect(formatJson(parseJson('[1e400,-1E400,{"a":1e999}]'))).toBe('[1e999,-1e999,{"a":1e999}]');
});
