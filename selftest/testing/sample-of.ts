import { createSeededChance } from "../../base/seeded-chance.ts";

/** Some of the items, drawn by a seed: the same ones wherever the list and the seed are the same. */
export function sampleOf<Item>(items: readonly Item[], count: number, seed: number): readonly Item[] {
  const chance = createSeededChance(seed);
  const marked = items.map((item) => ({ item, mark: chance() }));
  marked.sort((one, other) => one.mark - other.mark);
  return marked.slice(0, count).map(({ item }) => item);
}
