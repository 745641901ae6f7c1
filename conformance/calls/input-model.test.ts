import { expect, test } from "vitest";
import { coverModel, dimensions, isPossible, type ModelRow } from "./input-model.ts";

const all = { hasPending: true, hasShipped: true, hasCancelled: true, sendsTargets: true };

test.each([1, 2, 3])(
  "with seed %i every possible pair of values is in a row, and no row is impossible",
  (seed) => {
    const rows = coverModel(all, seed);
    expect(rows.filter((row) => !isPossible(row))).toEqual([]);
    const names = Object.keys(dimensions) as (keyof ModelRow)[];
    const pairsOf = (of: readonly ModelRow[]) =>
      new Set(
        of.flatMap((row) =>
          names.flatMap((one) => names.map((other) => `${one}=${row[one]} ${other}=${row[other]}`)),
        ),
      );
    // Each value that two rows of another seed bring together is brought together here, too.
    const met = pairsOf(rows);
    expect([...pairsOf(coverModel(all, seed + 10))].filter((pair) => !met.has(pair))).toEqual([]);
  },
);

test("every credential is in a row with every state of a cancelled order", () => {
  const rows = coverModel(all, 1);
  const met = new Set(
    rows
      .filter(({ operation }) => operation === "cancel")
      .map(({ credential, state }) => `${credential} ${state}`),
  );
  // It may be carried out, or count as a bad key: no pending order is for both.
  for (const credential of dimensions.credential)
    for (const state of dimensions.state)
      if (credential !== "lowerCase" || state !== "pending") expect(met).toContain(`${credential} ${state}`);
});

test("no row may cancel a pending order", () => {
  const spending = coverModel(all, 1).filter(
    ({ credential, state, id }) =>
      (credential === "key" || credential === "lowerCase") &&
      state === "pending" &&
      (id === "exact" || id === "same"),
  );
  expect(spending).toEqual([]);
});
