/** Servers that list an order with a field of another type than section 2 gives it. */

import type { Json } from "../../base/json.ts";
import { type WrongRow, wrong } from "./broken-server.ts";
import { alterOrders, type OrderFields } from "./steps.ts";

const everyOtherType = { null: null, array: [1n], object: { value: 1n } } as const;
const noNumber = { text: "7", "empty-text": "", true: true, ...everyOtherType } as const;
const noInteger = { ...noNumber, fraction: 7.5, "tiny-fraction": 1e-9 } as const;
const noInt64 = { ...noInteger, "too-large": 2n ** 63n, "too-small": -(2n ** 63n) - 1n } as const;
const noBoolean = { text: "false", yes: "yes", zero: 0n, one: 1n, fraction: 0.5, ...everyOtherType };
const noString = { number: 1_790_000_000n, fraction: 1.79e9 + 0.5, true: true, ...everyOtherType };

/** Strings that are no ISO 8601 date-time. */
const noDateTime = {
  empty: "",
  words: "soon",
  local: "20/11/2026 10:00",
  american: "11/20/2026 08:15 AM",
  "day-only": "2026-11-20",
  "time-only": "10:00:00Z",
  "with-a-space": "2026-11-20 10:00:00Z",
  "of-a-mail": "Fri, 20 Nov 2026 10:00:00 GMT",
  "of-javascript": "Fri Nov 20 2026 10:00:00 GMT+0000 (Coordinated Universal Time)",
  "of-dotnet": "/Date(1790000000000)/",
  "of-java": "2026-11-20T10:00:00+01:00[Europe/Paris]",
  "unix-text": "1790000000",
  zero: "0000-00-00T00:00:00Z",
  impossible: "2026-02-30T10:00:00Z",
  "offset-99": "2026-11-20T10:00:00+99:00",
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

/** A field that is wrong in many orders, made of what is right. */
const made = (id: string, what: string, caughtBy: string, change: (order: OrderFields) => object) =>
  wrong(
    `list-${id}`,
    `In a list ${what}.`,
    caughtBy,
    alterOrders((order) => ({ ...order, ...change(order) })),
  );

export const orderFieldRows: readonly WrongRow[] = [
  // One bad order deep inside, never the first: a suite that looks at the head of a list misses it.
  ...groups.flatMap(([field, caughtBy, values]) =>
    Object.entries(values).map(([name, value]) =>
      wrong(
        `list-${dashed(field)}-${name}`,
        `One ${field} is ${typeof value === "string" ? JSON.stringify(value) : name.replaceAll("-", " ")}.`,
        caughtBy,
        alterOrders((order, index) => (index === 7 ? { ...order, [field]: value } : order)),
      ),
    ),
  ),
  made("ids-in-quotes", "ids are in quotes", "order/id", ({ id }) => ({ id: String(id) })),
  made("large-ids-in-quotes", "ids beyond 2^53 are in quotes", "order/id", ({ id }) =>
    (id as bigint) > 2n ** 53n ? { id: String(id) } : {},
  ),
  made("dates-as-milliseconds", "dates are milliseconds", "order/ship-date-type", ({ shipDate }) => ({
    shipDate: Date.parse(String(shipDate)) || 0,
  })),
];
