import { describe, expect, test } from "vitest";
import { observations } from "../observations/observations.ts";
import { listed, tellHistory } from "../testing/tell-history.ts";
import { explainHistory } from "./explain-history.ts";

const fields = ["petId", "quantity", "shipDate", "complete"] as const;
const otherValues = { petId: 8, quantity: 2, shipDate: "2026-12-24T08:00:00Z", complete: true };
const ids = [101, 102, 103, 104, 105];

/** @param lists which orders lack the field, in each list; a cancel of order 105, which is refused, comes before the third */
function tellLacks(field: (typeof fields)[number], lists: readonly (readonly number[])[]) {
  const { history, list, cancel } = tellHistory();
  for (const [at, lacking] of lists.entries()) {
    if (at === 2) cancel(25, 105, 409);
    const without = (id: number) =>
      Object.fromEntries(Object.entries(listed(id)).filter(([name]) => name !== field));
    list(10 + at * 10, ...ids.map((id) => (lacking.includes(id) ? without(id) : id)));
  }
  return explainHistory(history).faults.map(({ order, found }) => [order, found.expected]);
}

describe.each(fields)("%s", (field) => {
  const only = [105];
  const blamed = [[105n, `${field} of order 105 as before`]];

  test("has changed where lists show it of other orders, and of this one never again", () => {
    expect(tellLacks(field, [[], [], only, only, only])).toEqual(blamed);
    expect(tellLacks(field, [[], [], only])).toEqual(blamed);
  });

  test.each<[string, readonly (readonly number[])[]]>([
    ["is shown again", [[], [], only, only, []]],
    ["is left out of every order", [[], [], ids, ids]],
    ["is left out now and then, and in the last list", [[], ids, only, [], only]],
    ["came back in another order", [[], [101], [], only]],
    ["was not shown before", [ids, ids, [], []]],
  ])("has not changed where it %s", (_why, lists) => {
    expect(tellLacks(field, lists)).toEqual([]);
  });

  test("has changed where it comes back with another value", () => {
    const { history, list, cancel } = tellHistory();
    const changed = { ...listed(105), [field]: otherValues[field] };
    const { [field]: _, ...without } = listed(105);
    list(10, ...ids);
    cancel(20, 105, 409);
    list(30, 101, 102, 103, 104, without);
    list(40, 101, 102, 103, 104, changed);
    expect(explainHistory(history).faults.map(({ order, found }) => [order, found.expected])).toEqual(blamed);
  });

  test("is changed by a cancel that leaves it out of the cancelled order", () => {
    const { history, list, cancel } = tellHistory();
    const { [field]: _, ...without } = listed(101);
    list(10, ...ids);
    cancel(20, 101, 204);
    list(30, without, 102, 103, 104, 105);
    expect(observations.cancelledInList.observe(history)).toMatchObject({ answer: "changed" });
  });
});
