import { describe, expect, test } from "vitest";
import { observations } from "../observations/observations.ts";
import { listed, writeHistory } from "../testing/write-history.ts";
import { explainHistory } from "./explain-history.ts";

const otherValues = { petId: 8, quantity: 2, shipDate: "2026-12-24T08:00:00Z", complete: true };
const fields = Object.keys(otherValues) as (keyof typeof otherValues)[];
const ids = [101, 102, 103, 104, 105];
const only = [105];

/** Lists one after the other; before the third, a cancel of order 105 is refused. */
function blamedIn(lists: readonly (readonly object[])[]) {
  const { history, list, cancel } = writeHistory();
  for (const [at, orders] of lists.entries()) {
    if (at === 2) cancel(25, 105, 409);
    list(10 + at * 10, ...orders);
  }
  return explainHistory(history).faults.map(({ order, found }) => `${order}: ${found.expected}`);
}

describe.each(fields)("%s", (field) => {
  const without = (id: number) =>
    Object.fromEntries(Object.entries(listed(id)).filter(([name]) => name !== field));
  /** @param lacking which orders lack the field, in each list */
  const lackingIn = (lacking: readonly (readonly number[])[]) =>
    lacking.map((some) => ids.map((id) => (some.includes(id) ? without(id) : listed(id))));
  const blamed = [`105: ${field} of order 105 as before`];

  test("has changed where it comes back with another value", () => {
    const lists = lackingIn([[], [], only]);
    const others = lists[0]!.slice(0, 4);
    expect(blamedIn([...lists, [...others, { ...listed(105), [field]: otherValues[field] }]])).toEqual(
      blamed,
    );
  });

  test.each<[string, readonly (readonly number[])[]]>([
    ["is left out, and shown again", [[], [], only, only, []]],
    ["is left out of every order", [[], [], ids, ids]],
    ["was not shown before", [ids, ids, [], []]],
  ])("has not changed where it %s", (_why, lacking) => {
    expect(blamedIn(lackingIn(lacking))).toEqual([]);
  });

  test("is changed by a cancel after which the order lacks it", () => {
    const { history, list, cancel } = writeHistory();
    list(10, ...ids);
    cancel(20, 101, 204);
    list(30, without(101), 102, 103, 104, 105);
    expect(observations.cancelledInList.observe(history)).toMatchObject({ answer: "changed" });
  });
});

test.each<[string, number[][], string[]]>([
  ["in the shop's own course where one was that no call named", [[], [103], [103, 105]], []],
  ["by the call that named it where no other was", [[], [], [105]], ["105: complete of order 105 as before"]],
])("an order is completed %s", (_why, lists, blamed) => {
  const shown = lists.map((done) => ids.map((id) => ({ ...listed(id), complete: done.includes(id) })));
  expect(blamedIn(shown)).toEqual(blamed);
});
