import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseJson } from "../../base/json.ts";
import { extendManifest } from "./extend-manifest.ts";
import { readManifest } from "./manifest-text.ts";

const additions = {
  scripts: { mock: "store-orders mock", 'a "b"': "x" },
  devDependencies: { msw: "^3.0.0" },
};

const scalar = fc.oneof(
  fc.string(),
  fc.bigInt(2n ** 53n, 2n ** 70n).map((number) => ({ number })),
  fc.constantFrom(1.5, 1e30, true, null),
);
const manifests = fc.record(
  {
    name: fc.string(),
    scripts: fc.dictionary(fc.string(), fc.string(), { maxKeys: 3 }),
    odd: fc.array(scalar, { maxLength: 3 }),
    nested: fc.dictionary(fc.string(), scalar, { maxKeys: 3 }),
    devDependencies: fc.dictionary(fc.string(), fc.string(), { maxKeys: 2 }),
    last: scalar,
  },
  { requiredKeys: [] },
);
const layouts = fc.record({
  indent: fc.constantFrom("  ", "\t", "    ", ""),
  lineEnd: fc.constantFrom("\n", "\r\n"),
  mark: fc.constantFrom("", "\ufeff"),
  ends: fc.nat({ max: 2 }),
});

/** A number keeps its digits: they are written without quotes. */
const write = (value: unknown, indent: string) =>
  JSON.stringify(
    value,
    (_name, each) =>
      typeof each === "object" && each && "number" in each ? `\u0001${each.number}\u0001` : each,
    indent,
  ).replace(/"\\u0001(\d+)\\u0001"/g, "$1");

test("what was there stays, byte for byte, and what is added is there", () => {
  fc.assert(
    fc.property(manifests, layouts, (manifest, { indent, lineEnd, mark, ends }) => {
      const before = mark + write(manifest, indent).replaceAll("\n", lineEnd) + lineEnd.repeat(ends);
      const json = readManifest(before) as Record<string, object | undefined>;
      const { text } = extendManifest(before, additions);
      const after = parseJson(text.replace(/^\ufeff/, ""));
      expect(after).toEqual({
        ...json,
        scripts: { ...json.scripts, ...additions.scripts },
        devDependencies: { ...json.devDependencies, ...additions.devDependencies },
      });
      // Each character of before is there still, in its order.
      let at = 0;
      for (const character of text) if (character === before[at]) at++;
      const isReplaced = ["mock", 'a "b"', "msw"].some((name) =>
        [json.scripts, json.devDependencies].some((member) => member && name in member),
      );
      if (!isReplaced) expect(at).toBe(before.length);
      expect(text.startsWith("\ufeff")).toBe(mark !== "");
      if (lineEnd === "\r\n" && before.includes("\r\n"))
        expect(text.replaceAll("\r\n", "")).not.toContain("\n");
    }),
  );
});

describe("package.json is refused in one line where it is", () => {
  test.each([
    ["null", "it must be an object, got null"],
    ["[]", "it must be an object, got an array"],
    ['"x"', 'it must be an object, got "x"'],
    ['{"scripts": []}', "its scripts must be an object, got an array"],
    ['{"devDependencies": "x"}', 'its devDependencies must be an object, got "x"'],
    ["\ufeff{", "is not JSON"],
    ["", "is not JSON"],
    ['{"name": "\ufffd"}', "it is not UTF-8"],
  ])("%s", (text, fact) => {
    expect(() => readManifest(text)).toThrow(fact);
  });
});
