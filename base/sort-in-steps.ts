import type { Steps } from "./steps.ts";

const batch = 1024;

type Compare<Item> = (a: Item, b: Item) => number;

/** The items in order, equal ones in the order in which they came, as `Array.sort` has it. */
export function* sortInSteps<Item>(items: readonly Item[], compare: Compare<Item>): Steps<readonly Item[]> {
  let runs: (readonly Item[])[] = [];
  for (let start = 0; start < items.length; start += batch) {
    runs.push(items.slice(start, start + batch).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: (readonly Item[])[] = [];
    for (let index = 0; index < runs.length; index += 2) {
      merged.push(yield* merge(runs[index]!, runs[index + 1] ?? [], compare));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

function* merge<Item>(
  left: readonly Item[],
  right: readonly Item[],
  compare: Compare<Item>,
): Steps<readonly Item[]> {
  if (right.length === 0) return left;
  const merged: Item[] = [];
  let [atLeft, atRight] = [0, 0];
  while (atLeft < left.length || atRight < right.length) {
    const isLeft =
      atRight === right.length || (atLeft < left.length && compare(left[atLeft]!, right[atRight]!) <= 0);
    merged.push(isLeft ? left[atLeft++]! : right[atRight++]!);
    if (merged.length % batch === 0) yield;
  }
  return merged;
}
