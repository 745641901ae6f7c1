/** Mistakes about ids that are read as an order's, and about ids that a server cannot read. */

import { namedReaders, numberOf } from "../../misreadings/id-readers.ts";
import type { LikelyMistake } from "../match-mistakes.ts";

export const idReaders = namedReaders.map(
  ([id, text, matches]): LikelyMistake => ({
    id: `id-${id}`,
    text,
    // For shipped and cancelled orders the answer may show that they were found, or not.
    shows: ({ call, text: sent, pending }, { given }) => {
      const isFound = (order: bigint) => (call.status ?? 0) < 500 && matches(sent, order);
      return pending.some(isFound) || (given.some(isFound) ? undefined : false);
    },
  }),
);

/** Ids with a particular property. */
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
      given.includes(call.id?.value as bigint) ? undefined : isOf(sent, numberOf(sent)),
  }),
);
