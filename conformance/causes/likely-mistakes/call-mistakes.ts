/** Conditions of wrong answers: the number of the cancel of an order, the order, the number of cancels before. */

import type { CallFacts } from "../call-facts.ts";
import type { LikelyMistake } from "../likely-mistake.ts";

const mistake = (id: string, text: string, shows: LikelyMistake["shows"]): LikelyMistake => ({
  id,
  text,
  shows,
});

const isRepeat = ({ sinceDone }: CallFacts) => sinceDone !== undefined;
/**
 * Whether the place of a call among simultaneous ones is known, or does not matter because the order was cancelled before.
 */
const unlessRace =
  (shows: (facts: CallFacts) => boolean | undefined): LikelyMistake["shows"] =>
  (facts) =>
    facts.isAtOnce && !isRepeat(facts) ? undefined : shows(facts);

const ordersBeyond = (id: string, power: bigint) => ({
  id: `orders-beyond-${id}`,
  text: `orders whose id is beyond 2^${power}`,
  shows: ({ call }: CallFacts) => (call.id?.value ?? 0n) >= 2n ** power,
});
const orders = [ordersBeyond("2-53", 53n), ordersBeyond("int32", 31n)];

export const repeats: readonly LikelyMistake[] = [
  { ...mistake("again-all", "every cancel of a cancelled order", unlessRace(isRepeat)), isOfAll: true },
  mistake(
    "again-no-effect",
    "a cancel is answered and not carried out",
    unlessRace((facts) => isRepeat(facts) && facts.isStillListed),
  ),
  ...(["second", "third"] as const).map((nth, index) =>
    mistake(`again-${index + 2}`, `the ${nth} cancel of an order alone`, ({ isAtOnce, before }) =>
      isAtOnce ? undefined : before === index + 1,
    ),
  ),
  ...[100, 200, 500].map((ms) =>
    mistake(
      "again-late",
      `after some ${ms} ms`,
      unlessRace(({ sinceDone = 0 }) => sinceDone > ms),
    ),
  ),
  ...orders.map(({ id, text, shows }) =>
    mistake(
      id,
      text,
      unlessRace((facts) => isRepeat(facts) && shows(facts)),
    ),
  ),
];

/** Number of orders that were cancelled before. */
const counts: readonly LikelyMistake[] = [
  mistake("cancels-first", "the first cancel of the server alone", ({ cancelled }) => cancelled === 0),
  ...[1, 2, 3].map((least) =>
    mistake(
      `cancels-${least}`,
      `after ${least} cancelled order${least === 1 ? "" : "s"}`,
      ({ cancelled }) => cancelled >= least,
    ),
  ),
];

const shipped: readonly LikelyMistake[] = [
  { ...mistake("shipped-all", "every cancel of a shipped order", () => true), isOfAll: true },
  // After that only a 409 shows that the order still counts as shipped.
  mistake("shipped-first", "the first cancel of an order alone", ({ before, call }) =>
    before > 0 && call.status !== 409 ? undefined : before === 0,
  ),
  mistake("shipped-later", "every cancel of an order but the first", ({ before }) => before > 0),
];

export const shippedCancels: readonly LikelyMistake[] = [...shipped, ...counts];
export const pendingCancels: readonly LikelyMistake[] = [...orders, ...counts];
