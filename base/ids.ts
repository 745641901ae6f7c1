/** Ids and other int64 integers (section 2), read without loss of digits. */

import { gotText, quoteValue } from "./bad-input.ts";

export const int64Min: bigint = -(2n ** 63n);
export const int64Max: bigint = 2n ** 63n - 1n;

export function isInt64(value: unknown): value is bigint {
  return typeof value === "bigint" && value >= int64Min && value <= int64Max;
}

/** Maximum number of digits of an int64: a longer text is refused before it is converted to a number. */
const int64Digits = /^-?\d{1,19}$/;

/** The int64 in a text of digits, leading zeros allowed; undefined for any other text. */
export function parseId(text: string): bigint | undefined {
  const id = int64Digits.test(text) ? BigInt(text) : undefined;
  return isInt64(id) ? id : undefined;
}

/** The int64 of a value: a bigint, an exact number, or a text of digits. */
export function readId(value: unknown): bigint | undefined {
  if (typeof value === "string") return parseId(value);
  if (typeof value === "number") return Number.isSafeInteger(value) ? BigInt(value) : undefined;
  return isInt64(value) ? value : undefined;
}

/** @param what the source of the ids, for messages */
export function readIds(value: unknown, what: string, refuse: (fact: string) => never): readonly bigint[] {
  if (!Array.isArray(value)) return refuse(`${what} must be an array of ids, got ${gotText(value)}.`);
  return value.map((id) => readId(id) ?? refuse(`${what} has ${quoteValue(id)}, which is not an int64 id.`));
}
