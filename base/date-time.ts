/**
 * ISO 8601 date-times, read strictly but not more strictly than the standard.
 * Date.parse is too lenient: it accepts `2026-1-1`, and reads 30 February as a day in March.
 */

/** rfc3339 (which is ISO 8601 too), iso8601 outside that profile, or neither. */
export type DateTimeKind = "rfc3339" | "iso8601" | "invalid";

const calendar = String.raw`(?<year>[+-]\d{6}|\d{4})(?:-(?<month>\d\d)-(?<day>\d\d)|-?W(?<week>\d\d)-?(?<weekday>[1-7])|-(?<ordinal>\d{3}))`;
const basicCalendar = String.raw`(?<year>\d{4})(?:(?<month>\d\d)(?<day>\d\d)|(?<ordinal>\d{3}))`;
const clock = String.raw`(?<hour>\d\d)(?::?(?<minute>\d\d)(?::?(?<second>\d\d))?)?(?:[.,](?<fraction>\d+))?`;
const zone = String.raw`(?<zone>[Zz]|(?<sign>[+\-\u2212])(?<zoneHour>\d\d)(?::?(?<zoneMinute>\d\d))?)?`;
const extended = new RegExp(`^${calendar}[Tt]${clock}${zone}$`);
const basic = new RegExp(`^${basicCalendar}[Tt]${clock}${zone}$`);
const rfc3339 = /^\d{4}-\d\d-\d\d[Tt](?!24)\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/;

/** The form of nearly all date-times, for a fast check; 29 February is left to the full check. */
const usual =
  /^\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

export function dateTimeKind(text: string): DateTimeKind {
  if (usual.test(text)) return "rfc3339";
  if (!fieldsOf(text)) return "invalid";
  return rfc3339.test(text) ? "rfc3339" : "iso8601";
}

type Fields = Readonly<Record<string, string | undefined>>;

const numberIn = (fields: Fields, name: string) => Number(fields[name] ?? 0);

/** @returns undefined for a text that is not a date-time */
function fieldsOf(text: string): Fields | undefined {
  const fields = (extended.exec(text) ?? basic.exec(text))?.groups;
  return fields && isDay(fields) && isTime(fields) ? fields : undefined;
}

function isDay(fields: Fields): boolean {
  const at = (name: string) => numberIn(fields, name);
  if (fields.week) return at("week") >= 1 && at("week") <= 53;
  const isLeapYear = at("year") % 4 === 0 && (at("year") % 100 !== 0 || at("year") % 400 === 0);
  if (fields.ordinal) return at("ordinal") >= 1 && at("ordinal") <= (isLeapYear ? 366 : 365);
  const days = at("month") === 2 && isLeapYear ? 29 : (daysInMonth[at("month") - 1] ?? 0);
  return at("day") >= 1 && at("day") <= days;
}

const daysInMonth = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isTime(fields: Fields): boolean {
  const at = (name: string) => numberIn(fields, name);
  // 24:00 is midnight at the end of a day, without further minutes.
  const isMidnight = at("hour") === 24 && !/[1-9]/.test(`${fields.minute}${fields.second}${fields.fraction}`);
  const isClock = (at("hour") <= 23 || isMidnight) && at("minute") <= 59 && at("second") <= 60;
  return isClock && at("zoneHour") <= 23 && at("zoneMinute") <= 59;
}

/** Years that are added before a calculation: Date reads years before 100 as 1900 and later. */
const fourCenturies = 400;

/** Whether two valid date-times, each with an offset, are the same instant. False for other texts. */
export function isSameInstant(one: string, other: string): boolean {
  const instant = instantOf(one);
  return instant !== undefined && instant === instantOf(other);
}

/** Seconds, and the digits of their fraction without zeros at the end. */
function instantOf(text: string): string | undefined {
  const fields = fieldsOf(text);
  if (!fields?.month || !fields.second || !fields.zone) return undefined;
  const at = (name: string) => numberIn(fields, name);
  const day = [at("year") + fourCenturies, at("month") - 1, at("day")] as const;
  const local = Date.UTC(...day, at("hour"), at("minute"), at("second"));
  const offset = (at("zoneHour") * 60 + at("zoneMinute")) * (fields.sign === "+" ? 60 : -60);
  const { fraction = "" } = fields;
  let end = fraction.length;
  while (fraction[end - 1] === "0") end--;
  return `${local / 1000 - offset}.${fraction.slice(0, end)}`;
}
