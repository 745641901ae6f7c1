import { expect, test } from "vitest";
import { ConcurrencyLimit } from "./throttle.ts";

/** A limit with many waiting tasks; `endOne` ends one of the running ones. */
function createLimit(places: number) {
  const limit = new ConcurrencyLimit(places);
  const inside: (() => void)[] = [];
  const enter = (turn?: "now") => void limit.run(() => new Promise<void>((end) => inside.push(end)), turn);
  const endOne = async () => {
    limit.grow();
    inside.shift()!();
    await new Promise((resolve) => setImmediate(resolve));
  };
  for (let count = 0; count < 400; count++) enter();
  return { limit, inside, enter, endOne };
}

test.each([1, 2, 8, 20])("calls begin with two of %i places, and get all", async (places) => {
  const { inside, endOne } = createLimit(places);
  expect(inside).toHaveLength(Math.min(2, places));
  for (let count = 0; count < 40; count++) await endOne();
  expect(inside).toHaveLength(places);
});

test("each halving counts for the rest of the run, down to two places", async () => {
  const { limit, inside, endOne } = createLimit(8);
  for (let count = 0; count < 20; count++) await endOne();
  for (const places of [4, 2, 2]) {
    limit.halve();
    for (let count = 0; count < 20; count++) await endOne();
    expect(inside).toHaveLength(places);
  }
});

test("once simultaneous calls are not the reason, all places are used", async () => {
  const { limit, inside, endOne } = createLimit(8);
  limit.halve();
  limit.lift();
  limit.halve();
  await endOne();
  expect(inside).toHaveLength(8);
});

test("calls that must be sent together do not wait for places", () => {
  const { inside, enter } = createLimit(1);
  for (let count = 0; count < 5; count++) enter("now");
  expect(inside).toHaveLength(6);
});

test("the place of an urgent call goes to the urgent call that waited for it", async () => {
  const limit = new ConcurrencyLimit(1);
  const sent: string[] = [];
  const send = (name: string, turn?: "next") => limit.run(async () => void sent.push(name), turn);
  const first = send("first", "next");
  const other = send("other");
  await first;
  await send("second", "next");
  await other;
  expect(sent).toEqual(["first", "second", "other"]);
});
