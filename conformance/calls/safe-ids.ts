/**
 * Decides which ids a request that can act may have: a given order's own, and texts that each reader of the table reads as a
 * given order or as a number that no list shows, decoded or not. Readers that earlier answers refute do not count.
 */

import { percentDecoded } from "../../base/escapes.ts";
import { type GivenOrders, givenIds, givenState } from "../evidence/given-orders.ts";
import { type History, oncePerHistory } from "../evidence/history.ts";
import { hasId, hasIdWithDigits, type ListReading } from "../evidence/list-reading.ts";
import { readPathId } from "../evidence/read-id.ts";
import { idForms, isCareful, unknownFloor } from "../misreadings/id-forms.ts";
import { type IdReader, idReaders, idSearches } from "../misreadings/id-readers.ts";
import { randomBelow } from "../misreadings/read-number.ts";
import { createIdEvidence } from "./id-evidence.ts";

export type SafeIds = ReturnType<typeof createSafeIds>;

export interface SafeIdOptions {
  /** Whether any order may be lost: then only ids of orders that were not given are refused. */
  readonly isDisposable?: boolean | undefined;
  /** Whether other histories showed an order with this id. */
  readonly isKnown?: (id: bigint) => boolean;
  /** Default: whether the history shows all ids. */
  readonly knowsAllIds?: () => boolean;
  /** The given orders. Default: the history's. */
  readonly given?: () => GivenOrders;
}

/** The reader by which a given order's own id is most probably another's. */
const double = idReaders.find(({ name }) => name === "integer, double")!;
/** Ids from here on are assumed to be free if no list shows which ids there are: no service has counted so far. */
const farAway = 2n ** 40n;
/** Weight of a hit that adds no risk: all of them together count less than one that does. */
const hitAnyhow = 2 ** -10;
/** Number of random candidates to draw before the least risky one is used. */
const maxDraws = 300;
/** Number of draws in search of an id that does not end with the digits of another client's order. */
const maxDrawsApart = 20;
/** The numbers at the end of an id, for servers that keep only some of its digits. */
const endsOfDigits = (id: bigint) => [3n, 4n, 5n, 6n].map((digits) => magnitude(id) % 10n ** digits);

export function createSafeIds(history: History, options: SafeIdOptions = {}) {
  const { isDisposable = false, isKnown = () => false } = options;
  const { knowsAllIds = () => showsAllIds(history) } = options;
  const { given = () => history.given } = options;
  const drawn = new Set<bigint>();
  const lists = () => endsOf(history);
  const isOwn = (id: bigint | undefined) => givenState(given(), id) !== undefined;
  const mayExist = (id: bigint): boolean => {
    if (isKnown(id)) return true;
    if (!knowsAllIds()) return isDisposable || magnitude(id) < farAway;
    return lists().some((list) => hasId(list, id));
  };

  const isOthers = (id: bigint | undefined): boolean => id !== undefined && !isOwn(id) && mayExist(id);
  const evidence = createIdEvidence(given, mayExist, lists);
  const { isRefuted, understood } = evidence;
  /** Ids that were sent, and, if no list shows which ids exist, the given ones, which are sent in any case. */
  const sentIds = () => [...understood, ...drawn, ...(knowsAllIds() ? [] : givenIds(given()))];
  const hitsOf = createHitCounter({ sentIds, isRefuted, lists, knowsAllIds, isOwn, isOthers });

  /** Draws an unknown id at random above a floor. */
  function drawUnknown(floor = unknownFloor): bigint {
    // If no list shows which ids there are, a smaller one may be another client's.
    const isNear = !isDisposable && !knowsAllIds() && magnitude(floor) < farAway;
    const draw = () => (isNear ? unknownFloor : floor) + randomBelow(2n ** 20n);
    const drawApart = () => {
      let id = draw();
      for (let left = maxDrawsApart; left > 0 && endsOfDigits(id).some(isOthers); left--) id = draw();
      return id;
    };
    const isInUse = (id: bigint) => drawn.has(id) || isOwn(id) || (knowsAllIds() && mayExist(id));
    const costOf = (id: bigint, enough: number) => (isDisposable ? 0 : hitsOf(String(id), enough));
    const id = drawBest(knowsAllIds() ? maxDraws : 1, drawApart, isInUse, costOf);
    drawn.add(id);
    return id;
  }

  /** Whether a text is the number of an order that was not given. */
  const isAnothers = (text: string) => /^-?\d+$/.test(text) && isOthers(BigInt(text));

  return {
    /** The forms of ids that may be sent. */
    forms: idForms(isDisposable),
    evidence,
    weighFirst: () => (isDisposable ? () => 0 : evidence.weighFirst()),
    drawUnknown,
    /** An unknown id that was drawn before, so that state a server keeps about it is tested; otherwise a new one. */
    drawnUnknown(): bigint {
      const [first = drawUnknown()] = drawn;
      return first;
    },
    /**
     * Whether unknown ids may be sent: a list showed each given order, or has orders without an id, which is allowed. A list
     * in an envelope, or a page of it, does not show which orders there are.
     */
    mayTryUnknown: (): boolean =>
      knowsAllIds() || history.lists.some(({ list }) => !list.fault && !list.allHaveIds),
    /** Whether it is the id of a given order. */
    isGiven: isOwn,
    /** @param text the id as written in the path */
    isSafe(text: string): boolean {
      const id = readPathId(text);
      if (id.kind === "exact" && isOwn(id.value))
        return (
          isDisposable ||
          !(evidence.mayLeadAstray(text) || (isOthers(double.read(text)) && !isRefuted(double)))
        );
      if (/^\d+$/.test(text) && drawn.has(BigInt(text))) return true;
      if (isDisposable) return !isAnothers(percentDecoded(text));
      return isCareful(text) && hitsOf(text, 1) < 1;
    },
  };
}

