/**
 * Which ids a run may put into a request that can act: a given order's own, and texts that each reader of the table
 * takes for a given order or for a number that no list shows. What a reader makes of a given order's own id may stand
 * as well, because that order's own cancel does the same; ids that nobody has avoid it where they can.
 */

import type { GivenOrders } from "../evidence/given-orders.ts";
import type { History } from "../evidence/history.ts";
import { idMatchers, idReaders } from "../evidence/id-readers.ts";
import type { ListReading } from "../evidence/list-reading.ts";
import { percentDecoded } from "../evidence/percent-decoded.ts";
import { type IdForms, idForms, isCareful, randomBelow, unknownFloor } from "./ids.ts";

export interface SafeIds {
  /** What may be tried. */
  readonly forms: IdForms;
  /** @param text the id as it stands in the path */
  isSafe(text: string): boolean;
  /** Whether it is a given order's own. */
  isGiven(id: bigint | undefined): boolean;
  /** An id that nobody has, drawn at random above a floor: no two runs meet. Default: the usual one. */
  drawUnknown(floor?: bigint): bigint;
  /** One of these that was drawn before: what a server remembers of it meets another call. Else a new one. */
  drawnUnknown(): bigint;
  /**
   * Whether an id that nobody has may be tried: a list showed each given order, or has orders without an id, as it may.
   * One in an envelope or a page of it does not tell what there is.
   */
  mayTryUnknown(): boolean;
}

export interface SafeIdOptions {
  /** Each order there may be lost: only ids that are another order's own are kept from the server. */
  readonly isDisposable?: boolean | undefined;
  /** Whether somebody has an order of this id, as far as other histories show. */
  readonly isKnown?: (id: bigint) => boolean;
  readonly knowsAllIds?: () => boolean;
  /** Default: the history's. */
  readonly given?: () => GivenOrders;
}

/** No service that counts its orders has come so far: where no list tells which ids there are, these are nobody's. */
const farAway = 2n ** 40n;
/** So little that those of all readers together count less than one other. */
const hitAnyhow = 2 ** -10;
/** Where the listed ids leave no number without a reader that hits one of them, the best of so many is taken. */
const draws = 300;

