/**
 * ISO 8601 date-times, read strictly but not more strictly than the standard.
 * Date.parse is too lenient: it accepts `2026-1-1`, and reads 30 February as a day in March.
 */

/** rfc3339 (which is ISO 8601 too), iso8601 outside that profile, or neither. */
export type DateTimeKind = "rfc3339" | "iso8601" | "invalid";

const date = String.raw`-(?<month>0[1-9]|1[0-2])-(?<day>0[1-9]|[12]\d|3[01])`;
const week = String.raw`-?W(?:0[1-9]|[1-4]\d|5[0-3])-?[1-7]`;
const extendedDay = String.raw`(?<year>[+-]\d{6}|\d{4})(?:${date}|${week}|-(?<ordinal>\d{3}))`;
const basicDay = String.raw`(?<year>\d{4})(?:${date.replaceAll("-(", "(")}|(?<ordinal>\d{3}))`;
const clock = String.raw`(?:[01]\d|2[0-3])(?::?[0-5]\d(?::?(?:[0-5]\d|60))?)?(?:[.,]\d+)?`;
/** Midnight at the end of a day. */
const midnight = `24(?::?00(?::?00)?)?(?:[.,]0+)?`;
const zone = String.raw`(?:[Zz]|[+\-\u2212](?:[01]\d|2[0-3])(?::?[0-5]\d)?)?`;
const time = `[Tt](?:${clock}|${midnight})${zone}`;
const extended = new RegExp(`^${extendedDay}${time}$`);
const basic = new RegExp(`^${basicDay}${time}$`);
const rfc3339 =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[Tt](?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

export function dateTimeKind(text: string): DateTimeKind {
  // Nearly all texts are of this form. Without groups, which take several times as long.
  if (rfc3339.test(text)) {
    const [year, month, day] = [text.slice(0, 4), text.slice(5, 7), text.slice(8, 10)];
    return isDay({ year, month, day }) ? "rfc3339" : "invalid";
  }
  const fields = (extended.exec(text) ?? basic.exec(text))?.groups;
  return fields && isDay(fields) ? "iso8601" : "invalid";
}

const daysInMonth = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isDay({ year, month, day, ordinal }: Readonly<Record<string, string | undefined>>): boolean {
  // Each month has 28 days; numbers would take most of the time.
  if (ordinal === undefined && (day === undefined || day < "29")) return true;
  const isLeapYear = Number(year) % 4 === 0 && (Number(year) % 100 !== 0 || Number(year) % 400 === 0);
  if (ordinal !== undefined) return Number(ordinal) >= 1 && Number(ordinal) <= (isLeapYear ? 366 : 365);
  return Number(day) <= daysInMonth[Number(month) - 1]! || (day === "29" && isLeapYear);
}

/** Whether two date-times with an offset are the same instant, to the millisecond. False for other texts. */
export function isSameInstant(one: string, other: string): boolean {
  return instantOf(one) === instantOf(other);
}

/** Milliseconds since 1970; NaN for a text that is not a date-time with an offset, or that the platform does not read. */
function instantOf(text: string): number {
  if (dateTimeKind(text) === "invalid" || !/(?:Z|[+-]\d\d(?::?\d\d)?)$/i.test(text)) return Number.NaN;
  // The platform reads no leap second.
  const isLeapSecond = /:\d\d:60/.test(text);
  return Date.parse(text.toUpperCase().replace(/(:\d\d):60/, "$1:59")) + (isLeapSecond ? 1000 : 0);
}
