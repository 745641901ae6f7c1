import { expect, test } from "vitest";
import { formatSection, whereOthersWin } from "./report.ts";

test("whoever is better than the mock is named, the most first", () => {
  const text = whereOthersWin([
    { what: "list", other: "A", mockIsBetter: 2 },
    { what: "401s", other: "B", mockIsBetter: 0.8 },
    { what: "start", other: "C", mockIsBetter: 0.5 },
  ]);
  expect(text).toBe(
    "The mock and a peer met 3 times. A peer was better in 2:\n\n- start: C is 2.00 times as good.\n- 401s: B is 1.25 times as good.",
  );
  expect(whereOthersWin([])).toContain("None was better");
});

test("a section is a heading, its notes and a table set right but for the first column", () => {
  const table = [
    ["", "lists/s"],
    ["the mock", "10"],
  ];
  expect(formatSection({ title: "The list", notes: ["A note."], table, duels: [] })).toBe(
    "## The list\n\nA note.\n\n|          | lists/s |\n| :------- | ------: |\n| the mock |      10 |",
  );
});
