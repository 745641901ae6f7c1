import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { int64Max, int64Min, isInt64 } from "./ids.ts";
import { formatJson, integerOf, isJsonObject, parseJson } from "./json.ts";

const int64 = fc.bigInt({ min: int64Min, max: int64Max });

test("every int64 is written in digits", () => {
  fc.assert(
    fc.property(int64, (id) => {
      expect(formatJson({ orders: [{ id }] })).toBe(`{"orders":[{"id":${id}}]}`);
    }),
  );
});

/** The value of a literal if it is an integer, without rounding. */
function exactly(literal: string): bigint | undefined {
  const [, sign, whole, fraction = "", exponent = 0] = /^(-?)(\d+)(?:\.(\d+))?(?:e(.+))?$/i.exec(literal)!;
  const digits = BigInt(`${sign}${whole}${fraction}`);
  const zeros = Number(exponent) - fraction.length;
  if (zeros >= 0) return digits * 10n ** BigInt(zeros);
  const divisor = 10n ** BigInt(-zeros);
  return digits % divisor === 0n ? digits / divisor : undefined;
}

test("an int64 in any notation is read exactly, and any other number as a double, whatever surrounds it", () => {
  const zeros = fc.nat(30).map((count) => "0".repeat(count));
  const literal = fc.oneof(
    fc.stringMatching(/^-?(?:0|[1-9]\d{0,18})(?:\.[0-9]{1,18})?(?:[eE][+-]?\d{1,2})?$/),
    fc.tuple(int64, zeros).map(([id, nought]) => `${id}.0${nought}`),
    fc
      .tuple(
        int64.filter((id) => id !== 0n),
        zeros,
      )
      .map(([id, nought]) => `${id}${nought}e-${nought.length}`),
    fc.tuple(fc.nat(9999), fc.nat(14)).map(([number, count]) => `-${number}E+${count}`),
    fc.constantFrom(
      ...["-0", "-0.0", "0e999999", "100e-2", "10.0e-1", "-2.5e+1", "100e-3", "1e-1"],
      // Zeros at the front are no digits of the number.
      "0.000000000000000001e36",
    ),
  );
  const blank = fc.stringMatching(/^[ \t\r\n]{0,3}$/);
  const before = fc.constantFrom('"09:30:00.000Z"', '"1,5"', "12", "true", '"a\\":"', "[]", "-0");
  fc.assert(
    fc.property(literal, blank, blank, before, (number, one, other, first) => {
      const integer = number === "0e999999" ? 0n : exactly(number);
      fc.pre(integer === undefined || isInt64(integer));
      const value = integer ?? Number(number);
      expect(integerOf(number)).toBe(integer);
      expect(parseJson(`${one}${number}${other}`)).toBe(value);
      expect(parseJson(`[${first}${one},${other}${number}]`)).toHaveProperty("1", value);
      expect(parseJson(`[${one}[${other}${number}]]`)).toEqual([[value]]);
      expect(parseJson(`{"a":${first},"b"${one}:${other}${number}}`)).toHaveProperty("b", value);
    }),
    { numRuns: 2000 },
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

test("only an object that is neither an array nor null counts as a JSON object", () => {
  expect([{}, { a: 1n }].every(isJsonObject)).toBe(true);
  expect([null, [], "a", 1n, undefined].some(isJsonObject)).toBe(false);
});

test("a number that is larger than every double stays a number", () => {
  expect(formatJson(parseJson('[1e400,-1E400,{"a":1e999}]'))).toBe('[1e999,-1e999,{"a":1e999}]');
});
