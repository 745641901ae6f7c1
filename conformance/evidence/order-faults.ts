/** The reasons why a listed element is not a valid Order (section 2). */

import { dateTimeKind } from "../../base/date-time.ts";
import { isInt64 } from "../../base/ids.ts";
import { isJsonObject, type Json } from "../../base/json.ts";

/** Kinds of faults, each the name of the requirement that reports it. */
export type ListFaultKind =
  | "json-array"
  | "is-object"
  | "id"
  | "pet-id"
  | "quantity"
  | "ship-date-type"
  | "ship-date"
  | "ship-date-rfc3339"
  | "complete"
  | "id-unique";

export interface ListFault {
  readonly kind: ListFaultKind;
  readonly expected: string;
  readonly received: string;
}
export interface ElementFault extends ListFault {
  /** The text without the order's id. */
  readonly rule: string;
}

/** The fields that the document gives an Order. */
export const orderFields = ["id", "petId", "quantity", "shipDate", "complete"] as const;

interface FieldRule {
  readonly kind: ListFaultKind;
  readonly field: (typeof orderFields)[number];
  readonly expected: string;
  readonly isRight: (value: Json) => boolean;
}

const isString = (value: Json): value is string => typeof value === "string";

/** A number without a fraction is an integer beyond int64; one that became infinite was too large for a double. */
const isInteger = (value: Json) => typeof value === "bigint" || (typeof value === "number" && !(value % 1));

const fieldRules: readonly FieldRule[] = [
  { kind: "id", field: "id", expected: "an int64 integer", isRight: isInt64 },
  { kind: "pet-id", field: "petId", expected: "an int64 integer", isRight: isInt64 },
  { kind: "quantity", field: "quantity", expected: "an integer", isRight: isInteger },
  { kind: "ship-date-type", field: "shipDate", expected: "a string", isRight: isString },
  {
    kind: "ship-date",
    field: "shipDate",
    expected: "an ISO 8601 date-time",
    isRight: (value) => !isString(value) || dateTimeKind(value) !== "invalid",
  },
  {
    kind: "ship-date-rfc3339",
    field: "shipDate",
    expected: "an RFC 3339 date-time",
    isRight: (value) => !isString(value) || dateTimeKind(value) !== "iso8601",
  },
  {
    kind: "complete",
    field: "complete",
    expected: "a boolean",
    isRight: (value) => typeof value === "boolean",
  },
];

/** Whether a value of a field has another type or form than the document gives it. */
export const isFaulty = (field: (typeof orderFields)[number], value: Json): boolean =>
  fieldRules.some(
    (rule) => rule.field === field && rule.kind !== "ship-date-rfc3339" && !rule.isRight(value),
  );

const none: readonly ElementFault[] = [];

/** The faults of an order; usually there are none, and no array is made. */
export function elementFaults(element: Json, index: number): readonly ElementFault[] {
  if (!isJsonObject(element)) {
    const expected = `element ${index} to be an object`;
    return [
      { kind: "is-object", rule: "an order to be an object", expected, received: describeJson(element) },
    ];
  }
  let faults = none;
  for (const { kind, field, expected, isRight } of fieldRules) {
    const value = element[field];
    if (value === undefined || isRight(value)) continue;
    const what = `${field} of order ${nameOf(element.id)} to be ${expected}`;
    const rule = `${field} to be ${expected}`;
    faults = [...faults, { kind, rule, expected: what, received: describeJson(value) }];
  }
  return faults;
}

function nameOf(id: Json | undefined): string {
  return typeof id === "bigint"
    ? String(id)
    : `with ${id === undefined ? "no id" : `id ${describeJson(id)}`}`;
}

/** A short description of a value, for `received`. */
export function describeJson(value: Json | undefined): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (typeof value === "string")
    return `the string ${JSON.stringify(value.length > 60 ? `${value.slice(0, 57)}...` : value)}`;
  if (typeof value === "boolean") return String(value);
  if (typeof value === "bigint") return `the integer ${value}`;
  if (typeof value === "number") return `the number ${value}`;
  return Array.isArray(value) ? "an array" : "an object";
}
