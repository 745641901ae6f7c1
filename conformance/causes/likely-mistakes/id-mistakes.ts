/** Which ids are taken for an order's, and which a server cannot take at all. */

import type { LikelyMistake } from "../likely-mistake.ts";

/** Whether a text is taken for an order's id. */
type Takes = (text: string, order: bigint) => boolean;

const number = (text: string): bigint | undefined =>
  /^[+-]?\d{1,400}$/.test(text) ? BigInt(text) : undefined;
/** The first group of a pattern is read as the id. */
const match =
  (pattern: RegExp): Takes =>
  (text, order) =>
    number(pattern.exec(text)?.[1]?.trim() ?? "") === order;
const numbers =
  (change: (id: bigint) => bigint): Takes =>
  (text, order) => {
    const id = number(text);
    return id !== undefined && change(id) === order;
  };

const readers: readonly (readonly [id: string, text: string, takes: Takes])[] = [
  ["parse-int", "parseInt or alike", match(/^(\s*[+-]?\d+)/)],
  ["cut-letter", "an id is cut at its first letter", match(/^(-?\d+)[a-z]/i)],
  ["cut-comma", "id.split(',')[0]", match(/^([^,]+),/)],
  ["cut-nul", "an id is cut at a NUL", match(/^([^\0]+)\0/)],
  ["cut-space", "id.split(' ')[0]", match(/^([^ ]+) /)],
  ["cut-fraction", "Math.trunc(id)", match(/^(-?\d+)\.\d+$/)],
  ["rounded-fraction", "Math.round(id)", match(/^(-?\d+)\.[0-4]\d*$/)],
  ["list", "an id may be a list of ids", match(/^([^,;\s]+)[,;\s]/)],
  ["digits-only", "id.replace(/\\D/g, '')", (text, order) => number(text.replace(/\D/g, "")) === order],
  ["first-digits", "an id is searched for its first digits", match(/(\d+)/)],
  ["last-digits", "only the digits at the end of an id count", match(/(\d+)$/)],
  ["sign-lost", "Math.abs(id)", numbers((id) => (id < 0n ? -id : id))],
  [
    "bits-32",
    "only the low 32 bits of an id count",
    (text, order) => numbers((id) => BigInt.asUintN(32, id))(text, BigInt.asUintN(32, order)),
  ],
  ["int64", "an id beyond int64 wraps around", numbers((id) => BigInt.asIntN(64, id))],
  ["double", "Number(id)", (text, order) => /^-?\d+$/.test(text) && Number(text) === Number(order)],
  ["prefix", "order.id.startsWith(id)", (text, order) => text !== "" && String(order).startsWith(text)],
  ["contains", "order.id.includes(id)", (text, order) => text !== "" && String(order).includes(text)],
  ["starts-with", "id.startsWith(order.id)", (text, order) => text.startsWith(String(order))],
];

export const idReaders = readers.map(
  ([id, text, takes]): LikelyMistake => ({
    id: `id-${id}`,
    text,
    // Of shipped and cancelled orders an answer may say that they were found, or not.
    shows: ({ text: sent, pending }, { given }) => {
      const isTaken = (order: bigint) => takes(sent, order);
      return pending.some(isTaken) || (given.some(isTaken) ? undefined : false);
    },
  }),
);

/** Ids by what is particular to them. */
const classes: readonly (readonly [
  id: string,
  text: string,
  isOf: (text: string, value: bigint | undefined) => boolean,
])[] = [
  ["negative", "negative ids", (_, value) => value !== undefined && value < 0n],
  ["greatest", "the id 2^63 - 1", (_, value) => value === 2n ** 63n - 1n],
  ["above-int64", "integers above int64", (_, value) => value !== undefined && value >= 2n ** 63n],
  [
    "above-int32",
    "ids from 2^31 on",
    (_, value) => value !== undefined && value >= 2n ** 31n && value < 2n ** 63n,
  ],
  ["unknown", "every id that is an int64", (_, value) => value === BigInt.asIntN(64, value ?? 2n ** 64n)],
  ["with-quote", "ids with a quote", (text) => text.includes("'")],
  ["with-nul", "ids with a NUL", (text) => text.includes("\0")],
  ["long", "ids of more than 100 characters", (text) => text.length > 100],
  ["empty", "the empty id", (text) => text === ""],
  ["word-null", "the words null, undefined and NaN", (text) => /^(?:null|undefined|NaN)$/.test(text)],
  [
    "word-method",
    "names that every object inherits",
    (text) => /^(?:constructor|__proto__|toString|valueOf|hasOwnProperty)$/.test(text),
  ],
  ["any", "every id of no order", () => true],
];

export const idClasses = classes.map(
  ([id, text, isOf]): LikelyMistake => ({
    id: `ids-${id}`,
    text,
    isOfAll: true,
    shows: ({ call, text: sent }, { given }) =>
      given.includes(call.id?.value as bigint) ? undefined : isOf(sent, number(sent)),
  }),
);
