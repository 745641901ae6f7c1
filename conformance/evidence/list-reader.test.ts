import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { formatJson, type Json } from "../../base/json.ts";
import { digestOf, ListReader } from "./list-reader.ts";

const isWatched = (id: bigint) => id % 7n === 0n;
const encode = (text: string) => new TextEncoder().encode(text);
const read = (text: string) => new ListReader(isWatched).read(encode(text));

/** So long that a few orders are more than is parsed at once. */
const note = `,{"]}[${"n".repeat(12_000)}`;
const id = fc.bigInt({ min: -3n, max: 60n });
const order: fc.Arbitrary<Json> = fc.record({ id, note: fc.constant(note) });

/** Each run draws the same lists; LISTS_SEED draws others. */
const seed = Number(process.env.LISTS_SEED ?? 1);

test(`a list gives the same orders for every number that is parsed at once (seed ${seed})`, () => {
  fc.assert(
    fc.property(fc.array(order, { maxLength: 40 }), fc.constantFrom("", " \n"), (orders, blank) => {
      const ids = orders.map((each) => (each as { id: bigint }).id);
      const reading = read(`${blank}${formatJson(orders)}${blank}`);
      expect(reading.fault).toBeUndefined();
      expect([...reading.ids]).toEqual(ids);
      expect(reading.count).toBe(ids.length);
      expect(reading.repeated !== undefined).toBe(new Set(ids).size < ids.length);
      expect(new Set(reading.watched.keys())).toEqual(new Set(ids.filter((each) => each % 7n === 0n)));
    }),
    { numRuns: 60, seed },
  );
});

test(`a list gives the same reading after any other lists (seed ${seed})`, () => {
  const fault = fc.constantFrom<Json[]>([], [], [], [null], [{ id: "x" }]);
  const list = fc.tuple(fc.array(order, { maxLength: 40 }), fault, fc.constantFrom("", " \n", "]"));
  fc.assert(
    fc.property(fc.array(list, { minLength: 2, maxLength: 5 }), fc.nat(40), (lists, cut) => {
      const reader = new ListReader(isWatched);
      for (const [orders, faults, behind] of lists)
        for (const shown of [orders, orders.toSpliced(cut, 1), orders.toSpliced(cut, 0, ...faults)]) {
          const text = formatJson(shown) + behind;
          expect(reader.read(encode(text))).toEqual(read(text));
        }
    }),
    { numRuns: 60, seed },
  );
});

test("a list that lacks one order of the previous list is parsed only around that order", () => {
  const orders = Array.from({ length: 1000 }, (_each, place) => ({ id: BigInt(place), note }));
  const text = formatJson(orders);
  const reader = new ListReader(isWatched);
  reader.read(encode(text));
  const parse = vi.spyOn(JSON, "parse");
  reader.read(encode(text.replace(/\{"id":500,.*?\},/, "")));
  const parsed = parse.mock.calls.reduce((sum, [part]) => sum + part.length, 0);
  parse.mockRestore();
  expect(parsed).toBeLessThan(text.length / 50);
});

test("lists of the same orders in another order have the same set of ids", () => {
  const [one, other] = ['[{"id":2},{"id":1}]', '[{"id":1},{"id":2,"petId":3}]'].map(read);
  expect(one!.idSet).toBe(other!.idSet);
  expect(one!.idSet).not.toBe(read('[{"id":1}]').idSet);
});

test.each([
  ["cut off", (text: string) => text.slice(0, -1)],
  ["with a comma too many", (text: string) => text.replace("},{", "},,{")],
  ["with a bracket in place of a comma", (text: string) => text.replace("},{", "}{{")],
  ["with a bracket behind it", (text: string) => `${text}]`],
  ["in an envelope", (text: string) => `{"orders":${text}}`],
])("a list %s is not read as a list", (_, spoil) => {
  const orders = Array.from({ length: 40 }, (_each, place) => ({ id: BigInt(place), note }));
  expect(read(spoil(formatJson(orders))).fault?.kind).toBe("json-array");
});

test("an element that is not an order is named by its place, and orders without an id are noted", () => {
  const reading = read('[{"id":1},null,{"id":"x"},{"quantity":2}]');
  expect(reading.faults.map(({ kind }) => kind)).toEqual(["is-object", "id"]);
  expect(reading.faults[0]!.expected).toContain("element 1");
  expect(reading.allHaveIds).toBe(false);
});

test("the first of two orders with the same id counts", () => {
  const reading = read('[{"id":35,"petId":1},{"id":2},{"id":35,"petId":2}]');
  expect(reading.repeated).toBe(35n);
  expect(reading.watched.get(35n)).toEqual({ id: 35n, petId: 1n });
});

test.each([
  ["more elements than are read", (many: number) => `[${"{},".repeat(many)}{}]`, "1500000 elements"],
  ["a longer element than is read", (many: number) => `[{"a":"${"a".repeat(many)}"}]`, "1 MiB"],
  ["more levels than are read", () => `[${"[".repeat(600)}${"]".repeat(600)}]`, "500 levels"],
])("a list with %s is refused with the reason", (_what, textOf, words) => {
  const { fault } = read(textOf(1_500_000));
  expect(fault?.received).toMatch(/^a body that is too much to read/);
  expect(fault?.received).toContain(words);
});

test("the same bytes have one digest at any place in memory", () => {
  const text = '[{"id":9007199254740993}]';
  const expected = digestOf(new TextEncoder().encode(text));
  for (const offset of [0, 1, 2, 3]) {
    // Buffers that Node takes from its pool may begin at any offset.
    const bytes = Buffer.alloc(64).subarray(offset, offset + text.length);
    bytes.write(text);
    expect(digestOf(bytes)).toBe(expected);
  }
});

test.each([0, 1, 2, 3])("a different byte at offset %i makes a different digest", (offset) => {
  const at = (text: string) => {
    const bytes = Buffer.alloc(64).subarray(offset, offset + text.length);
    bytes.write(text);
    return bytes;
  };
  const text = '[{"id":17,"quantity":3}]';
  for (const length of [1, 3, 4, 5, text.length]) {
    const part = text.slice(0, length);
    for (let wrong = 0; wrong < length; wrong++) {
      const other = `${part.slice(0, wrong)}~${part.slice(wrong + 1)}`;
      expect(digestOf(at(other))).not.toBe(digestOf(at(part)));
    }
  }
  expect(digestOf(at(`${text} `))).not.toBe(digestOf(at(text)));
});
