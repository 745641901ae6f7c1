/**
 * The ways in which a server may deviate from the document where orders change, each with its cost for an explanation: the
 * less likely, the higher. Costs decide which call of a wrong server is blamed; a right server has an explanation without
 * deviations.
 */

import { type Call, mayAct } from "../evidence/read-call.ts";
import type { EffectKind, Suspect } from "./order-calls.ts";

/** The rule that a deviation breaks: deviations that break the same rule need not be distinguished. */
export type BrokenRule = "refused" | "again" | "shippedStatus" | "lost" | "missing" | "effect";

export interface Deviation {
  /** A key, different for each deviation. */
  readonly key: string;
  readonly kind: DeviationKind;
  /** The broken rule; undefined where the document allows the deviation. */
  readonly breaks?: BrokenRule | undefined;
  /** The reason why the call must not have the effect. */
  readonly effectKind?: EffectKind | undefined;
  /** Whether the call names the order and was not answered 2xx: on a shipped order it is not better than its own cancel. */
  readonly isDenied?: boolean;
  /** The cost once for the whole history, and for each doubling of its uses. */
  readonly first: number;
  readonly further: number;
  /** The family, equal for deviations that are likely together: the second one costs little. */
  readonly family: string;
  /** The class of calls that could have this effect: each one without an effect makes the deviation less likely. */
  readonly chances?: string | undefined;
}

type Costs = Pick<Deviation, "first" | "further" | "breaks"> &
  Partial<Pick<Deviation, "family">> & { readonly isCounted?: boolean };

/** Each kind with its costs; calls without the effect are counted where that makes it less likely. */
const kinds = {
  /** A cancel of a pending order gets a status that no cancel has, which alone is proof. */
  status: { first: 1, further: 0.1, breaks: "refused" },
  /** A cancel of a shipped order is not answered 409. */
  shippedStatus: { first: 1.5, further: 0.1, breaks: "shippedStatus" },
  /** A cancelled order is cancelled once more: the most common mistake. */
  again: { first: 2, further: 0.1, breaks: "again", isCounted: true },
  /** A pending order is not cancelled. */
  refused: { first: 2.5, further: 0.5, breaks: "refused", isCounted: true },
  /** Several cancels of a pending order at once are all refused, as a server does that refuses single ones. */
  raceRefused: { first: 2.5, further: 0.1, breaks: "refused", family: "refused" },
  /** An order's own cancel is refused and carried out anyway. */
  own: { first: 3.5, further: 0.3, breaks: "refused", isCounted: true },
  /** A cancel that was answered 429 or 503 is carried out anyway. */
  putOff: { first: 2.4, further: 0.3, breaks: "refused" },
  ownShipped: { first: 3, further: 0.3, breaks: "lost", isCounted: true },
  /** A list lacks an existing order. */
  missing: { first: 5, further: 0.3, breaks: "missing" },
  /** A cancel is answered 2xx and has no effect. */
  idle: { first: 5, further: 1.2, breaks: "again" },
  /** An order changes without a call, which explains any history. */
  spontaneous: { first: 9, further: 0.5, breaks: "missing" },
  /** Legal, but rare: petId or quantity of one order change without a call. */
  moves: { first: 14, further: 1 },
  /** Legal, and common: a cancelled order stays in the list. */
  stays: { first: 0.2, further: 0 },
  /** Legal, but different from this server's behaviour elsewhere. */
  staysOddly: { first: 2, further: 0 },
  /** Legal, but not the effect of a call that was to cancel: the order has shipped, and stays in the list. */
  shipsInstead: { first: 1.2, further: 0 },
  /** Legal: a cancelled order leaves the list after a while. */
  leavesLater: { first: 3, further: 0 },
  /** A shipped order that was changed is refused as before. */
  refusedAsBefore: { first: 1, further: 0 },
} as const satisfies Record<string, Costs>;

export type DeviationKind = keyof typeof kinds | "effect";

/** Maximum cost of a deviation of the same family as one that is already counted. */
export const siblingCost = 0.5;
/** Explanations whose cost differs from the cheapest by at most this count as equal. */
export const tieMargin = 0.5;

