import { createSeededChance } from "../../base/seeded-chance.ts";

/** The seed, the same in each run, so that CI judges the commit; `STORE_ORDERS_PROOF_SEED=N` draws other cases. */
export const proofSeed = Number(process.env.STORE_ORDERS_PROOF_SEED ?? 1);

/** A number of drawn cases; `STORE_ORDERS_PROOF_TIMES=N` makes it that many times as large. */
export const manyCases = (count: number): number => count * Number(process.env.STORE_ORDERS_PROOF_TIMES ?? 1);

/** Whole numbers from 0 up to a limit, the same for the same seed. */
export function createDraw(seed: number): (limit: number) => number {
  const chance = createSeededChance(seed);
  return (limit) => Math.floor(chance() * limit);
}
