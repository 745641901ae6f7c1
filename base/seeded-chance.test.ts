import { describe, expect, test } from "vitest";
import { createSeededChance } from "./seeded-chance.ts";

const draws = (seed: number, stream: number, count: number) => {
  const draw = createSeededChance(seed, stream);
  return Array.from({ length: count }, draw);
};

describe("seeded chances", () => {
  test("are the same for the same seed and stream, and differ for others", () => {
    expect(draws(1, 0, 20)).toEqual(draws(1, 0, 20));
    expect(draws(1, 0, 20)).not.toEqual(draws(2, 0, 20));
    expect(draws(1, 0, 20)).not.toEqual(draws(1, 1, 20));
  });

  test.each([0, 1, 2, 12345, 2 ** 32 - 1])("are spread evenly over 0 to 1 (seed %i)", (seed) => {
    for (const stream of [0, 1, 2]) {
      const values = draws(seed, stream, 10_000);
      const tenths = new Array<number>(10).fill(0);
      for (const value of values) tenths[Math.floor(value * 10)]!++;
      expect(values.every((value) => value >= 0 && value < 1)).toBe(true);
      // Six standard deviations either side of 1000.
      expect(Math.min(...tenths)).toBeGreaterThan(820);
      expect(Math.max(...tenths)).toBeLessThan(1180);
    }
  });

  test("of neighbouring seeds and streams do not correlate", () => {
    const all = [0, 1, 2, 3].flatMap((seed) => [0, 1, 2].flatMap((stream) => draws(seed, stream, 1000)));
    // Two sequences that were steps of one would share most of their numbers.
    expect(new Set(all).size).toBeGreaterThan(all.length - 3);
  });
});
