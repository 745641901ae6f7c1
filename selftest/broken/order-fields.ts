/** Servers that list an order with a field of another type than section 2 gives it. */

import type { Json } from "../../base/json.ts";
import type { NamedRows, WrongTable } from "./broken-server.ts";
import { wrongOrderValues } from "./forms.ts";
import { alterOrders } from "./steps.ts";

const dashed = (field: string) => field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

// One bad order deep inside, never the first: a suite that looks at the head of a list misses it.
const field = (field: string, name: string, value: Json = wrongOrderValues[field]![name]!): NamedRows => ({
  [`list-${dashed(field)}-${name}: One ${field} is ${typeof value === "string" ? JSON.stringify(value) : name.replaceAll("-", " ")}.`]:
    alterOrders((order, index) => (index === 7 ? { ...order, [field]: value } : order)),
});
const idsInQuotes = alterOrders((order) => ({ ...order, id: String(order.id) }));
const datesInMilliseconds = alterOrders((order) => ({
  ...order,
  shipDate: Date.parse(String(order.shipDate)) || 0,
}));

export const wrongOrderFields: WrongTable = {
  "order/id": {
    ...field("id", "fraction"),
    ...field("id", "too-large"),
    "list-ids-in-quotes: Listed ids are in quotes.": idsInQuotes,
  },
  "order/pet-id": { ...field("petId", "text"), ...field("petId", "too-small") },
  "order/quantity": {
    ...field("quantity", "empty-text"),
    ...field("quantity", "fraction"),
  },
  "order/ship-date-type": {
    ...field("shipDate", "true"),
    "list-dates-as-milliseconds: Listed dates are milliseconds.": datesInMilliseconds,
  },
  "order/ship-date": {
    ...field("shipDate", "words"),
    ...field("shipDate", "day-only"),
    ...field("shipDate", "impossible"),
  },
  "order/ship-date-rfc3339": {
    ...field("shipDate", "no-offset", "2026-11-20T10:00:00"),
    ...field("shipDate", "basic", "20261120T100000Z"),
  },
  "order/complete": {
    ...field("complete", "text"),
    ...field("complete", "one"),
    ...field("complete", "null"),
  },
};
