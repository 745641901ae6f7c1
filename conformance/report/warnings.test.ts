import { expect, test } from "vitest";
import { defaultRequirements } from "../requirements/all-requirements.ts";
import { judge } from "../requirements/requirement.ts";
import { type HistoryWriter, writeHistory } from "../testing/write-history.ts";
import { warningsOf } from "./warnings.ts";

/** The notes of a report about a history, each in a line. */
function notesOf(write: (writer: HistoryWriter) => void, pending?: readonly bigint[]): string {
  const writer = writeHistory(pending);
  write(writer);
  return warningsOf(writer.history).join("\n");
}

test.each([
  [
    204,
    /^409; it may not have been pending when it was given, since 2 other .* It counts as a failure, since/,
  ],
  [409, /^409$/],
])(
  "an order refused as shipped may have been given wrongly where others are answered %i",
  (others, received) => {
    const { history, cancel, list } = writeHistory();
    list(1, 101, 102, 103, 104, 105);
    for (const id of [101, 102, 103]) cancel(id, id, id === 102 ? 409 : others);
    list(200, ...(others === 204 ? [102, 104, 105] : [101, 102, 103, 104, 105]));
    const pending = defaultRequirements.find(({ id }) => id === "cancel-order/pending")!;
    expect(judge(pending, history).contradiction?.received).toMatch(received);
  },
);

test.each([
  [
    409,
    "204; it may not have been shipped when it was given, since only its first cancel was carried out. It counts as a failure, since it was given as shipped",
  ],
  [204, "204"],
])(
  "a shipped order that is cancelled may have been given wrongly where a further cancel is answered %i",
  (further, received) => {
    const { history, cancel } = writeHistory();
    cancel(10, 105, 204);
    cancel(20, 105, further);
    const shipped = defaultRequirements.find(({ id }) => id === "cancel-order/shipped")!;
    expect(judge(shipped, history).contradiction?.received).toBe(received);
  },
);

const swapped = "Pending and shipped orders look swapped";
const usedUp = "an earlier run may have used them up";

test.each<[string, pending: readonly number[], shipped: number, note: string]>([
  ["that were swapped", [409, 409], 204, swapped],
  ["that are all used up, answered 409", [409, 409], 409, usedUp],
  ["that are all used up, the pending ones answered 404", [404, 404], 409, usedUp],
  ["in the given states", [204, 204], 409, ""],
  ["of which one is used up", [204, 409], 409, ""],
  ["of which pending ones fail", [500, 500], 409, ""],
])("orders %s", (_name, pending, shipped, note) => {
  const notes = notesOf(({ cancel }) => {
    for (const [index, status] of pending.entries()) {
      cancel(10 + index, 101 + index, status);
      cancel(20 + index, 101 + index, 409);
    }
    cancel(30, 105, shipped);
    cancel(40, 105, 409);
  });
  expect([swapped, usedUp].filter((text) => notes.includes(text)).join()).toBe(note);
});

test.each([
  [4, 8, "No list holds more than 4 orders"],
  [8, 8, undefined],
  // Two orders left the list, and only one new order appeared in it.
  [4, 5, undefined],
])("a note says that a list with the first %i of %i orders may be a page", (size, orders, note) => {
  const all = Array.from({ length: orders }, (_, index) => 101 + index);
  const notes = notesOf(({ list, cancel }) => {
    list(10, ...all.slice(0, size));
    cancel(20, 101, 204);
    list(30, ...all.slice(1, size + 1));
    cancel(40, 102, 204);
    list(50, ...all.slice(2, size + 2));
  });
  expect(/No list holds more than \d+ orders/.exec(notes)?.[0]).toBe(note);
});

test.each([
  ["to each call without the key alone", 429, 200, true],
  ["to all calls but the first without the key", 401, 200, false],
  ["to calls with the key as well", 429, 429, false],
])("whether 429 %s may replace 401 is noted", (_what, firstBad, lastKeyed, isNoted) => {
  const notes = notesOf(({ call }) => {
    for (let at = 1; at < 20; at++) call(at * 10, "GET", "", at === 1 ? firstBad : 429, []);
    call(300, "GET", "", lastKeyed, [], "key");
  });
  expect(notes.includes("429 in place of 401")).toBe(isNoted);
});

const all = [101, 102, 103, 104, 105];

