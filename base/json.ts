/**
 * The only JSON codec of the kit. Every JSON integer becomes a bigint and is written as its digits, so that an int64 beyond
 * 2^53 is exact both ways (section 2). A number with a fraction other than 0 stays a number.
 */

import { checkSize, maxLevels, maxValuesOf, TooMuchJson, tooDeep } from "./json-limits.ts";

/** A JSON value as {@link parseJson} returns it. */
export type Json = null | boolean | number | bigint | string | readonly Json[] | JsonObject;
export type JsonObject = { readonly [name: string]: Json };

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const { rawJSON } = JSON as unknown as { rawJSON(text: string): object };

/** A copy of JSON values: the kit keeps none that a caller can change. */
export function copyJson<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copyJson) as T;
  // Unlike an assignment, this makes an own member of one that is named __proto__.
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, copyJson(member)])) as T;
}

/** Characters of a text that cannot take much memory, whatever it contains. */
const shortText = 131_072;
/** Bytes of a text that a person wrote, apart from a list of orders. */
const defaultMaxBytes = 10_000_000;

/**
 * Reads JSON text.
 * @param maxValues maximum number of values in a longer text
 * @throws {SyntaxError} on text that is not JSON
 * @throws {TooMuchJson} where it is nested too deep to walk, has more values, or a number is too long to be one
 */
export function parseJson(text: string, maxValues: number = Number.POSITIVE_INFINITY): Json {
  const losesDigits = mayLoseDigits.test(text);
  if (losesDigits || text.length > shortText) checkSize(text, maxValues);
  return losesDigits ? JSON.parse(text, readLiteral) : toBigints(JSON.parse(text));
}

/**
 * Literals that lose digits as a double: those of more than 15 digits, or with an exponent. They are read by a reviver,
 * which takes several times as long. Matches only where a number may begin, hence not in a date-time.
 */
const mayLoseDigits = /(?:^|[[,]|"\s*:)\s*-?(?:\d[\d.]{15}|[\d.]+[eE])/;

function readLiteral(_name: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== "number") return value;
  const literal = context!.source!;
  if (literal.length > maxDigits)
    throw new TooMuchJson(`a number has ${literal.length} characters, ${maxDigits} at most`);
  return integerOf(literal) ?? value;
}

/** Turns the integers of a value that JSON.parse has just made into bigints, in place. */
function toBigints(value: unknown, levels = maxLevels): Json {
  if (typeof value === "number") return Number.isInteger(value) ? BigInt(value) : value;
  if (typeof value !== "object" || value === null) return value as Json;
  if (levels === 0) throw tooDeep();
  // By index: reading the keys of an array first takes ten times as long.
  if (Array.isArray(value))
    for (let index = 0; index < value.length; index++) value[index] = toBigints(value[index], levels - 1);
  else {
    const members = value as Record<string, unknown>;
    for (const name in members) members[name] = toBigints(members[name], levels - 1);
  }
  return value as Json;
}

/** Writes a value as JSON text; a bigint is written as its digits. */
export function formatJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, writeDigits, indent);
}

function writeDigits(_name: string, value: unknown): unknown {
  if (typeof value === "bigint") return rawJSON(value.toString());
  // A number beyond the range of doubles: JSON.stringify would write null.
  return value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY
    ? rawJSON((value as number) > 0 ? "1e999" : "-1e999")
    : value;
}

/** Maximum number of digits of an integer: conversion to a bigint takes more than linear time. */
const maxDigits = 500;
const int64Digits = 19;

/**
 * The integer of a JSON number literal, if it has one, as `1.0` and `1e3` do. An integer beyond int64 has at most as many
 * digits as its literal, so that a value does not take a multiple of the memory of its text.
 */
export function integerOf(literal: string): bigint | undefined {
  if (literal.length > maxDigits) return undefined;
  if (/^-?\d+$/.test(literal)) return BigInt(literal);
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(literal);
  if (!parts) return undefined;
  const [, sign = "", whole = "", rawFraction = "", rawExponent = "0"] = parts;
  const fraction = withoutTrailingZeros(rawFraction);
  // Zeros at the front are no digits of the number: 0.01e2 is 1.
  const digits = (whole + fraction).replace(/^0+/, "");
  if (digits === "") return 0n;
  const zeros = Number(rawExponent) - fraction.length;
  if (digits.length + zeros > Math.max(int64Digits, literal.length)) return undefined;
  if (zeros >= 0) return BigInt(sign + digits + "0".repeat(zeros));
  // With a negative exponent the value is an integer if only zeros are removed: 100e-2 is 1.
  const cut = digits.length + zeros;
  return cut > 0 && /^0+$/.test(digits.slice(cut)) ? BigInt(sign + digits.slice(0, cut)) : undefined;
}

