/** Which call an order's unexplained change is due to: the only ones after which it can have come. */

import type { Exchange } from "../history/exchange.ts";
import type { History } from "../history/history.ts";
import { type Ground, recentCancels, type Suspect, suspectsIn } from "./acts.ts";
import { isSuccess } from "./contradiction.ts";

export interface Attribution {
  /** One, unless calls of several grounds are equally suspect, or nobody is. */
  readonly grounds: readonly Ground[];
  readonly suspects: readonly Exchange[];
  /** What else can have done it, though late: another order's cancel, or what named the order. */
  readonly alternatives: readonly Ground[];
}

/**
 * @param from the last instant at which the order is known to have been as it was
 * @param isAlone whether no order that nobody named has met the same
 */
export function attributeEffect(
  history: History,
  order: bigint,
  from: number,
  to: number,
  isAlone = true,
): Attribution {
  const everyone = suspectsIn(history, order, from, to);
  const notRuledOut = everyone.filter((suspect) => !isRuledOut(history, suspect, order));
  const all = notRuledOut.length > 0 ? notRuledOut : everyone;
  const near = all.filter(({ rank }) => rank < 3);
  // An effect may come late: what named the order before is nearer than what only was there.
  const earlier =
    near.length > 0
      ? []
      : suspectsIn(history, order, history.givenAt, from).filter(
          (suspect) => suspect.rank < 3 && !isRuledOut(history, suspect, order),
        );
  const everNamed = earlier.filter(({ rank }) => rank === 1 && isAlone);
  const lately = everNamed.filter(({ call }) => call.endedAt > from - history.lateMs);
  const exactly = lately.filter(({ call }) => call.id?.value === order);
  const earlierNamed = [exactly, lately, everNamed].find((some) => some.length > 0) ?? [];
  // What a cancel that was carried out a moment ago does to another order, whatever it left alone, comes late as well.
  const recent = recentCancels(history, order, from);
  // As near are cancels that did not cancel all there is: one may take its neighbour.
  const named = [
    ...everyone.filter(({ rank }) => rank < 3),
    ...earlierNamed,
    ...(earlierNamed.length > 0 ? recent : []),
  ];
  // A late effect of another order's cancel is as good a guess as one of a call that only was there.
  const late = isAlone ? earlier : earlier.filter(({ rank }) => rank > 1);
  const guesses = [...new Set([...late, ...recent, ...all])];
  const candidates = [near, named, guesses].find((some) => some.length > 0) ?? [];
  const answeredSuccess = answeredSuccessOf(candidates) ?? candidates;
  const isKeyless = answeredSuccess.every(({ ground }) => ground === "noKey" || ground === "otherPath");
  const plain = answeredSuccess.filter(({ ground }) => ground === "noKey");
  // Who lets in without a key by the operation's own path does so by others, too.
  const suspects = isKeyless && plain.length > 0 ? plain : answeredSuccess;
  const grounds = groundsOf(suspects);
  const isSaid = answeredSuccessOf(candidates) !== undefined;
  const namedBefore = suspectsIn(history, order, from - history.lateMs, from).filter(
    ({ rank }) => rank === 1,
  );
  return {
    grounds,
    suspects: suspects.map(({ call }) => call.exchange).toReversed(),
    alternatives:
      isSaid && grounds[0] !== "otherOrder"
        ? []
        : groundsOf([...recent, ...namedBefore]).filter((ground) => !grounds.includes(ground)),
  };
}

const groundsOf = (suspects: readonly Suspect[]): readonly Ground[] => [
  ...new Set(suspects.map(({ ground }) => ground)),
];

/**
 * One that was answered 2xx has as good as said that it did something: first one that names the order, then one
 * that no document allows.
 */
function answeredSuccessOf(candidates: readonly Suspect[]): readonly Suspect[] | undefined {
  const done = candidates.filter(({ call }) => call.operation === "cancel" && isSuccess(call.status));
  const steps = [done.filter(({ rank }) => rank === 1), done.filter(({ ground }) => ground !== "otherOrder")];
  return steps.find((step) => step.length > 0);
}

/** A cancel of another order that left a third one pending does not cancel whatever there is. */
const isRuledOut = (history: History, suspect: Suspect, order: bigint): boolean =>
  suspect.ground === "otherOrder" && leftAnother(history, suspect, order);

function leftAnother(history: History, { call }: Suspect, order: bigint): boolean {
  const isThird = (id: bigint | undefined) =>
    id !== undefined &&
    id !== order &&
    id !== call.id?.value &&
    !history.given.shipped.includes(id) &&
    history.isOrder(id);
  return history.calls.some(
    (later) =>
      later.sentAt >= call.endedAt &&
      later.operation === "cancel" &&
      later.credential === "valid" &&
      later.status === 204 &&
      isThird(later.id?.value),
  );
}

/** Whether nobody named an order in a span of time, and nobody there cancelled whatever there is. */
export const isLeftAlone = (history: History, order: bigint, from: number, to: number): boolean =>
  suspectsIn(history, order, from, to).every(
    (suspect) => suspect.rank > 1 && leftAnother(history, suspect, order),
  );
