/**
 * ISO 8601 date-times, read strictly but not more strictly than the standard.
 * Date.parse will not do: it takes `2026-1-1`, and 30 February for a day in March.
 */

/** rfc3339 (which is ISO 8601 too), iso8601 outside that profile, or neither. */
export type DateTimeKind = "rfc3339" | "iso8601" | "invalid";

const rfc3339 = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|[+-](\d\d):(\d\d))$/;

const calendar = String.raw`(?:[+-]\d\d)?\d{4}(?:-(?<month>\d\d)-(?<day>\d\d)|-?W(?<week>\d\d)-?(?<weekday>[1-7])|-(?<ordinal>\d{3}))`;
const basicCalendar = String.raw`\d{4}(?:(?<month>\d\d)(?<day>\d\d)|(?<ordinal>\d{3}))`;
const clock = String.raw`(?<hour>\d\d)(?::?(?<minute>\d\d)(?::?(?<second>\d\d))?)?(?:[.,](?<fraction>\d+))?`;
const zone = String.raw`(?:[Zz]|[+\-\u2212](?<zoneHour>\d\d)(?::?(?<zoneMinute>\d\d))?)?`;
const extended = new RegExp(`^${calendar}[Tt]${clock}${zone}$`);
const basic = new RegExp(`^${basicCalendar}[Tt]${clock}${zone}$`);

/** What nearly every date-time looks like, told at one glance; 29 February is left to the slow way. */
const usual =
  /^\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

export function dateTimeKind(text: string): DateTimeKind {
  if (usual.test(text)) return "rfc3339";
  const strict = rfc3339.exec(text);
  if (strict) {
    const [, year, month, day, hour, minute, second, zoneHour = "0", zoneMinute = "0"] = strict;
    const isDay = isCalendarDay(Number(year), Number(month), Number(day));
    const isTime = Number(hour) <= 23 && Number(minute) <= 59 && Number(second) <= 60;
    if (isDay && isTime && Number(zoneHour) <= 23 && Number(zoneMinute) <= 59) return "rfc3339";
  }
  const groups = (extended.exec(text) ?? basic.exec(text))?.groups;
  return groups && isInRange(text, groups) ? "iso8601" : "invalid";
}

function isInRange(text: string, groups: Readonly<Record<string, string | undefined>>): boolean {
  const at = (name: string, otherwise: number) => Number(groups[name] ?? otherwise);
  const year = Number(
    /^[+-]?\d+?(?=\d{4})/.test(text) && /^[+-]/.test(text) ? text.slice(0, 7) : text.slice(0, 4),
  );
  const isDay =
    groups.month !== undefined
      ? isCalendarDay(year, at("month", 0), at("day", 0))
      : groups.week !== undefined
        ? at("week", 0) >= 1 && at("week", 0) <= 53
        : at("ordinal", 0) >= 1 && at("ordinal", 0) <= (isLeapYear(year) ? 366 : 365);
  const hour = at("hour", 0);
  const minute = at("minute", 0);
  const second = at("second", 0);
  // 24:00 is midnight at the end of a day, and nothing comes after it.
  const isTime =
    (hour <= 23 || (hour === 24 && minute === 0 && second === 0 && /^0*$/.test(groups.fraction ?? ""))) &&
    minute <= 59 &&
    second <= 60;
  return isDay && isTime && at("zoneHour", 0) <= 23 && at("zoneMinute", 0) <= 59;
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

const daysInMonth = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isCalendarDay(year: number, month: number, day: number): boolean {
  const days = month === 2 && isLeapYear(year) ? 29 : (daysInMonth[month - 1] ?? 0);
  return day >= 1 && day <= days;
}

const withOffset =
  /^(\d{4})-?(\d\d)-?(\d\d)[Tt](\d\d):?(\d\d):?(\d\d)(?:[.,](\d+))?(?:[Zz]|([+\-\u2212])(\d\d):?(\d\d)?)$/;
/** Years before 100 are others to Date. */
const fourCenturies = 400;

/** Whether two date-times of the calendar, each with an offset, are one instant. Of other texts nothing is said: false. */
export function isSameInstant(one: string, other: string): boolean {
  const instant = instantOf(one);
  return instant !== undefined && instant === instantOf(other);
}

/** Seconds, and the digits of their fraction without zeros at the end. */
function instantOf(text: string): string | undefined {
  const parts = withOffset.exec(text);
  if (!parts || dateTimeKind(text) === "invalid") return undefined;
  const [, year, month, day, hour, minute, second, fraction = "", sign, zoneHour = 0, zoneMinute = 0] = parts;
  const local = Date.UTC(
    Number(year) + fourCenturies,
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  );
  const offset =
    (Number(zoneHour) * 60 + Number(zoneMinute)) * (sign === "+" || sign === undefined ? 60 : -60);
  let end = fraction.length;
  while (fraction[end - 1] === "0") end--;
  return `${local / 1000 - offset}.${fraction.slice(0, end)}`;
}
