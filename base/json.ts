/**
 * The only JSON codec of the kit. Every JSON integer becomes a bigint and goes
 * back as its digits, so an int64 beyond 2^53 survives both ways (section 2).
 * A number with a fraction that does not vanish stays a number.
 */

/** A JSON value as {@link parseJson} gives it. */
export type Json = null | boolean | number | bigint | string | readonly Json[] | JsonObject;
export type JsonObject = { readonly [name: string]: Json };

/** Whether a value is a JSON object, not an array and not null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Source text access: TypeScript does not type it yet (ECMA-262, JSON.parse source text access). */
type SourceReviver = (name: string, value: unknown, context: { source?: string }) => unknown;
const parseWithSource = JSON.parse as (text: string, reviver: SourceReviver) => Json;
const { rawJSON } = JSON as unknown as { rawJSON(text: string): object };

/**
 * Reads JSON text.
 * @throws {SyntaxError} on text that is not JSON, nested too deep to walk, or with a number too long to be one
 */
export function parseJson(text: string): Json {
  try {
    return mayLoseDigits.test(text) ? parseWithSource(text, keepDigits) : toBigints(JSON.parse(text));
  } catch (error) {
    throw error instanceof RangeError ? new SyntaxError("JSON is nested too deep") : error;
  }
}

/**
 * Only these literals read as a double lose something; a text without any takes the way that is ten times faster.
 * Where a number may begin, so that the milliseconds of a date-time are not taken for one.
 */
const mayLoseDigits = /(?:^|[[,]|"\s*:)\s*-?(?:\d{16}|\d+[.eE])/;

/** Turns the numbers of a value that JSON.parse has just made into bigints, in place. */
function toBigints(value: unknown): Json {
  if (typeof value === "number") return BigInt(value);
  if (typeof value !== "object" || value === null) return value as Json;
  if (Array.isArray(value)) {
    // By position: to ask for its names first would take ten times as long.
    for (let index = 0; index < value.length; index++) value[index] = toBigints(value[index]);
    return value as Json;
  }
  const members = value as Record<string, unknown>;
  for (const name in members) {
    const member = members[name];
    if (typeof member === "number") members[name] = BigInt(member);
    else if (typeof member === "object" && member !== null) toBigints(member);
  }
  return value as Json;
}

/** Writes a value as JSON text; a bigint is written as its digits. */
export function formatJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, writeDigits, indent);
}

function keepDigits(_name: string, value: unknown, context: { source?: string }): unknown {
  if (typeof value !== "number" || context.source === undefined) return value;
  // So few characters a double tells whole, but for one that is too small for it and reads as 0.
  if (context.source.length <= 15 && value !== 0 && Math.abs(value) <= Number.MAX_SAFE_INTEGER)
    return Number.isInteger(value) ? BigInt(value) : value;
  if (context.source.length > mostDigits)
    throw new SyntaxError(`a number has ${context.source.length} characters, ${mostDigits} at most`);
  return integerOf(context.source) ?? value;
}

function writeDigits(_name: string, value: unknown): unknown {
  return typeof value === "bigint" ? rawJSON(value.toString()) : value;
}

/** Turning digits into a bigint takes more than linear time, and no number that anybody means has so many. */
const mostDigits = 500;
/** `1e3` is an integer too; past this many digits it is no int64 and not worth its memory. */
const maxExponent = 400;

/** The integer that a JSON number literal stands for, if it stands for one: `1.0` and `1e3` do. */
export function integerOf(literal: string): bigint | undefined {
  if (literal.length > mostDigits) return undefined;
  if (/^-?\d+$/.test(literal)) return BigInt(literal);
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(literal);
  if (!parts) return undefined;
  const [, sign = "", whole = "", rawFraction = "", rawExponent = "0"] = parts;
  const fraction = withoutTrailingZeros(rawFraction);
  const digits = whole + fraction;
  if (/^0*$/.test(digits)) return 0n;
  const zeros = Number(rawExponent) - fraction.length;
  if (zeros > maxExponent) return undefined;
  if (zeros >= 0) return BigInt(sign + digits + "0".repeat(zeros));
  // A negative exponent still leaves an integer where it only takes zeros away: 100e-2 is 1.
  const cut = digits.length + zeros;
  return cut > 0 && /^0+$/.test(digits.slice(cut)) ? BigInt(sign + digits.slice(0, cut)) : undefined;
}

/** By hand: a pattern for it takes quadratic time, and the text is a stranger's. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === "0") end--;
  return digits.slice(0, end);
}
