/** Conditions of wrong answers: the number of the cancel of an order, the order, the number of earlier cancels. */

import type { CallFacts } from "../call-facts.ts";
import type { LikelyMistake } from "../match-mistakes.ts";

const isRepeat = ({ sinceDone }: CallFacts) => sinceDone !== undefined;

const ordersBeyond = (id: string, power: bigint) => ({
  id: `orders-beyond-${id}`,
  text: `orders whose id is beyond 2^${power}`,
  shows: ({ call }: CallFacts) => (call.id?.value ?? 0n) >= 2n ** power,
});
const orders = [ordersBeyond("2-53", 53n), ordersBeyond("int32", 31n)];

const cancelsOfCancelled: readonly LikelyMistake[] = [
  { id: "again-all", text: "every cancel of a cancelled order", isOfAll: true, shows: isRepeat },
  {
    id: "again-no-effect",
    text: "a cancel is answered and not carried out",
    shows: (facts) => isRepeat(facts) && facts.isStillListed,
  },
  { id: "again-2", text: "the second cancel of an order alone", shows: ({ before }) => before === 1 },
  { id: "again-3", text: "the third cancel of an order alone", shows: ({ before }) => before === 2 },
  ...[100, 200, 500].map((ms) => ({
    id: "again-late",
    text: `after some ${ms} ms`,
    shows: ({ sinceDone = 0 }: CallFacts) => sinceDone > ms,
  })),
  ...orders.map((each) => ({
    ...each,
    shows: (facts: CallFacts) => isRepeat(facts) && each.shows(facts),
  })),
];

/** The mistakes, without a prediction for the first cancels in a race, whose order is unknown. */
export const repeats = cancelsOfCancelled.map(
  (mistake): LikelyMistake => ({
    ...mistake,
    shows: (facts, input) => (facts.isAtOnce && !isRepeat(facts) ? undefined : mistake.shows(facts, input)),
  }),
);

/** Mistakes by the number of orders that were cancelled before. */
const counts: readonly LikelyMistake[] = [
  {
    id: "cancels-first",
    text: "until an order is cancelled",
    shows: ({ cancelled }) => cancelled === 0,
  },
  ...[1, 2, 3].map((least) => ({
    id: `cancels-${least}`,
    text: `after ${least} cancelled order${least === 1 ? "" : "s"}`,
    isOfTime: true,
    shows: ({ cancelled }: CallFacts) => cancelled >= least,
  })),
];

export const shippedCancels: readonly LikelyMistake[] = [
  { id: "shipped-all", text: "every cancel of a shipped order", isOfAll: true, shows: () => true },
  {
    id: "shipped-first",
    text: "the first cancel of an order alone",
    shows: ({ before }) => before === 0,
  },
  {
    id: "shipped-later",
    text: "every cancel of an order but the first",
    shows: ({ before }) => before > 0,
  },
  ...counts,
];

export const pendingCancels: readonly LikelyMistake[] = [
  ...orders,
  ...counts,
  {
    id: "cancels-first",
    text: "the first cancel of the server alone",
    shows: ({ isFirstCancel }) => isFirstCancel,
  },
];
