/** The first thing that keeps a listed element from being a valid Order (section 2). */

import { dateTimeKind } from "../../base/date-time.ts";
import { isInt64 } from "../../base/ids.ts";
import { isJsonObject, type Json } from "../../base/json.ts";
import { describe } from "./listed-orders.ts";

export interface TypeFault {
  readonly expected: string;
  readonly received: string;
}

const rules: readonly (readonly [field: string, expected: string, isRight: (value: Json) => boolean])[] = [
  ["id", "an int64 integer", isInt64],
  ["petId", "an int64 integer", isInt64],
  ["quantity", "an integer", isInteger],
  [
    "shipDate",
    "an ISO 8601 date-time",
    (value) => typeof value === "string" && dateTimeKind(value) !== "invalid",
  ],
  ["complete", "a boolean", (value) => typeof value === "boolean"],
];

export function orderTypeFault(element: Json): TypeFault | undefined {
  if (!isJsonObject(element)) return { expected: "an order to be an object", received: describe(element) };
  for (const [field, expected, isRight] of rules) {
    const value = element[field];
    if (value !== undefined && !isRight(value))
      return { expected: `${field} to be ${expected}`, received: describe(value) };
  }
  return undefined;
}

/** JSON has no literal for infinity: a number that became it was an integer too large for a double. */
export function isInteger(value: Json): boolean {
  return (
    typeof value === "bigint" || value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY
  );
}
