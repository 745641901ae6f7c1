/** Work in steps: whoever does it may do something else in between, so that one request stops no others. */

/** It yields where it can be left for a while. */
export type Steps<Value> = Generator<undefined, Value, undefined>;

export function finish<Value>(steps: Steps<Value>): Value {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Whether a value is work that waits to be done. */
export function isSteps(value: unknown): value is Steps<unknown> {
  return typeof value === "object" && value !== null && Symbol.iterator in value && "next" in value;
}

/** So many small things are done between two yields. */
const batch = 64;

/** The items, with a step after every few of them. */
export function* inBatches<Item>(items: Iterable<Item>, use: (item: Item) => void): Steps<void> {
  let count = 0;
  for (const item of items) {
    use(item);
    if (++count % batch === 0) yield;
  }
}

/** So many are sorted or merged between two yields. */
const runLength = 1024;

type Compare<Item> = (a: Item, b: Item) => number;

/** The items in order, equal ones in the order in which they came, as `Array.sort` has it. */
export function* sortInSteps<Item>(items: readonly Item[], compare: Compare<Item>): Steps<readonly Item[]> {
  let runs: (readonly Item[])[] = [];
  for (let start = 0; start < items.length; start += runLength) {
    runs.push(items.slice(start, start + runLength).sort(compare));
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
    if (merged.length % runLength === 0) yield;
  }
  return merged;
}
