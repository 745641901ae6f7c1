/** A short description of a value, for `received`. */

import type { Json } from "../../base/json.ts";

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
