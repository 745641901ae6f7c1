import { createSeededChance } from "../../base/seeded-chance.ts";
import { shuffled } from "../right/right-server.ts";

/** Some of the items, drawn by a seed: the same ones wherever the list and the seed are the same. */
export function sampleOf<Item>(items: readonly Item[], count: number, seed: number): readonly Item[] {
  return shuffled(items, createSeededChance(seed)).slice(0, count);
}
