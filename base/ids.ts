/** Ids and other int64 integers (section 2), read without loss of digits. */

export const int64Min: bigint = -(2n ** 63n);
export const int64Max: bigint = 2n ** 63n - 1n;

export function isInt64(value: unknown): value is bigint {
  return typeof value === "bigint" && value >= int64Min && value <= int64Max;
}

/** No int64 has more digits: a longer text is refused before it is turned into a number. */
const int64Digits = /^-?\d{1,19}$/;

/** The int64 in a text of digits, leading zeros allowed; undefined for any other text. */
export function parseId(text: string): bigint | undefined {
  const id = int64Digits.test(text) ? BigInt(text) : undefined;
  return isInt64(id) ? id : undefined;
}

/** The int64 that a value means: a bigint, a number that is exact, or digits in quotes. */
export function readId(value: unknown): bigint | undefined {
  if (typeof value === "string") return parseId(value);
  if (typeof value === "number") return Number.isSafeInteger(value) ? BigInt(value) : undefined;
  return isInt64(value) ? value : undefined;
}
