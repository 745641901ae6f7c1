import fc from "fast-check";
import { expect, test } from "vitest";
import { formatJson, type Json } from "../../base/json.ts";
import { readList } from "./list-reader.ts";

const encoder = new TextEncoder();
/** So long that a batch is a few of them. */
const note = "n".repeat(12_000);

const id = fc.bigInt({ min: -3n, max: 60n });
const order: fc.Arbitrary<Json> = fc.record({ id, note: fc.constant(note) });
const lists = fc.array(order, { minLength: 20, maxLength: 40 });
const anything: fc.Arbitrary<Json> = fc.oneof(
  { weight: 8, arbitrary: order },
  { weight: 1, arbitrary: fc.record({ note: fc.constant(`,{"]}[${note}`) }) },
  { weight: 1, arbitrary: fc.constantFrom<Json>({ id: "x" }, null, [], { id: 1n, quantity: "2" }) },
);

interface Edit {
  readonly at: number;
  readonly remove: number;
  readonly put: readonly Json[];
}
const edit: fc.Arbitrary<Edit> = fc.record({
  at: fc.nat(40),
  remove: fc.nat(3),
  put: fc.array(anything, { maxLength: 2 }),
});

/** What a list may be beside a JSON array. */
const spoil = fc.constantFrom(
  ...Array.from({ length: 6 }, () => (text: string) => text),
  (text: string) => ` \n${text} `,
  (text: string) => text.slice(0, -1),
  (text: string) => text.replace(/,(?=[^,]*$)/, ",,"),
  (text: string) => text.replace(/,/, "{"),
  (text: string) => `${text}]`,
  (text: string) => `{"orders":${text}}`,
);
let looks = 0;
const isWatched = (each: bigint) => {
  looks++;
  return each % 7n === 0n;
};
const read = (text: string, before?: ReturnType<typeof readList>) =>
  readList(encoder.encode(text), isWatched, before);

test("a list shows the same, whichever list was read before it", () => {
  let piecewise = 0;
  fc.assert(
    fc.property(lists, fc.array(fc.tuple(fc.array(edit, { maxLength: 2 }), spoil)), (first, changes) => {
      let list: readonly Json[] = first;
      let before = read(formatJson(list as Json[]));
      for (const [edits, spoilt] of changes) {
        for (const { at, remove, put } of edits) list = list.toSpliced(at, remove, ...put);
        const text = spoilt(formatJson(list as Json[]));
        looks = 0;
        const after = read(text, before);
        const looksAtChange = looks;
        const alone = read(text);
        expect(after.reading).toEqual(alone.reading);
        if (2 * looksAtChange < looks) piecewise++;
        before = after;
      }
    }),
    { numRuns: 60 },
  );
  expect(piecewise).toBeGreaterThan(20);
});

test("of a list that changed in one place, the rest is not read again", () => {
  const orders = Array.from({ length: 100 }, (_, place) => ({ id: BigInt(place), note }));
  const seen: bigint[] = [];
  const before = readList(encoder.encode(formatJson(orders)), () => false);
  const changed = formatJson(orders.toSpliced(50, 1));
  const { reading } = readList(encoder.encode(changed), (each) => seen.push(each) < 0, before);
  expect(reading.count).toBe(99);
  expect(seen.length).toBeLessThan(20);
});

test("the first of two orders with the same id counts, also where it was read before", () => {
  const orders = Array.from({ length: 40 }, (_, place) => ({ id: BigInt(place), note }));
  const before = read(formatJson(orders));
  const twice = orders.with(20, { id: 35n, note: `other ${note}` });
  const { reading } = read(formatJson(twice), before);
  expect(reading.repeated).toBe(35n);
  expect(reading.watched.get(35n)).toEqual(twice[20]);
});
