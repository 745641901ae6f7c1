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

test("eight ids beyond 2^53 that are all doubles are worth a note with the odds", () => {
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
])("nothing is noted of %s", (_name, ids) => {
  expect(isRounded(ids)).toBe(false);
});