/** Without a regular expression, which would take quadratic time on hostile text. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === "0") end--;
  return digits.slice(0, end);
}

const whitespace = /[ \t\r\n]*/y;
// A row of characters, then escapes, each with a row, so that an unclosed string takes linear time.
const string = /"[ !#-[\]-\u{10ffff}]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[ !#-[\]-\u{10ffff}]*)*"/uy;
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/**
 * The JSON value of a text that a person wrote, without a byte order mark.
 * @param refuse called with the place where the text is not JSON, and with the expected character; its result is returned
 * @param maxBytes of a text of this kind, which bounds the number of its values
 */
export function readJson<Otherwise = never>(
  text: string,
  refuse: (fact: string) => Otherwise,
  maxBytes: number = defaultMaxBytes,
): Json | Otherwise {
  const bare = text.replace(/^\ufeff/, "");
  try {
    return parseJson(bare, maxValuesOf(maxBytes));
  } catch (error) {
    if (error instanceof TooMuchJson) return refuse(`${error.message}.`);
    const place = findSyntaxError(bare);
    if (!place) return refuse(`${(error as Error).message}.`);
    const { line, column, expected, met } = place;
    return refuse(`line ${line}, column ${column} is not JSON: expected ${expected}, got ${met}.`);
  }
}

type Next = "value" | "name" | "colon" | "comma";

/** The first place where the text is not JSON, or undefined where it is. */
export function findSyntaxError(text: string): ReturnType<typeof placeOf> | undefined {
  const owed: string[] = [];
  let next: Next = "value";
  /** A closing bracket is allowed directly after the opening one, and not after a comma. */
  let mayClose = false;
  let position = 0;

  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = position;
    if (!pattern.test(text)) return false;
    position = pattern.lastIndex;
    return true;
  };
  const takeOne = (character: string | undefined): boolean => {
    if (character === undefined || text[position] !== character) return false;
    position++;
    return true;
  };
  const open = (closing: string, first: Next): void => {
    owed.push(closing);
    next = first;
    mayClose = true;
  };

  for (;;) {
    take(whitespace);
    const closing = owed.at(-1);
    if (next === "comma" && closing === undefined) {
      return position === text.length ? undefined : placeOf(text, position, "the end of the text");
    }
    if (mayClose && takeOne(closing)) {
      owed.pop();
      next = "comma";
      continue;
    }
    mayClose = false;
    if (next === "value" && takeOne("[")) open("]", "value");
    else if (next === "value" && takeOne("{")) open("}", "name");
    else if (next === "value" && (take(string) || take(scalar))) next = "comma";
    else if (next === "name" && take(string)) next = "colon";
    else if (next === "colon" && takeOne(":")) next = "value";
    else if (next === "comma" && takeOne(",")) next = closing === "]" ? "value" : "name";
    else return placeOf(text, position, expectation(next, closing, text[position]));
    if (next === "comma") mayClose = true;
  }
}

function expectation(next: Next, closing: string | undefined, met: string | undefined): string {
  if (met === '"' && (next === "value" || next === "name")) return "a string closed and escaped as JSON asks";
  if (next === "value") return "a value";
  if (next === "name") return "a field name in double quotes";
  return next === "colon" ? '":"' : `"," or "${closing}"`;
}

function placeOf(text: string, position: number, expected: string) {
  const lines = text.slice(0, position).split(/\r\n?|\n/);
  return {
    line: lines.length,
    column: lines.at(-1)!.length + 1,
    expected,
    met: wordAt(text, position),
  };
}

/** The text at a place, short and on one line. */
function wordAt(text: string, position: number): string {
  if (position >= text.length) return "the end of the text";
  const word = /"?[\w.+-]{1,20}/y;
  word.lastIndex = position;
  return JSON.stringify(word.exec(text)?.[0] ?? String.fromCodePoint(text.codePointAt(position)!));
}
