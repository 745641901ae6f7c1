import { expect, test } from "vitest";
import { harStart } from "../../base/har.ts";
import { HarReader } from "./har-reader.ts";

const entries = [
  { request: { url: 'http://a/?x=[]{}\\"' }, log: { entries: [{}] }, list: [[], [{}]] },
  {},
  { text: "ends with a backslash \\", more: '"entries":[{' },
];
const har = (list: readonly unknown[]) =>
  JSON.stringify({
    log: { version: "1.2", pages: [{ title: '"entries":[{' }], entries: list, comment: "x" },
  });

const read = (text: string, size: number) => {
  const reader = new HarReader();
  const found: unknown[] = [];
  for (let at = 0; at < text.length; at += size)
    for (const entry of reader.push(text.slice(at, at + size))) found.push(JSON.parse(entry!));
  return { found, state: reader.state };
};

test.each([1, 2, 3, 7, 64, 100_000])("entries are read whole from pieces of %i characters", (size) => {
  expect(read(har(entries), size)).toEqual({ found: entries, state: "whole" });
  expect(read(JSON.stringify(JSON.parse(har(entries)), null, 2), size).found).toEqual(entries);
});

test("a file cut anywhere gives the entries that ended before", () => {
  const text = har(entries);
  let most = 0;
  for (let end = 0; end < text.length; end++) {
    const { found } = read(text.slice(0, end), 5);
    expect(found).toEqual(entries.slice(0, found.length));
    expect(found.length).toBeGreaterThanOrEqual(most);
    most = found.length;
  }
  expect(most).toBe(3);
});

test.each(["", "[]", "{}", '{"log":{}}', '{"entries":[{}]}', "not JSON"])("%j has no entries", (text) => {
  expect(read(text, 3)).toEqual({ found: [], state: "no entries" });
});

test.each([
  ["long", `{"a":"${"x".repeat(2000)}"}`],
  ["of many parts", `{"a":[${"0,".repeat(100_000)}0]}`],
])("an entry that is too %s is left out, and the ones before and after it are read", (_name, entry) => {
  const reader = new HarReader(entry.length - 1);
  const text = `{"log":{"entries":[{"no":1},${entry},{"no":3}]}}`;
  const found = text.match(/.{1,999}/g)!.flatMap((part) => reader.push(part));
  expect(found).toEqual(['{"no":1}', undefined, '{"no":3}']);
});

test("text that is nested deeper than any HAR is refused", () => {
  expect(() => new HarReader().push(`{"log":{"entries":[${"[".repeat(101)}`)).toThrow(RangeError);
});

test("text without entries is refused at some length", () => {
  expect(() => new HarReader(1000).push(`{"log":"${"x".repeat(1000)}`)).toThrow(RangeError);
});

test.each([
  ["store-orders-kit", true],
  ["store-orders-kit proxy", true],
  ["WebInspector", false],
])("a recording by %s is the kit's own: %s", (name, isOurs) => {
  const reader = new HarReader();
  reader.push(harStart({ name, version: "1" }));
  expect(reader.isOurs).toBe(isOurs);
});
