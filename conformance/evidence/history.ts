/** The record of a run: every exchange, what it asked for, and what each list showed. */

import { digestOf } from "./bytes.ts";
import { type Exchange, withCutBody } from "./exchange.ts";
import type { GivenOrders } from "./given-orders.ts";
import { readList } from "./list-reader.ts";
import type { ListReading } from "./list-reading.ts";
import { createLockOutWatch } from "./lock-outs.ts";
import { type Call, readCall } from "./read-call.ts";

/** A list that was answered 200, and what it showed. */
export interface ListCall {
  readonly call: Call;
  readonly list: ListReading;
}

export interface History {
  /** In the order of sending. */
  readonly calls: readonly Call[];
  /** Answered 200 with the key, in the order of sending: the plain ones, and those with a query. */
  readonly lists: readonly ListCall[];
  readonly given: GivenOrders;
  /** From when on the given orders were there. */
  readonly givenAt: number;
  readonly earlier?: EarlierHistory | undefined;
  /** So long after a cancel its effects may still come, in ms. */
  readonly lateMs: number;
  /**
   * Whether some list showed an order of this id.
   * @param before of the lists that were asked for earlier than this, where the history knows
   */
  wasListed(id: bigint, before?: number): boolean;
  /** Whether an id is known to be an order's, and so a cancel of it that order's own business. */
  isOrder(id: bigint): boolean;
}

/** What an earlier history of the same server showed; a short one cannot show it by itself. */
export interface EarlierHistory {
  /** Fields of orders that move by themselves. */
  readonly moving: ReadonlySet<string>;
  /** Whether an order was cancelled, so that what is wrong with a list may come from that. */
  readonly hasCancelled: boolean;
  /** Kinds of what was wrong with lists before. */
  readonly listFaults: ReadonlySet<string>;
  /** Ids of no order that were answered 404. */
  readonly understood: readonly bigint[];
  /** Whether an order of somebody else's was in every list. */
  isSteady(id: bigint): boolean;
}

export type Recorder = ReturnType<typeof createRecorder>;

/** Ids in all lists together, 8 bytes each: of a million orders, as many lists as a run reads. */
const mostIds = 30_000_000;
/** Orders of other people's that are watched as well: what moves in them, too, moves by itself. */
const watchedOthers = 64;

/** How long a run waits for late effects, unless told otherwise, in ms. */
export const usualLateMs = 500;

export function createRecorder(
  apiKey: string,
  { earlier, lateMs = usualLateMs }: Partial<Pick<History, "earlier" | "lateMs">> = {},
) {
  const calls: Call[] = [];
  let isSorted = true;
  const lists: ListCall[] = [];
  let given: GivenOrders = { pending: [], shipped: [] };
  let givenAt = 0;
  const watched = new Set<bigint>();
  let othersLeft = watchedOthers;
  const readings = new Map<string, ListReading>();
  const readAt = new Map<ListReading, number>();
  const searched = new Map<bigint, { readonly count: number; readonly at: number }>();
  let idsLeft = mostIds;
  const isLockedOut = createLockOutWatch();

  function readingOf(exchange: Exchange): ListReading {
    const { body } = exchange.answer!;
    const digest = digestOf(body);
    const reading = readings.get(digest) ?? readList(body, watch);
    readings.set(digest, reading);
    return reading;
  }

  function watch(id: bigint): boolean {
    if (watched.has(id)) return true;
    if (othersLeft === 0) return false;
    othersLeft--;
    watched.add(id);
    return true;
  }

  /** When the first list that showed an order of this id was asked for, or never. */
  function listedAt(id: bigint): number {
    // Readings are only added: of those that were searched before, the outcome is known.
    const { count, at } = searched.get(id) ?? { count: 0, at: Number.POSITIVE_INFINITY };
    if (at < Number.POSITIVE_INFINITY || count === readings.size) return at;
    const unsearched = [...readings.values()].slice(count);
    const found = unsearched.find(({ ids }) => ids.includes(id));
    const foundAt = found ? readAt.get(found)! : Number.POSITIVE_INFINITY;
    searched.set(id, { count: readings.size, at: foundAt });
    return foundAt;
  }

  const history: History = {
    earlier,
    lateMs,
    get calls() {
      if (!isSorted) calls.sort((one, other) => one.sentAt - other.sentAt || one.number - other.number);
      isSorted = true;
      return calls;
    },
    get lists() {
      return lists;
    },
    get given() {
      return given;
    },
    get givenAt() {
      return givenAt;
    },
    isOrder: (id) => given.pending.includes(id) || given.shipped.includes(id),
    wasListed: (id, before = Number.POSITIVE_INFINITY) => listedAt(id) < before,
  };

  return {
    history,
    record(whole: Exchange): Call {
      const exchange = withCutBody(whole);
      const read = readCall(exchange, calls.length, apiKey);
      const call = isLockedOut(read) ? { ...read, isLockedOut: true } : read;
      calls.push(call);
      isSorted = false;
      const isList = call.operation === "list" && call.isPlain && call.credential === "valid";
      if (isList && call.status === 200) {
        const list = readingOf(whole);
        readAt.set(list, Math.min(call.sentAt, readAt.get(list) ?? call.sentAt));
        idsLeft -= lists.at(-1)?.list === list ? 0 : list.ids.length;
        // Nothing is said of lists that are too many to be kept.
        if (idsLeft < 0) return call;
        lists.push({ call, list });
        lists.sort((one, other) => one.call.sentAt - other.call.sentAt);
      }
      return call;
    },
    /** From now on these orders belong in the list. */
    give(orders: GivenOrders, at: number) {
      given = orders;
      givenAt = at;
      for (const id of [...orders.pending, ...orders.shipped]) watched.add(id);
      // Read before anybody knew which orders count.
      readings.clear();
      readAt.clear();
      searched.clear();
    },
  };
}