test.each([
  ["between two that show it is noted", [[...all, 900], all, [...all, 900]], true],
  ["from one list on is not", [[...all, 900], all, all], false],
])("a list that lacks another client's order %s", (_what, lists, isNoted) => {
  const notes = notesOf(({ list }) => {
    for (const [index, shown] of lists.entries()) list(10 * index, ...shown);
  });
  expect(notes.includes("such as order 900")).toBe(isNoted);
});

test.each<[string, lists: readonly (readonly number[])[], note: string]>([
  [
    "that leaves the list around a cancel is noted",
    [[...all, 900], all.slice(1), all.slice(1)],
    "1 order that was",
  ],
  ["that comes back is not", [[...all, 900], all.slice(1), [...all.slice(1), 900]], ""],
  [
    "is not, where another one leaves at another time",
    [[...all, 900, 901], [...all.slice(1), 901], all.slice(1)],
    "",
  ],
])("another client's order %s", (_what, [first, second, third], note) => {
  const notes = notesOf(({ list, cancel }) => {
    list(10, ...first!);
    cancel(20, 101, 204);
    list(30, ...second!);
    list(40, ...third!);
  });
  expect(/\S+ order that was(?= not given left the list)/.exec(notes)?.[0] ?? "").toBe(note);
});

test("a byte order mark is noted", () => {
  const body = Buffer.from("\ufeff[]");
  expect(notesOf(({ call }) => void call(1, "GET", "", 200, body, "key"))).toContain("a byte order mark");
});

test("calls without an answer at any try are noted", () => {
  const notes = notesOf(({ call }) => void call(10, "DELETE", "/%C2%B2", undefined, undefined, "key"));
  expect(notes).toContain("1 call got no answer at any try, such as DELETE /store/orders/%C2%B2");
});

const beyond = 2n ** 53n;
const evenIds = (count: number) =>
  Array.from({ length: count }, (_, index) => beyond + 2n + 14n * BigInt(index));
const largeIds = Array.from({ length: 9 }, (_, index) => -(2n ** 62n + 1024n * BigInt(index)));

test.each<[string, readonly bigint[], string | undefined]>([
  ["eight ids beyond 2^53 that are all doubles", [5n, ...evenIds(8)], "once in 256 times"],
  ["ids far beyond 2^53", largeIds, "once in 2^90 times"],
  ["seven such ids", evenIds(7), undefined],
  ["ids of which one is not a double", [...evenIds(8), beyond + 1n], undefined],
  ["ids up to 2^53", Array.from({ length: 20 }, (_, index) => beyond - BigInt(index)), undefined],
  ["no ids", [], undefined],
])("a note gives the probability of %s", (_name, ids, odds) => {
  const body = Buffer.from(`[${ids.map((id) => `{"id":${id}}`).join()}]`);
  const notes = notesOf(({ call }) => void call(1, "GET", "", 200, body, "key"));
  expect(/once in \S+ times(?=, so they may have been rounded)/.exec(notes)?.[0]).toBe(odds);
});

const reason =
  " An order is left out whose id, rounded to a double, is that of another client's listed order.";

test.each<[string, listed: readonly bigint[], given: readonly bigint[], note: string]>([
  [
    "of which one is beside another client's",
    [beyond],
    [beyond + 1n],
    `1 given order was not used: ${beyond + 1n}.${reason}`,
  ],
  ["of which none is listed", [900n], [beyond + 1n], `1 given order was not used: ${beyond + 1n}.`],
  [
    "beside another given one",
    [beyond],
    [beyond, beyond + 1n],
    `2 given orders were not used: ${beyond}, ${beyond + 1n}.`,
  ],
])("there is a note of unused orders %s", (_name, ids, given, note) => {
  const body = Buffer.from(`[${ids.map((id) => `{"id":${id}}`).join()}]`);
  const notes = notesOf(({ call, cancel }) => {
    call(1, "GET", "", 200, body, "key");
    cancel(10, 105, 409);
  }, given);
  expect(notes.split("\n")).toContain(note);
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
  const notes = notesOf(
    ({ cancel, list }) => {
      list(1, 12, 105);
      cancel(10, "abc", 404);
      cancel(20, id, status);
    },
    [12n],
  );
  expect(notes.includes("only a conversion")).toBe(isNoted);
});
