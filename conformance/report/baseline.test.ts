import { expect, test } from "vitest";
import { mixedReport } from "../testing/sample-reports.ts";
import { applyBaseline, extendBaseline, formatBaseline, parseBaseline } from "./baseline.ts";
import type { Outcome } from "./report.ts";

const good = { id: "cancel-order/shipped", reason: "Ticket 12.", expires: "2030-01-31" };
const { id, expires } = good;
const noDay = "[0].expires must be a day as in 2027-01-31, got ";

test("a valid entry is read unchanged, and so is an empty baseline", () => {
  const whole = { ...good, ticket: "SHOP-12", firstSeen: "2026-01-02", lastSeen: "2026-01-03" };
  expect(parseBaseline([whole], "b.json")).toEqual([whole]);
  expect(parseBaseline([good], "b.json")).toEqual([good]);
  expect(parseBaseline([], "b.json")).toEqual([]);
  expect(parseBaseline([{ ...good, expires: "2028-02-29" }], "b.json")).toHaveLength(1);
});

test.each<[string, unknown, string]>([
  ["no array", { entries: [] }, "it must be an array of {id, reason, expires}, got "],
  ["an entry that is no object", [good, "x"], '[1] must be an object, got "x".'],
  ["a member too many", [{ ...good, expire: "x" }], '[0] has a member "expire". Did you mean expires?'],
  ["an id that is none", [{ ...good, id: 7n }], "[0].id must be a requirement, got "],
  ["a mistyped id", [{ ...good, id: "cancel-order/shiped" }], 'shiped". Did you mean cancel-order/shipped?'],
  ["an id far from any", [{ ...good, id: "something-else-altogether" }], "A report in json names them all."],
  ["an id twice", [good, { ...good, reason: "Again." }], "[1].id is named twice, cancel-order/shipped."],
  ["no reason", [{ id, expires }], "[0].reason must say why cancel-order/shipped fails"],
  ["the reason that was to be changed", [{ ...good, reason: "CHANGE ME: later" }], "[0].reason must say why"],
  ["no day", [{ id, reason: "x" }], noDay],
  ["a moment", [{ ...good, expires: "2030-01-01T00:00:00Z" }], noDay],
  ["a day that is none", [{ ...good, expires: "2030-02-30" }], `${noDay}"2030-02-30".`],
  [
    "a ticket that is no text",
    [{ ...good, ticket: 12n }],
    "[0].ticket must be a ticket's name or address, got ",
  ],
  [
    "a mistaken day of the last failure",
    [{ ...good, lastSeen: "today" }],
    "[0].lastSeen must be a day as in 2027",
  ],
])("a baseline with %s is refused", (_name, value, fragment) => {
  const read = () => parseBaseline(value as Parameters<typeof parseBaseline>[0], "b.json");
  expect(read).toThrow(expect.objectContaining({ name: "BadInput" }));
  expect(read).toThrow(fragment);
  expect(read).toThrow(/^Cannot use baseline b\.json: [^\n]+$/);
});

/** An entry covers a failure until the end of its day, and is stale once its requirement passes. */
test.each<[Outcome | undefined, before: string, lastDay: string, after: string]>([
  ["failed", "known", "known", "expired"],
  ["warned", "known", "known", "expired"],
  ["passed", "stale", "stale", "stale"],
  ["untested", "", "", ""],
  ["errored", "", "", ""],
  [undefined, "", "", ""],
])("for a requirement that is %s an entry is %j, on its last day %j, and then %j", (outcome, ...states) => {
  const found = ["2026-01-01", expires, "2030-02-01"].map((today) => {
    const { known, stale, expired } = applyBaseline(outcome ? [{ id, outcome }] : [], [good], today);
    return Object.entries({ known, stale, expired }).flatMap(([state, { length }]) =>
      Array(length).fill(state),
    );
  });
  expect(found.map(String)).toEqual(states);
});

test("a written baseline names each failed must, ninety days from the run, and is refused until its reasons are filled in", () => {
  const text = formatBaseline(extendBaseline([], mixedReport));
  const written = JSON.parse(text);
  expect(text.endsWith("]\n")).toBe(true);
  expect(written.map(({ id }: { id: string }) => id)).toEqual(["cancel-order/shipped", "errors/404-code"]);
  for (const { expires } of written) expect(expires).toBe("2026-06-01");
  expect(() => parseBaseline(written, "b.json")).toThrow(/\[0\]\.reason must say why/);
  for (const entry of written) entry.reason = "Ticket 13.";
  expect(parseBaseline(written, "b.json")).toEqual(written);
});
