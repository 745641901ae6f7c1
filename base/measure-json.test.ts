import fc from "fast-check";
import { expect, test } from "vitest";
import { formatJson, parseJson, readJson } from "./json.ts";
import { maxLevels, measureJson } from "./measure-json.ts";

const blanks = " ".repeat(140_000);
const measured = (text: string, maxValues?: number) => parseJson(text + blanks, maxValues);

test("a long text has the value of a short one", () => {
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      fc.constantFrom(null, true, 0.5, 10n ** 15n, 10n ** 15n + 1n, -(10n ** 15n), 2n ** 63n),
      fc.string({ unit: fc.constantFrom(..."[]{},:\"\\-1e5. '") }),
      fc.bigInt(),
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(fc.string({ unit: fc.constantFrom(..."[{,\"\\-1e5'") }), tie("value"), { maxKeys: 4 }),
    ),
  }));
  fc.assert(
    fc.property(value, (candidate) => {
      const text = formatJson(candidate);
      expect(formatJson(measured(text))).toBe(text);
    }),
    { numRuns: 300 },
  );
});

test("only what is nested deeper than the limit is refused", () => {
  const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
  expect(() => measured(nested(maxLevels))).not.toThrow();
  expect(() => measured(nested(maxLevels + 1))).toThrow("JSON is nested deeper than 500 levels");
  expect(() => measured(`["${nested(600)}","\\"${nested(600)}"]`)).not.toThrow();
  expect(() => measured(`[${"[],".repeat(600)}0]`)).not.toThrow();
});

test("commas and opening brackets outside strings are the values", () => {
  expect(measured('{"a,b":[1,2],"c":"[,,"}', 4)).toEqual({ "a,b": [1n, 2n], c: "[,," });
  expect(() => measured('{"a,b":[1,2],"c":"[,,"}', 3)).toThrow("JSON has more than 3 values");
});

test.each(["[1e5 1]", "[12345678901234567,]", "[1e18e3]", "[01234567890123456]", '["1e5]', "[1e5]]"])(
  "%s is not JSON, and the error is that of the engine",
  (text) => {
    const errorOf = (read: () => unknown) => {
      try {
        return read();
      } catch (error) {
        return String(error);
      }
    };
    expect(errorOf(() => parseJson(text))).toBe(errorOf(() => JSON.parse(text)));
  },
);

test("a text in which no literal loses digits is left as it is", () => {
  const text = '{"id":123456789012345,"x":[-1.5,"1e5"]}';
  expect(measureJson(text, 10)).toBe(text);
});

test("the place of an error is found behind many lines", () => {
  const refuse = (fact: string): never => {
    throw new Error(fact);
  };
  expect(() => readJson(`${"\r\n".repeat(100_000)}${"\n\r".repeat(50_000)}  x`, refuse)).toThrow(
    'line 150002, column 3 is not JSON: expected a value, got "x".',
  );
});