/**
 * Makes a function that counts the readers that read a text as an order that was not given, no further than `enough`. A
 * reader counts almost nothing if it reads an id that was sent before as the same order.
 */
function createHitCounter(
  known: Readonly<Record<"isOwn" | "isOthers", (id: bigint | undefined) => boolean>> & {
    /** Ids whose readings add no risk. */
    readonly sentIds: () => readonly bigint[];
    readonly isRefuted: (reader: IdReader) => boolean;
    readonly lists: () => readonly ListReading[];
    readonly knowsAllIds: () => boolean;
  },
): (text: string, enough: number) => number {
  const { sentIds, isRefuted, lists, knowsAllIds, isOwn, isOthers } = known;
  const someSent = (condition: (text: string) => boolean) => sentIds().some((id) => condition(String(id)));
  return (text, enough) => {
    const decoded = percentDecoded(text);
    const forms = decoded === text ? [text] : [decoded, text];
    let hits = 0;
    for (const reader of idReaders) {
      const id = forms.map(reader.read).find(isOthers);
      if (id === undefined || isRefuted(reader)) continue;
      hits += someSent((each) => reader.read(each) === id) ? hitAnyhow : 1;
      if (hits >= enough) return hits;
    }
    // Ids contain only digits.
    if (!/^\d+$/.test(decoded)) return hits;
    const isFound = (digits: string) => {
      const id = BigInt(digits);
      return (
        !isOwn(id) &&
        idSearches.some(
          ({ takes }) => takes(decoded, id) && !someSent((each) => each === digits || takes(each, id)),
        )
      );
    };
    const isHit = knowsAllIds()
      ? lists().some((list) => hasIdWithDigits(list, decoded, isFound))
      : decoded.length < String(farAway).length;
    return isHit ? hits + 1 : hits;
  };
}

/**
 * The drawn number that costs least.
 * @param costOf counts no further than `enough`
 */
function drawBest(
  draws: number,
  draw: () => bigint,
  isInUse: (id: bigint) => boolean,
  costOf: (id: bigint, enough: number) => number,
): bigint {
  let best: { readonly id: bigint; readonly cost: number } | undefined;
  for (let times = 0; times < draws && best?.cost !== 0; times++) {
    const id = draw();
    if (isInUse(id)) continue;
    const cost = costOf(id, best?.cost ?? Number.POSITIVE_INFINITY);
    if (!best || cost < best.cost) best = { id, cost };
  }
  return best?.id ?? draw();
}

/** The first list and the last one: an order that appeared and disappeared in between cannot be lost. */
const endsOf = oncePerHistory(({ lists }): readonly ListReading[] => {
  const readable = lists.filter(({ call, list }) => call.query === undefined && !list.fault);
  return [...new Set([readable[0]?.list, readable.at(-1)?.list])].filter((list) => list !== undefined);
});

/** Whether some list showed each given order and the id of every other. */
export const showsAllIds = oncePerHistory(({ lists, given }) =>
  lists.some(
    ({ call, list }) =>
      call.query === undefined &&
      !list.fault &&
      list.allHaveIds &&
      givenIds(given).every((id) => hasId(list, id)),
  ),
);

const magnitude = (id: bigint) => (id < 0n ? -id : id);
