import fc from "fast-check";
import { expect, test } from "vitest";
import { dateTimeKind, isSameInstant } from "./date-time.ts";

test.each([
  "2026-11-20T10:00:00Z",
  "2026-11-20T10:00:00z",
  "2026-11-20t10:00:00Z",
  "2026-11-20T10:00:00.1Z",
  "2026-11-20T10:00:00.123456789012345678Z",
  "2026-11-20T10:00:00+00:00",
  "2026-11-20T10:00:00-00:00",
  "2026-11-20T10:00:00+05:30",
  "2026-11-20T10:00:00+23:59",
  "2016-12-31T23:59:60Z",
  "2017-01-01T05:29:60.9+05:30",
  "0000-01-01T00:00:00Z",
  "0000-02-29T00:00:00Z",
  "2000-02-29T00:00:00Z",
  "9999-12-31T23:59:59Z",
])("%s is a date-time of RFC 3339", (text) => {
  expect(dateTimeKind(text)).toBe("rfc3339");
});

test.each([
  ["without an offset", "2026-11-20T10:00:00"],
  ["without an offset, with a fraction", "2026-11-20T10:00:00.5"],
  ["in basic form", "20261120T100000Z"],
  ["in basic form, with an offset", "20261120T100000+0530"],
  ["by the week", "2026-W47-5T10:00:00Z"],
  ["by the week, in basic form", "2026W475T100000Z"],
  ["by the day of the year", "2026-324T10:00:00Z"],
  ["by the day of the year, in basic form", "2026324T100000Z"],
  ["on day 366 of a leap year", "2024-366T10:00:00Z"],
  ["with a comma before the fraction", "2026-11-20T10:00:00,5Z"],
  ["to the minute", "2026-11-20T10:00Z"],
  ["to the hour", "2026-11-20T10Z"],
  ["with a fraction of a minute", "2026-11-20T10:30.5Z"],
  ["at the end of a day", "2026-11-20T24:00:00Z"],
  ["at the end of a day, to the hour", "2026-11-20T24Z"],
  ["at the end of a day, with a fraction of nothing", "2026-11-20T24:00:00.000Z"],
  ["with an offset to the hour", "2026-11-20T10:00:00+05"],
  ["with an offset without a colon", "2026-11-20T10:00:00+0530"],
  ["with the minus sign of ISO 8601 itself", "2026-11-20T10:00:00\u221205:00"],
  ["of a year of six digits", "+002026-11-20T10:00:00Z"],
  ["of a year before 0", "-000001-11-20T10:00:00Z"],
])("a date-time %s is ISO 8601 and not RFC 3339: %s", (_name, text) => {
  expect(dateTimeKind(text)).toBe("iso8601");
});

test.each([
  ["31 April, in basic form", "20260431T100000Z"],
  ["week 0", "2026-W00-1T10:00:00Z"],
  ["week 54", "2026-W54-1T10:00:00Z"],
  ["day 8 of a week", "2026-W47-8T10:00:00Z"],
  ["day 366 of a common year", "2026-366T10:00:00Z"],
  ["day 0 of a year", "2026-000T10:00:00Z"],
  ["24:01", "2026-11-20T24:01:00Z"],
  ["just past 24:00", "2026-11-20T24:00:00.001Z"],
  ["25:00", "2026-11-20T25:00:00Z"],
  ["minute 60", "2026-11-20T10:60:00Z"],
  ["29 February of 1900", "1900-02-29T10:00:00Z"],
  ["month 0", "2024-00-29T10:00:00Z"],
  ["second 61", "2026-11-20T10:00:61Z"],
  ["an offset of 24 hours", "2026-11-20T10:00:00+24:00"],
  ["an offset of 60 minutes", "2026-11-20T10:00:00+05:60"],
  ["an offset without digits", "2026-11-20T10:00:00+"],
  ["a fraction without digits", "2026-11-20T10:00:00.Z"],
  ["numbers without leading zeros", "2026-1-1T10:00:00Z"],
  ["an hour of one digit", "2026-11-20T9:00:00Z"],
  ["a year of two digits", "26-11-20T10:00:00Z"],
  ["a year of five digits without a sign", "12026-11-20T10:00:00Z"],
  ["a date alone", "2026-11-20"],
  // RFC 3339, 5.6 lets applications write a space "for the sake of readability", but its grammar and ISO 8601,
  // which the document names, know only the T: a client's ISO parser need not take it.
  ["a space for the T", "2026-11-20 10:00:00Z"],
  ["a zone by name in brackets", "2026-11-20T10:00:00+01:00[Europe/Paris]"],
  ["junk before it", " 2026-11-20T10:00:00Z"],
  ["junk behind it", "2026-11-20T10:00:00Zjunk"],
  ["a line break behind it", "2026-11-20T10:00:00Z\n"],
  ["a local format", "11/20/2026 10:00:00"],
  ["the format of HTTP", "Fri, 20 Nov 2026 10:00:00 GMT"],
  ["the format of JavaScript", "Fri Nov 20 2026 10:00:00 GMT+0000 (Coordinated Universal Time)"],
  ["a Unix time in seconds", "1795168800"],
  ["an interval", "2026-11-20T10:00:00Z/2026-11-21T10:00:00Z"],
  ["digits of another script", "٢٠٢٦-11-20T10:00:00Z"],
  ["nothing", ""],
])("%s is not a date-time: %j", (_name, text) => {
  expect(dateTimeKind(text)).toBe("invalid");
});

