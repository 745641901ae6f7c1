/** Mistakes about ids that are read as an order's, and about ids that a server cannot read. */

import { idClasses } from "../../misreadings/id-classes.ts";
import { idMisreadings } from "../../misreadings/id-readers.ts";
import { integerOf } from "../../misreadings/read-number.ts";
import type { LikelyMistake } from "../match-mistakes.ts";

export const misreadIds = idMisreadings.map(
  ({ name, words, takes }): LikelyMistake => ({
    id: `id-${name}`,
    text: words,
    // For shipped and cancelled orders the answer may show that they were found, or not.
    shows: ({ call, text, pending }, { given }) => {
      const isFound = (order: bigint) => (call.status ?? 0) < 500 && takes(text, order);
      return pending.some(isFound) || (given.some(isFound) ? undefined : false);
    },
  }),
);

export const refusedIds = idClasses.map(
  ([name, words, includes]): LikelyMistake => ({
    id: `ids-${name}`,
    text: words,
    isOfAll: true,
    shows: ({ call, text }, { given }) =>
      given.includes(call.id?.value as bigint) ? undefined : includes(text, integerOf(text)),
  }),
);
