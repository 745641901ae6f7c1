/**
 * Ids of no order that servers answer wrongly, a row for each class: the texts that a run sends, and the words of the likely
 * mistake.
 */

import { isInt64 } from "../../base/ids.ts";
import { randomBelow } from "./read-number.ts";

/** @param unknown a number that is not an order's id */
type WriteId = (unknown: bigint) => string;

/**
 * A class with the likely mistake as reports name it, and texts of it that are sent.
 * @param value the number of an id, if it is one
 */
type IdClass = readonly [
  name: string,
  words: string,
  includes: (text: string, value: bigint | undefined) => boolean,
  ...sends: WriteId[],
];

/** Random letters that form neither a word nor a number in base 16. */
const consonants = (count: number): string =>
  Array.from({ length: count }, () => "ghjkmnpqrstvwxz"[Number(randomBelow(15n))]).join("");

const constant = (...texts: readonly string[]): readonly WriteId[] => texts.map((text) => () => text);
/** Words that some services read as one order, as all orders, or as no order. */
const classOf = (name: string, words: string, ...texts: readonly string[]): IdClass => [
  name,
  words,
  (text) => texts.includes(text),
  ...constant(...texts),
];

/** In the order in which texts are sent, and likely mistakes are named. Some texts belong to no class. */
const rows: readonly (IdClass | WriteId)[] = [
  () => consonants(12),
  (unknown) => `x${unknown}`,
  (unknown) => `${unknown}.5`,
  (unknown) => `${unknown}e1x`,
  // The number is at the end: readers that do not decode find it as the last one, and not a small one.
  (unknown) => `%F0%9F%90%A2${unknown}`,
  [
    "long",
    "ids of more than 100 characters",
    (text) => text.length > 100,
    (unknown) => `${unknown}${"x".repeat(1100)}`,
  ],
  ...constant("abc", "1.5", "1e3x", "-"),
  classOf("word-null", "the words null, undefined and NaN", "null", "undefined", "NaN"),
  // The fourth is a superscript two, which some readers accept as a digit.
  ...constant("true", "%7B%7D", "%F0%9F%90%A2", "%C2%B2", "all", "*", "latest", "first", "last", "%25"),
  classOf("empty", "the empty id", ""),
  ...constant("pending"),
  classOf("word-method", "names that every object inherits", "constructor", "__proto__", "toString"),
  ...constant("length"),
  ["with-quote", "ids with a quote", (text) => text.includes("'")],
  ["with-nul", "ids with a NUL", (text) => text.includes("\0")],
  ["negative", "negative ids", (_, value) => value !== undefined && value < 0n],
  ["greatest", "the id 2^63 - 1", (_, value) => value === 2n ** 63n - 1n],
  ["above-int64", "integers above int64", (_, value) => value !== undefined && value >= 2n ** 63n],
  ["above-int32", "ids from 2^31 on", (_, value = 0n) => value >= 2n ** 31n && value < 2n ** 63n],
  ["unknown", "every id that is an int64", (_, value) => isInt64(value)],
  ["any", "every id of no order", () => true],
];

const isClass = (row: IdClass | WriteId): row is IdClass => typeof row !== "function";
export const idClasses = rows.filter(isClass);

/** Texts that are not integers, as forms and code send them by mistake. */
export const garbage = rows.flatMap((row): readonly WriteId[] => {
  if (!isClass(row)) return [row];
  const [, , , ...sends] = row;
  return sends;
});

/** Integers slightly and far beyond int64; some contain a number that is not an order's id. */
export const beyondInt64: readonly WriteId[] = [
  (unknown) => String(2n ** 63n + unknown),
  (unknown) => `${unknown}${"0".repeat(18)}`,
  ...constant("9223372036854775808", "-9223372036854775809", "18446744073709551616", `1${"0".repeat(45)}`),
];
