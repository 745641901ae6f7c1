import { describe, expect, test } from "vitest";
import { mixedReport } from "../testing/sample-reports.ts";
import { applyBaseline, formatBaseline, parseBaseline } from "./baseline.ts";
import type { Outcome } from "./report.ts";

const good = { id: "cancel-order/shipped", reason: "Ticket 12.", expires: "2030-01-31" };

test("a baseline of a newer format is refused with both versions", () => {
  expect(() => parseBaseline({ schemaVersion: 2n, known: [] }, "known.json")).toThrow(
    /^Cannot use baseline known\.json: its schemaVersion is 2, this kit reads baselines of version 1/,
  );
});

test("a valid entry is read unchanged, and so is an empty baseline", () => {
  const whole = { ...good, ticket: "SHOP-12", firstSeen: "2026-01-02", lastSeen: "2026-01-03" };
  expect(parseBaseline([whole], "b.json")).toEqual([whole]);
  expect(parseBaseline([good], "b.json")).toEqual([good]);
  expect(parseBaseline([], "b.json")).toEqual([]);
  expect(parseBaseline([{ ...good, expires: "2028-02-29" }], "b.json")).toHaveLength(1);
});

test.each<[string, unknown, string]>([
  ["no array", { entries: [] }, "it must be an array of {id, reason, expires}, got "],
  ["null", null, "it must be an array"],
  ["an entry that is no object", [good, "x"], '[1] must be an object, got "x".'],
  ["an entry that is an array", [[]], "[0] must be an object"],
  ["a member too many", [{ ...good, expire: "x" }], '[0] has a member "expire". Did you mean expires?'],
  ["an id that is none", [{ ...good, id: 7n }], "[0].id must be a requirement, got "],
  ["a missing id", [{ reason: "x", expires: "2030-01-01" }], "[0].id must be a requirement, got "],
  [
    "a mistyped id",
    [{ ...good, id: "cancel-order/shiped" }],
    '[0].id must be a requirement, got "cancel-order/shiped". Did you mean cancel-order/shipped?',
  ],
  ["an id far from any", [{ ...good, id: "something-else-altogether" }], "A report in json names them all."],
  ["an id twice", [good, { ...good, reason: "Again." }], "[1].id is named twice, cancel-order/shipped."],
  [
    "no reason",
    [{ id: good.id, expires: good.expires }],
    "[0].reason must say why cancel-order/shipped fails",
  ],
  ["a blank reason", [{ ...good, reason: " \t" }], "[0].reason must say why"],
  ["a reason that is no text", [{ ...good, reason: true }], "[0].reason must say why"],
  ["the reason that was to be changed", [{ ...good, reason: "CHANGE ME: later" }], "[0].reason must say why"],
  ["no day", [{ id: good.id, reason: "x" }], "[0].expires must be a day as in 2027-01-31, got "],
  [
    "a day that is none",
    [{ ...good, expires: "2030-02-30" }],
    '[0].expires must be a day as in 2027-01-31, got "2030-02-30".',
  ],
  ["a moment", [{ ...good, expires: "2030-01-01T00:00:00Z" }], "[0].expires must be a day"],
  [
    "a ticket that is no text",
    [{ ...good, ticket: 12n }],
    "[0].ticket must be a ticket's name or address, got ",
  ],
  ["a blank ticket", [{ ...good, ticket: " " }], "[0].ticket must be"],
  [
    "a day that it was seen on, which is none",
    [{ ...good, lastSeen: "today" }],
    '[0].lastSeen must be a day as in 2027-01-31, got "today".',
  ],
  ["another way to write a day", [{ ...good, expires: "1/31/2030" }], "[0].expires must be a day"],
])("a baseline with %s is refused", (_name, value, fragment) => {
  const read = () => parseBaseline(value as Parameters<typeof parseBaseline>[0], "b.json");
  expect(read).toThrow(expect.objectContaining({ name: "BadInput" }));
  expect(read).toThrow(fragment);
  expect(read).toThrow(/^Cannot use baseline b\.json: [^\n]+$/);
});

describe("an entry", () => {
  const apply = (outcome: Outcome | undefined, today: string) => {
    const results = outcome ? [{ id: good.id, outcome }] : [];
    const { known, stale, expired } = applyBaseline(results, [good], today);
    return { known: known.map(({ id }) => id), stale: stale.length, expired: expired.length };
  };
  const nothing = { known: [], stale: 0, expired: 0 };

  test.each<Outcome>(["failed", "warned"])(
    "covers a failure that %s, until the end of its day",
    (outcome) => {
      const isKnown = { ...nothing, known: [good.id] };
      expect(apply(outcome, "2026-01-01")).toEqual(isKnown);
      expect(apply(outcome, "2030-01-31")).toEqual(isKnown);
      expect(apply(outcome, "2030-02-01")).toEqual({ ...nothing, expired: 1 });
    },
  );

  test.each(["2026-01-01", "2031-01-01"])("is stale once its requirement passes, on %s", (today) => {
    expect(apply("passed", today)).toEqual({ ...nothing, stale: 1 });
  });

  test.each<Outcome | undefined>(["untested", "errored", undefined])(
    "is neither used nor stale while its requirement is %s",
    (outcome) => {
      expect(apply(outcome, "2026-01-01")).toEqual(nothing);
      expect(apply(outcome, "2031-01-01")).toEqual(nothing);
    },
  );
});

test("a written baseline names each failed must, ninety days from the run, and is refused until its reasons are filled in", () => {
  const text = formatBaseline(mixedReport);
  const written = JSON.parse(text);
  expect(text.endsWith("]\n")).toBe(true);
  expect(written.map(({ id }: { id: string }) => id)).toEqual(["cancel-order/shipped", "errors/404-code"]);
  for (const { expires } of written) expect(expires).toBe("2026-06-01");
  expect(() => parseBaseline(written, "b.json")).toThrow(/\[0\]\.reason must say why/);
  for (const entry of written) entry.reason = "Ticket 13.";
  expect(parseBaseline(written, "b.json")).toEqual(written);
});
