import { expect, test } from "vitest";
import { tellHistory } from "../testing/tell-history.ts";
import { warningsOf } from "./warnings.ts";

/** What a report notes of a list of these ids. */
function notesOf(ids: readonly bigint[]): string {
  const { history, call } = tellHistory();
  call(1, "GET", "", 200, Buffer.from(`[${ids.map((id) => `{"id":${id}}`).join()}]`), "key");
  return warningsOf(history).join("\n");
}

const beyond = 2n ** 53n;
const evenIds = (count: number) =>
  Array.from({ length: count }, (_, index) => beyond + 2n + 14n * BigInt(index));
const isRounded = (ids: readonly bigint[]) => notesOf(ids).includes("may have been rounded");

test("eight ids beyond 2^53 that are all doubles get a note with the probability", () => {
  expect(notesOf([5n, ...evenIds(8)])).toContain(
    "Each of the 8 listed ids beyond 2^53 is one that a double can hold. By chance that happens once in 256 times",
  );
  const large = Array.from({ length: 9 }, (_, index) => -(2n ** 62n + 1024n * BigInt(index)));
  expect(notesOf(large)).toContain("once in 2^90 times");
});

test.each([
  ["seven of them", evenIds(7)],
  ["one that is no double among them", [...evenIds(8), beyond + 1n]],
  ["ids up to 2^53", Array.from({ length: 20 }, (_, index) => beyond - BigInt(index))],
  ["no ids", []],
])("there is no note about %s", (_name, ids) => {
  expect(isRounded(ids)).toBe(false);
});

test.each([
  ["12.0", 409, true],
  ["0xc", 409, true],
  ["1_2", 409, true],
  ["%EF%BC%91%EF%BC%92", 409, true],
  ["012", 409, false],
  ["+12", 409, false],
  ["%2012", 409, false],
  ["12;v=1", 409, false],
  ["%312", 409, false],
  ["12.0", 404, false],
])("there is a note that the id %s of order 12, answered %i, was converted: %s", (id, status, isNoted) => {
  const { history, cancel, list } = tellHistory([12n]);
  list(1, 12, 105);
  cancel(10, "abc", 404);
  cancel(20, id, status);
  expect(warningsOf(history).some((note) => note.includes("only a conversion"))).toBe(isNoted);
});
