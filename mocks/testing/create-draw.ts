import { createSeededChance } from "../../base/seeded-chance.ts";

/** Whole numbers from 0 up to a limit, the same for the same seed. */
export function createDraw(seed: number): (limit: number) => number {
  const chance = createSeededChance(seed);
  return (limit) => Math.floor(chance() * limit);
}