test("the text of any Date is a date-time: of RFC 3339 in years of four digits, otherwise of ISO 8601", () => {
  fc.assert(
    fc.property(fc.date({ noInvalidDate: true }), (date) => {
      const text = date.toISOString();
      expect(dateTimeKind(text)).toBe(/^[+-]/.test(text) ? "iso8601" : "rfc3339");
    }),
    { numRuns: 2000 },
  );
});

test("a day that does not exist is not a date-time, and a leap day is one", () => {
  const two = (number: number) => String(number).padStart(2, "0");
  fc.assert(
    fc.property(fc.nat(9999), fc.nat(13), fc.nat(32), (year, month, day) => {
      const text = `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}T00:00:00Z`;
      const date = new Date(0);
      date.setUTCFullYear(year, month - 1, day);
      const isDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && month > 0;
      expect(dateTimeKind(text)).toBe(isDay ? "rfc3339" : "invalid");
    }),
    { numRuns: 2000 },
  );
});

const long = 2_000_000;

test.each([
  ["digits", "1".repeat(long)],
  ["a fraction without an end", `2026-11-20T10:00:00.${"0".repeat(long)}!`],
  ["a fraction of fractions", `2026-11-20T10${".0".repeat(long / 2)}`],
  ["offsets", `2026-11-20T10:00:00${"+00".repeat(long / 3)}`],
  ["signs", "+".repeat(long)],
])("two million characters of %s are read in linear time", (_name, text) => {
  // Quadratic time would be hours; a test has seconds.
  expect(dateTimeKind(text)).toBe("invalid");
});

test("a fraction may have any number of digits", () => {
  expect(dateTimeKind(`2026-11-20T10:00:00.${"3".repeat(long)}Z`)).toBe("rfc3339");
});

test.each([
  ["2026-11-20T10:00:00Z", "2026-11-20T10:00:00.000+00:00", true],
  ["2026-11-20T10:00:00Z", "2026-11-20T15:30:00+05:30", true],
  ["2026-11-20t10:00:00.5z", "2026-11-19T23:00:00.500-11:00", true],
  ["0001-01-02T00:00:00Z", "0001-01-01T22:00:00-02:00", true],
  ["2016-12-31T23:59:60Z", "2016-12-31T23:59:60.0Z", true],
  ["2026-11-20T10:00:00+0000", "2026-11-20T10:00:00Z", true],
  ["2026-11-20T24:00:00Z", "2026-11-21T00:00:00Z", true],
  ["2026-11-20T10:00:00Z", "2026-11-20T10:00:00.001Z", false],
  ["2026-11-20T10:00:00Z", "2026-11-20T10:00:00+00:01", false],
  // The place of a time without an offset is not known, and words are no instants.
  ["2026-11-20T10:00:00", "2026-11-20T10:00:00.0", false],
  ["2026-02-30T10:00:00Z", "2026-02-30T10:00:00Z", false],
  ["soon", "soon", false],
])("%s and %s: the same instant %s", (one, other, isSame) => {
  expect(isSameInstant(one, other)).toBe(isSame);
});
