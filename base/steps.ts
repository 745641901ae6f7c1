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
