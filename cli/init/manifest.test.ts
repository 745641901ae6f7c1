import { describe, expect, test } from "vitest";
import { extendManifest, readManifest } from "./manifest.ts";

const additions = { scripts: { mock: "store-orders mock" }, devDependencies: { msw: "^3.0.0" } };

test.each([
  ["two spaces", "  ", "\n", ""],
  ["tabs, and no line end at the end", "\t", "\n", ""],
  ["Windows line ends and a byte order mark", "    ", "\r\n", "\ufeff"],
])("existing members keep their order and layout: %s", (_name, indent, lineEnd, mark) => {
  const write = (manifest: object) =>
    mark + JSON.stringify(manifest, null, indent).replaceAll("\n", lineEnd) + lineEnd;
  const before = { name: "shop", scripts: { test: "vitest run" }, files: ["dist"], private: true };
  const { text, added } = extendManifest(write(before), additions);
  const scripts = { test: "vitest run", mock: "store-orders mock" };
  expect(text).toBe(write({ ...before, scripts, devDependencies: { msw: "^3.0.0" } }));
  expect(added.map((line) => line.trim())).toEqual(['"mock": "store-orders mock"', '"msw": "^3.0.0"']);
});

describe("package.json is refused in one line where it is", () => {
  test.each([
    ["null", "it must be an object, got null"],
    ["[]", "it must be an object, got []"],
    ['"x"', 'it must be an object, got "x"'],
    ['{"scripts": []}', "its scripts must be an object, got []"],
    ['{"devDependencies": "x"}', 'its devDependencies must be an object, got "x"'],
    ["\ufeff{", "is not JSON"],
    ["", "is not JSON"],
    ['{"name": "\ufffd"}', "it is not UTF-8"],
  ])("%s", (text, fact) => {
    expect(() => readManifest(text)).toThrow(fact);
  });
});
