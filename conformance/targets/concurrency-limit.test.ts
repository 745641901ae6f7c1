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
])(
  "two of %i places are open at first, and all where answers come as fast as before",
  async (places, most) => {
    const { inside, answer } = createLimit(places);
    expect(inside).toHaveLength(Math.min(2, places));
    for (let count = 0; count < 40; count++) await answer(100);
    expect(inside).toHaveLength(most);
  },
);

test("later answers halve the places, down to two, and they grow again one by one", async () => {
  const { inside, answer } = createLimit(8);
  for (let count = 0; count < 40; count++) await answer(100);
  for (let count = 0; count < 6; count++) await answer(2000);
  while (inside.length > 4) await answer(100);
  const before = inside.length;
  for (let count = 0; count < 60; count++) await answer(100);
  expect(before).toBeLessThanOrEqual(4);
  expect(inside).toHaveLength(8);
});

test("a server on the same machine that takes its calls in turn is not thought to be late", async () => {
  const { inside, answer } = createLimit(8);
  for (let count = 0; count < 100; count++) await answer(1 + 2 * inside.length);
  expect(inside).toHaveLength(8);
});

test("a refusal halves the places for good", async () => {
  const { limit, inside, answer } = createLimit(8);
  for (let count = 0; count < 40; count++) await answer(100);
  limit.halve();
  for (let count = 0; count < 100; count++) await answer(100);
  expect(inside).toHaveLength(4);
});

test("calls that must go out together wait for no place", () => {
  const { inside, enter } = createLimit(1);
  for (let count = 0; count < 5; count++) enter(true);
  expect(inside).toHaveLength(6);
});