/** Whether the document allows a deviation. */
export const isLegal = ({ breaks }: Deviation): boolean => breaks === undefined;

const simple = new Map(
  Object.entries<Costs>(kinds).map(([kind, { isCounted = false, ...costs }]) => [
    kind,
    { key: kind, kind: kind as DeviationKind, family: kind, chances: isCounted ? kind : undefined, ...costs },
  ]),
);
export const deviationOf = (kind: keyof typeof kinds): Deviation => simple.get(kind)!;

/** The cost of an effect of a call that must not have one, by its kind. */
const effectCosts: Readonly<Record<EffectKind, number>> = {
  noKey: 3,
  // Such a call did cancel its own order.
  otherOrder: 3.2,
  otherId: 3.6,
  other: 3.5,
  otherPath: 4.6,
  unnamed: 4.4,
};
/** Additions to that cost: an effect with a wrong key is less likely than one without a key. */
const wrongKey = 1;
/** A refused call whose effect is on another order. */
const refusedOther = 1.8;
/** The other order's id is the same number to a lenient reader. */
const otherAlike = -0.5;
/** A call that does not name the order. */
const unnamed = 3;
/** A call whose method changes nothing. */
const safe = 2.5;
/** An empty id, which may be read as every order's. */
const emptyId = -1.5;
/** A call that was answered 2xx, which claims an effect. */
const claimedEffect = -2.6;
/** The cost of an effect within the call, within the time of late effects, and later. */
const lateness = [0, 3, 4.5];

const effects = new Map<string, readonly Deviation[]>();

/** The deviations of a forbidden effect of a call: at once, late, and later. */
export function effectDeviations({ call, effectKind, isNamed, isDone }: Suspect): readonly Deviation[] {
  const { request } = call.exchange;
  const isSafe = !mayAct(request);
  const isEmpty = call.id?.text === "";
  const form = isSafe ? "safe" : isEmpty ? "empty" : call.isPlain ? "plain" : request.method;
  // A server that does not check the key does not check it on other spellings of the path either.
  const kind = effectKind === "otherPath" ? "noKey" : effectKind;
  const family = `${kind} ${isSafe} ${isNamed && kind !== "otherOrder"} ${isDone}`;
  const chances = `${effectKind} ${isNamed} ${family} ${call.credential} ${form}`;
  const known = effects.get(chances);
  if (known) return known;
  const isOfItsOwn = effectKind === "otherOrder" || effectKind === "unnamed";
  const first =
    effectCosts[effectKind] +
    (effectKind === "noKey" && call.credential !== "none" ? wrongKey : 0) +
    (effectKind === "otherOrder" ? (isDone ? 0 : refusedOther) + (isNamed ? otherAlike : 0) : 0) +
    (isOfItsOwn || isNamed ? 0 : unnamed) +
    (isSafe ? safe : 0) +
    (isEmpty && effectKind === "other" ? emptyId : 0) +
    (isDone && !isOfItsOwn ? claimedEffect : 0);
  return remember(chances, {
    effectKind,
    family,
    chances,
    first,
    isDenied: isNamed && !isDone && effectKind !== "otherOrder",
  });
}

/** The deviations of a change of an order by a read of the list: at once, late, and later. */
export const readDeviations = remember("read", {
  effectKind: "other",
  family: "read",
  chances: "read",
  first: 9,
});

function remember(
  chances: string,
  deviation: Omit<Deviation, "key" | "kind" | "breaks" | "further">,
): readonly Deviation[] {
  const deviations = lateness.map((late) => ({
    ...deviation,
    key: `${chances} ${late}`,
    kind: "effect" as const,
    breaks: "effect" as const,
    first: deviation.first + late,
    further: 0.3,
  }));
  effects.set(chances, deviations);
  return deviations;
}

/** A use of a deviation at one place of a history. */
export interface Use {
  readonly deviation: Deviation;
  /** The call that shows it, or that had the effect. */
  readonly call: Call;
}
