/** When a server answers otherwise: which cancels of an order, which orders, which requests. */

import type { CallFacts } from "../call-facts.ts";
import type { Rule, RuleTable } from "../rule.ts";

export const rule = (id: string, text: string, title: string | undefined, shows: Rule["shows"]): Rule => ({
  id,
  text,
  ...(title !== undefined && { title }),
  shows,
});

const isRepeat = ({ sinceDone }: CallFacts) => sinceDone !== undefined;
/** Which of several calls at once came first is not known. */
const unlessAtOnce =
  (shows: (facts: CallFacts) => boolean | undefined): Rule["shows"] =>
  (facts) =>
    facts.isAtOnce ? undefined : shows(facts);

/** Where the order was cancelled before, it does not matter which comes first. */
const unlessRace =
  (shows: (facts: CallFacts) => boolean | undefined): Rule["shows"] =>
  (facts) =>
    facts.isAtOnce && !isRepeat(facts) ? undefined : shows(facts);

const repeats: readonly Rule[] = [
  rule(
    "again-all",
    "a cancel does not look at the state",
    "A cancelled order can be cancelled again and again",
    unlessRace(isRepeat),
  ),
  rule(
    "again-no-effect",
    "a cancel is answered and not carried out",
    "A cancel is answered 204 and not carried out",
    unlessRace((facts) => isRepeat(facts) && facts.isStillListed),
  ),
  rule(
    "again-at-once",
    "the state is read before another cancel has written it",
    "Cancels of one order at once all succeed",
    (facts) => facts.isAtOnce,
  ),
  ...[2, 3, 4, 5].map((nth) =>
    rule(
      `again-${nth}`,
      `the ${ordinal(nth)} cancel of an order alone`,
      `The ${ordinal(nth)} cancel of an order succeeds again`,
      unlessAtOnce(({ before }) => before === nth - 1),
    ),
  ),
  ...[3, 4, 5].map((nth) =>
    rule(
      `again-from-${nth}`,
      `from the ${ordinal(nth)} cancel of an order on`,
      `From the ${ordinal(nth)} cancel on an order can be cancelled again`,
      unlessAtOnce(({ before }) => before >= nth - 1),
    ),
  ),
  rule(
    "again-toggles",
    "each cancel turns the state round",
    "Each cancel of an order turns its state round",
    unlessAtOnce(({ before }) => before % 2 === 0),
  ),
  ...[5, 10, 20, 50, 100, 200].map((ms) =>
    rule(
      "again-early",
      `within ${ms} ms`,
      "An order can be cancelled again shortly afterwards",
      ({ sinceDone }) => sinceDone !== undefined && sinceDone <= ms,
    ),
  ),
  ...[50, 100, 150, 200, 300, 500, 1000].map((ms) =>
    rule(
      "again-late",
      `after some ${ms} ms`,
      "A cancelled order can be cancelled again after a while",
      unlessRace(({ sinceDone }) => sinceDone !== undefined && sinceDone > ms),
    ),
  ),
];

function ordinal(nth: number): string {
  return nth === 2 ? "second" : nth === 3 ? "third" : `${nth}th`;
}

const states: readonly Rule[] = [
  { id: "shipped-all", text: "the state is not looked at", isOfAll: true, shows: () => true },
  rule("shipped-first", "the first cancel of an order alone", undefined, ({ before }) => before === 0),
  rule("shipped-later", "every cancel of an order but the first", undefined, ({ before }) => before > 0),
  ...[2, 3, 4].map((nth) =>
    rule(
      `shipped-${nth}`,
      `the ${ordinal(nth)} cancel of an order alone`,
      undefined,
      ({ before }) => before === nth - 1,
    ),
  ),
  ...[3, 4].map((nth) =>
    rule(
      `shipped-from-${nth}`,
      `from the ${ordinal(nth)} cancel of an order on`,
      undefined,
      ({ before }) => before >= nth - 1,
    ),
  ),
];

const ordersWith = (id: string, text: string, isOf: (order: bigint) => boolean) => ({
  id: `orders-${id}`,
  text: `orders whose id is ${text}`,
  shows: ({ call }: CallFacts) => isOf(call.id?.value ?? 0n),
});
const orders = [
  ordersWith("beyond-2-53", "beyond 2^53", (order) => order >= 2n ** 53n),
  ordersWith("beyond-int32", "beyond 2^31", (order) => order >= 2n ** 31n),
  ordersWith("small", "below 2^53", (order) => order < 2n ** 53n),
];

/** How many orders were cancelled before. */
const counts: readonly Rule[] = [
  rule(
    "cancels-first",
    "the first cancel of the server alone",
    undefined,
    ({ cancelled }) => cancelled === 0,
  ),
  ...[1, 2, 3].map((most) =>
    rule(
      `cancels-${most}`,
      `after ${most} cancelled order${most === 1 ? "" : "s"}`,
      undefined,
      ({ cancelled }) => cancelled >= most,
    ),
  ),
];

/** With a status that says nothing of success, the state was looked at. */
const everyCancel = (id: string, shows: Rule["shows"]): Rule => ({
  id,
  text: "every such cancel",
  isOfAll: true,
  shows,
});
const repeatsRefused = [
  everyCancel("again-every", unlessRace(isRepeat)),
  ...repeats.filter(({ id }) => !/^again-(?:all|no-effect|at-once)$/.test(id)),
];
const statesRefused = [
  everyCancel("shipped-every", () => true),
  ...states.filter(({ id }) => id !== "shipped-all"),
];

const repeatsOfSome = orders.map(
  (each): Rule => ({ ...each, shows: unlessRace((facts) => isRepeat(facts) && each.shows(facts)) }),
);

export const repeatRules: RuleTable = { kinds: /^again:done$/, rules: [...repeats, ...repeatsOfSome] };
export const repeatStatusRules: RuleTable = {
  kinds: /^again:status/,
  rules: [...repeatsRefused, ...repeatsOfSome],
};
export const shippedRules: RuleTable = { kinds: /^shipped:status 2/, rules: [...states, ...counts] };
export const shippedStatusRules: RuleTable = {
  kinds: /^shipped:status [^2]/,
  rules: [...statesRefused, ...counts],
};
export const pendingRules: RuleTable = { kinds: /^cancel:(?:status|body)/, rules: [...orders, ...counts] };
