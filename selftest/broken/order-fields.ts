/** Servers that list an order with a field of another type than section 2 gives it. */

import type { Json } from "../../base/json.ts";
import { type WrongRow, wrong } from "./broken-server.ts";
import { wrongOrderValues } from "./forms.ts";
import { alterOrders, type OrderFields } from "./steps.ts";

/** Forms of ISO 8601 outside of RFC 3339, of which a run warns. */
const notRfc3339: Readonly<Record<string, Json>> = {
  "no-offset": "2026-11-20T10:00:00",
  basic: "20261120T100000Z",
};

const groups: readonly (readonly [field: string, caughtBy: string, names: string])[] = [
  ["id", "order/id", "null fraction too-large"],
  ["petId", "order/pet-id", "text array too-small"],
  ["quantity", "order/quantity", "object empty-text fraction"],
  ["shipDate", "order/ship-date-type", "number true"],
  ["shipDate", "order/ship-date", "words local day-only of-a-mail of-dotnet impossible"],
  ["shipDate", "order/ship-date-rfc3339", "no-offset basic"],
  ["complete", "order/complete", "text one null"],
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
  ...groups.flatMap(([field, caughtBy, names]) =>
    names.split(" ").map((name) => {
      const value = { ...wrongOrderValues[field], ...notRfc3339 }[name]!;
      return wrong(
        `list-${dashed(field)}-${name}`,
        `One ${field} is ${typeof value === "string" ? JSON.stringify(value) : name.replaceAll("-", " ")}.`,
        caughtBy,
        alterOrders((order, index) => (index === 7 ? { ...order, [field]: value } : order)),
      );
    }),
  ),
  made("ids-in-quotes", "ids are in quotes", "order/id", ({ id }) => ({ id: String(id) })),
  made("dates-as-milliseconds", "dates are milliseconds", "order/ship-date-type", ({ shipDate }) => ({
    shipDate: Date.parse(String(shipDate)) || 0,
  })),
];
