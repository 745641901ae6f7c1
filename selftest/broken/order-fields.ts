/** Servers that list an order with a field of another type than section 2 gives it. */

import type { Json } from "../../base/json.ts";
import { alterOrders, type BrokenServer } from "./broken-server.ts";

const everyOtherType = {
  null: null,
  array: [1n],
  object: { value: 1n },
} as const;

const noNumber = { text: "7", "empty-text": "", true: true, false: false, ...everyOtherType } as const;
const noInteger = { ...noNumber, fraction: 7.5, "tiny-fraction": 1e-9 } as const;
const noInt64 = { ...noInteger, "too-large": 2n ** 63n, "too-small": -(2n ** 63n) - 1n } as const;
const noBoolean = { text: "false", "empty-text": "", zero: 0n, one: 1n, fraction: 0.5, ...everyOtherType };
const noString = { number: 1_790_000_000n, fraction: 1.79e9 + 0.5, true: true, ...everyOtherType };

/** Strings that are no ISO 8601 date-time. */
const noDateTime = {
  empty: "",
  words: "soon",
  local: "20/11/2026 10:00",
  american: "11/20/2026",
  "day-only": "2026-11-20",
  "time-only": "10:00:00Z",
  "with-a-space": "2026-11-20 10:00:00Z",
  "of-a-mail": "Fri, 20 Nov 2026 10:00:00 GMT",
  "unix-text": "1790000000",
  "one-digit-month": "2026-1-20T10:00:00Z",
  impossible: "2026-02-30T10:00:00Z",
  "no-leap-day": "2027-02-29T10:00:00Z",
  "month-13": "2026-13-01T10:00:00Z",
  "hour-25": "2026-11-20T25:00:00Z",
  "minute-60": "2026-11-20T10:60:00Z",
  "zone-by-name": "2026-11-20T10:00:00 CET",
  "blank-around": " 2026-11-20T10:00:00Z ",
} as const;

/** Forms of ISO 8601 outside of RFC 3339, of which a run warns. */
const noRfc3339 = {
  "no-offset": "2026-11-20T10:00:00",
  basic: "20261120T100000Z",
  "no-seconds": "2026-11-20T10:00Z",
  "week-date": "2026-W47-5T10:00:00Z",
} as const;

const groups: readonly (readonly [field: string, caughtBy: string, wrong: Readonly<Record<string, Json>>])[] =
  [
    ["id", "order/id", noInt64],
    ["petId", "order/pet-id", noInt64],
    ["quantity", "order/quantity", noInteger],
    ["shipDate", "order/ship-date-type", noString],
    ["shipDate", "order/ship-date", noDateTime],
    ["shipDate", "order/ship-date-rfc3339", noRfc3339],
    ["complete", "order/complete", noBoolean],
  ];

const dashed = (field: string) => field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** One bad order deep inside, never the first: a suite that looks at the head of a list misses it. */
export const brokenOrderFields: readonly BrokenServer[] = groups.flatMap(([field, caughtBy, wrong]) =>
  Object.entries(wrong).map(([name, value]) => ({
    id: `list-${dashed(field)}-${name}`,
    description: `One ${field} is ${typeof value === "string" ? JSON.stringify(value) : name.replaceAll("-", " ")}.`,
    caughtBy: [caughtBy],
    build: alterOrders((order, index) => (index === 7 ? { ...order, [field]: value } : order)),
  })),
);
