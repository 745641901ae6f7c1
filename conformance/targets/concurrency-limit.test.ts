import { expect, test } from "vitest";
import { createConcurrencyLimit } from "./concurrency-limit.ts";

/** Tasks that wait to be ended one by one. */
function createLimit(places: number) {
  const limit = createConcurrencyLimit(places);
  const inside: (() => void)[] = [];
  const enter = (atOnce?: boolean) => {
    void limit.run(() => new Promise<void>((end) => inside.push(end)), atOnce ? "now" : undefined);
  };
  const answer = async (ms: number) => {
    limit.took("GET", ms);
    inside.shift()!();
    await new Promise((resolve) => setImmediate(resolve));
  };
  for (let count = 0; count < 400; count++) enter();
  return { limit, inside, enter, answer };
}

test.each([
  [1, 1],
  [2, 2],
  [8, 8],
  [20, 20],
])("calls begin with two of %i places, and get all while answers stay fast", async (places, most) => {
  const { inside, answer } = createLimit(places);
  expect(inside).toHaveLength(Math.min(2, places));
  for (let count = 0; count < 40; count++) await answer(100);
  expect(inside).toHaveLength(most);
});

test("slower answers halve the places, down to two, which then increase one by one", async () => {
  const { inside, answer } = createLimit(8);
  for (let count = 0; count < 40; count++) await answer(100);
  for (let count = 0; count < 6; count++) await answer(2000);
  while (inside.length > 4) await answer(100);
  const before = inside.length;
  for (let count = 0; count < 60; count++) await answer(100);
  expect(before).toBeLessThanOrEqual(4);
  expect(inside).toHaveLength(8);
});

test("a server on the same machine that answers its calls one by one does not count as slow", async () => {
  const { inside, answer } = createLimit(8);
  for (let count = 0; count < 100; count++) await answer(1 + 2 * inside.length);
  expect(inside).toHaveLength(8);
});

test("a refusal halves the places for the rest of the run", async () => {
  const { limit, inside, answer } = createLimit(8);
  for (let count = 0; count < 40; count++) await answer(100);
  limit.halve();
  for (let count = 0; count < 100; count++) await answer(100);
  expect(inside).toHaveLength(4);
});

test("calls that must be sent together do not wait for places", () => {
  const { inside, enter } = createLimit(1);
  for (let count = 0; count < 5; count++) enter(true);
  expect(inside).toHaveLength(6);
});
