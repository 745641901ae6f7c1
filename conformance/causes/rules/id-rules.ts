/** Which ids are taken for an order's, and which a server cannot take at all. */

import type { Rule, RuleTable } from "../rule.ts";
import { numberReaders } from "./id-number-readers.ts";
import { number, type Takes, textReaders } from "./id-text-readers.ts";

/** Of shipped and cancelled orders an answer may say that they were found, or not. */
const takenFor =
  (takes: Takes): Rule["shows"] =>
  ({ text, pending, isAfterSuspect }, { given, others }) => {
    const isTaken = (order: bigint) => takes(text, order);
    if (pending.some(isTaken)) return true;
    // Of other people's orders all are taken for pending ones.
    if (given.some(isTaken)) return undefined;
    return others.some(isTaken) ? !isAfterSuspect || undefined : false;
  };

const readerRules: readonly Rule[] = [...textReaders, ...numberReaders].map(([id, text, title, takes]) => ({
  id,
  text,
  title,
  shows: takenFor(takes),
}));

/** A percent sign that begins no encoding. */
const isUndecodable = (text: string) => /%(?![0-9a-f]{2})/i.test(text);

/** Ids by what is particular to them. */
const classes: readonly (readonly [
  id: string,
  text: string,
  isOf: (text: string, value: bigint | undefined) => boolean,
])[] = [
  ["ids-zero", "the id 0", (_, value) => value === 0n],
  ["ids-negative", "negative ids", (_, value) => value !== undefined && value < 0n],
  ["ids-not-positive", "ids below 1", (_, value) => value !== undefined && value < 1n],
  ["ids-beyond-int32", "ids beyond 2^31", (_, value) => value !== undefined && value > 2n ** 31n - 1n],
  [
    "ids-not-int32",
    "ids that are no int32",
    (_, value) => value !== undefined && (value > 2n ** 31n - 1n || value < -(2n ** 31n)),
  ],
  ["ids-beyond-uint32", "ids beyond 2^32", (_, value) => value !== undefined && value >= 2n ** 32n],
  ["ids-beyond-2-53", "ids beyond 2^53", (_, value) => value !== undefined && value >= 2n ** 53n],
  [
    "ids-unsafe",
    "ids beyond 2^53 on either side",
    (_, value) => value !== undefined && (value >= 2n ** 53n || value <= -(2n ** 53n)),
  ],
  ["ids-greatest", "the id 2^63 - 1", (_, value) => value === 2n ** 63n - 1n],
  ["ids-ends", "the ends of int64", (_, value) => value === 2n ** 63n - 1n || value === -(2n ** 63n)],
  [
    "ids-beyond-int64",
    "integers beyond int64",
    (_, value) => value !== undefined && (value >= 2n ** 63n || value < -(2n ** 63n)),
  ],
  ["ids-above-int64", "integers above int64", (_, value) => value !== undefined && value >= 2n ** 63n],
  ["ids-with-quote", "ids with a quote", (text) => /'/.test(text)],
  ["ids-with-percent", "ids with a percent sign", (text) => /%/.test(text)],
  ["ids-decoded-twice", "ids that are percent-decoded twice", (text) => isUndecodable(text)],
  ["ids-with-nul", "ids with a NUL", (text) => text.includes("\0")],
  ["ids-with-newline", "ids with a line break", (text) => /[\r\n]/.test(text)],
  ["ids-with-slash", "ids with an encoded slash", (text) => /\//.test(text)],
  ["ids-long", "ids of more than 100 characters", (text) => text.length > 100],
  ["ids-empty", "the empty id", (text) => text === ""],
  ["ids-not-ascii", "ids beyond ASCII", (text) => /[^\x20-\x7e]/.test(text)],
  ["ids-fraction", "ids with a fraction", (text) => /^-?\d+\.\d+$/.test(text)],
  ["ids-number-like", "ids that are numbers and no integers", (text) => /^-?\d*\.\d+$|^\d+e\d+/.test(text)],
  ["ids-no-number", "ids that are no integer", (_, value) => value === undefined],
  ["ids-word-number", "the words NaN and Infinity", (text) => /^(?:NaN|Infinity)$/.test(text)],
  ["ids-word-all", "the word all", (text) => text === "all"],
  ["ids-word-latest", "words for one order, such as latest", (text) => /^(?:latest|last|first)$/.test(text)],
  ["ids-word-null", "the words null and undefined", (text) => /^(?:null|undefined)$/.test(text)],
  ["ids-word-nothing", "the words null, undefined and NaN", (text) => /^(?:null|undefined|NaN)$/.test(text)],
  ["ids-sign-for-all", "signs that stand for any text", (text) => /^[*%]$/.test(text)],
  [
    "ids-word-method",
    "names that every object inherits",
    (text) => /^(?:constructor|__proto__|toString|valueOf|hasOwnProperty)$/.test(text),
  ],
  [
    "ids-word-property",
    "names that every object has",
    (text) => /^(?:constructor|__proto__|toString|length|valueOf|hasOwnProperty)$/.test(text),
  ],
  [
    "ids-unknown",
    "every id that is an int64",
    (_, value) => value !== undefined && BigInt.asIntN(64, value) === value,
  ],
  ["ids-integers", "every id that is an integer", (_, value) => value !== undefined],
  ["ids-any", "every id of no order", () => true],
];

const classRules: readonly Rule[] = classes.map(([id, text, isOf]) => ({
  id,
  text,
  isOfAll: true,
  shows: ({ call, text: own }, { given }) =>
    given.includes(call.id?.value as bigint) ? undefined : isOf(own, number(own)),
}));

/** Who takes an id for an order's says so. */
export const takenIdRules: RuleTable = {
  kinds: /^(?:id:acts|(?:unknown|malformed):status 2\d\d)$/,
  rules: readerRules,
};
export const unknownIdRules: RuleTable = { kinds: /^(?:unknown|malformed):/, rules: classRules };
