import fc from "fast-check";
import { expect, test } from "vitest";
import { finish, inBatches, sortInSteps } from "./steps.ts";

test("a list is sorted as the engine sorts it, equal ones in the order in which they came", () => {
  const lists = fc.array(fc.record({ key: fc.nat(50), place: fc.nat() }), { maxLength: 5000, size: "max" });
  fc.assert(
    fc.property(lists, (list) => {
      const compare = (a: { key: number }, b: { key: number }) => a.key - b.key;
      expect(finish(sortInSteps(list, compare))).toEqual(list.toSorted(compare));
    }),
    { numRuns: 30 },
  );
});

test("work on many things can be left every so often, and comes to all of them", () => {
  const done: number[] = [];
  const steps = inBatches(
    Array.from({ length: 1000 }, (_, index) => index),
    (item) => done.push(item),
  );
  let last = 0;
  while (!steps.next().done) {
    expect(done.length - last).toBeLessThan(100);
    last = done.length;
  }
  expect(done).toHaveLength(1000);
});