export function createSafeIds(history: History, options: SafeIdOptions = {}): SafeIds {
  const { isDisposable = false, isKnown = () => false } = options;
  /** Whether a list showed each given order and the id of every other. */
  const { knowsAllIds = createIdWatch(history) } = options;
  const { given = () => history.given } = options;
  const drawn = new Set<bigint>();
  let of: GivenOrders | undefined;
  let texts: ReadonlySet<string> = new Set();
  /** Ids of the given orders. Made anew only where other orders are given: there may be many, and this is asked often. */
  function ownIds(): ReadonlySet<string> {
    const orders = given();
    if (orders !== of) texts = new Set([...orders.pending, ...orders.shipped].map(String));
    of = orders;
    return texts;
  }
  const isOwn = (id: bigint) => ownIds().has(String(id));
  /** What was drawn counts as given: it is the best there is, and what is made of it need not be better. */
  function someOwn(isMeant: (text: string) => boolean): boolean {
    for (const text of ownIds()) if (isMeant(text)) return true;
    return [...drawn].some((id) => isMeant(String(id)));
  }
  let asked: readonly ListReading[] = [];
  let read = 0;
  /** The first and the last: an order that came and went in between is nobody's loss. */
  function lists(): readonly ListReading[] {
    if (history.lists.length === read) return asked;
    read = history.lists.length;
    const readable = history.lists.filter(({ call, list }) => call.query === undefined && !list.fault);
    asked = [...new Set([readable[0]?.list, readable.at(-1)?.list])].filter((list) => list !== undefined);
    return asked;
  }
  const mayExist = (id: bigint): boolean => {
    if (isKnown(id)) return true;
    if (!knowsAllIds()) return isDisposable || magnitude(id) < farAway;
    return lists().some((list) => isListed(list, id));
  };

  /**
   * How many readers take a text for an order that was not given; counted no further than `enough`. One that takes a
   * given order's own id for that same order hits it in any case, and counts less than all others.
   */
  function hitsOf(text: string, enough: number): number {
    const decoded = percentDecoded(text);
    let hits = 0;
    for (const { read } of idReaders) {
      const id = read(decoded);
      if (id === undefined || isOwn(id) || !mayExist(id)) continue;
      hits += someOwn((each) => read(each) === id) ? hitAnyhow : 1;
      if (hits >= enough) return hits;
    }
    // A text with anything but digits in it is in no id.
    if (!/^\d+$/.test(decoded)) return hits;
    for (const { matches } of idMatchers) {
      const isOthers = (id: string) =>
        matches(decoded, id) && !someOwn((each) => each === id || matches(each, id));
      const isHit = knowsAllIds()
        ? lists().some((list) => idsOfLength(list, decoded.length).some(isOthers))
        : decoded.length < String(farAway).length;
      if (isHit && ++hits >= enough) return hits;
    }
    return hits;
  }

  /** Of a number: whether it is an order's own that was not given. */
  const isAnothers = (text: string) => /^-?\d+$/.test(text) && !isOwn(BigInt(text)) && mayExist(BigInt(text));

  return {
    forms: idForms(isDisposable),
    drawnUnknown() {
      const [first = this.drawUnknown()] = drawn;
      return first;
    },
    mayTryUnknown: () => knowsAllIds() || history.lists.some(({ list }) => !list.fault && !list.allHaveIds),
    isGiven: (id) => id !== undefined && isOwn(id),
    isSafe(text) {
      if (ownIds().has(text) || (/^\d+$/.test(text) && drawn.has(BigInt(text)))) return true;
      if (isDisposable) return !isAnothers(percentDecoded(text));
      return isCareful(text) && hitsOf(text, 1) < 1;
    },
    drawUnknown(floor = unknownFloor) {
      // Where no list tells which ids there are, a smaller one may be somebody's.
      const isNear = !isDisposable && !knowsAllIds() && magnitude(floor) < farAway;
      const draw = () => (isNear ? unknownFloor : floor) + randomBelow(2n ** 20n);
      let best: { readonly id: bigint; readonly hits: number } | undefined;
      const most = knowsAllIds() ? draws : 1;
      for (let times = 0; times < most && best?.hits !== 0; times++) {
        const id = draw();
        if (drawn.has(id) || isOwn(id) || (knowsAllIds() && mayExist(id))) continue;
        const hits = isDisposable ? 0 : hitsOf(String(id), best?.hits ?? Number.POSITIVE_INFINITY);
        if (!best || hits < best.hits) best = { id, hits };
      }
      const id = best?.id ?? draw();
      drawn.add(id);
      return id;
    },
  };
}

/** Whether some list told which ids there are. */
export function createIdWatch(history: History): () => boolean {
  const asked = new Set<ListReading>();
  let found = false;
  return () => {
    for (const { call, list } of found ? [] : history.lists) {
      if (call.query !== undefined || list.fault || !list.allHaveIds || asked.has(list)) continue;
      asked.add(list);
      const { pending, shipped } = history.given;
      const listed = new Set(list.ids);
      found ||= [...pending, ...shipped].every((id) => listed.has(id));
    }
    return found;
  };
}

const sortedIds = new WeakMap<ListReading, BigInt64Array>();

function idsInOrder(list: ListReading): BigInt64Array {
  const ids = sortedIds.get(list) ?? list.ids.toSorted();
  sortedIds.set(list, ids);
  return ids;
}

/** By bisection: a list may have a million orders, and each text has a hundred readings. */
function isListed(list: ListReading, id: bigint): boolean {
  const ids = idsInOrder(list);
  let [from, to] = [0, ids.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (ids[middle]! < id) from = middle + 1;
    else to = middle;
  }
  return ids[from] === id;
}

/** Ids of so many digits or more: in shorter ones a text cannot be found. */
function idsOfLength(list: ListReading, length: number): readonly string[] {
  const least = 10n ** BigInt(length - 1);
  const ids = idsInOrder(list);
  const ends = [ids[0] ?? 0n, ids.at(-1) ?? 0n];
  // Nearly always: no list of many need be gone through.
  if (!ends.some((id) => magnitude(id) >= least)) return [];
  return [...ids].filter((id) => magnitude(id) >= least).map(String);
}

const magnitude = (id: bigint) => (id < 0n ? -id : id);
