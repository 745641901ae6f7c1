/** The record of a run: every exchange, what it asked for, and what each list showed. */

import { type Exchange, markTooMuch, withCutBody } from "./exchange.ts";
import { type GivenOrders, givenIds, givenState } from "./given-orders.ts";
import { digestOf, ListReader } from "./list-reader.ts";
import { hasId, type ListReading } from "./list-reading.ts";
import { type Call, isKeyed, readCall } from "./read-call.ts";
import { createGatewayWatch, createLockOutWatch, type GatewayRecord } from "./unrelated-answers.ts";

/** A list that was answered 200, and what it showed. */
export interface ListCall {
  readonly call: Call;
  readonly list: ListReading;
}

export interface History {
  /** All calls, in the order of sending. */
  readonly calls: readonly Call[];
  /** Lists that were answered 200 with the key, also those with a query, in the order of sending. */
  readonly lists: readonly ListCall[];
  readonly given: GivenOrders;
  /** Time from which the given orders existed. */
  readonly givenAt: number;
  readonly earlier?: EarlierHistory | undefined;
  /** Errors of a gateway that a second try recovered; undefined in the history of traffic. */
  readonly gateway?: GatewayRecord | undefined;
  /** Milliseconds after a cancel in which its effects may still come. */
  readonly lateMs: number;
  /**
   * Whether some list showed an order with this id.
   * @param before considers only lists that were sent before this time
   */
  wasListed(id: bigint, before?: number): boolean;
  /** Whether an id is known to be an order's, so that a cancel of it may change that order. */
  isOrder(id: bigint): boolean;
}

/** Whether the kit itself sent the calls. */
export const isOfRun = ({ gateway }: Pick<History, "gateway">): boolean => gateway !== undefined;

/** Findings of an earlier history of the same server, which a short history alone cannot show. */
export interface EarlierHistory {
  /** Fields of orders that change spontaneously. */
  readonly moving: ReadonlySet<string>;
  /** Whether an order was cancelled, which may be the reason for a fault of a list. */
  readonly hasCancelled: boolean;
  /** Kinds of faults of earlier lists. */
  readonly listFaults: ReadonlySet<string>;
  /** Ids that were answered 404, so that no order has them. */
  readonly understood: readonly bigint[];
  readonly gateway?: GatewayRecord | undefined;
  /** Whether an order that was not given was in every list. */
  isSteady(id: bigint): boolean;
}

/** Maximum number of ids in all lists together, 8 bytes each: enough for all lists of a run with a million orders. */
const maxIds = 30_000_000;
/** Maximum number of other clients' orders that are watched: a field that changes in them too changes spontaneously. */
const maxWatchedOthers = 64;

/** Milliseconds that a run waits for late effects by default. */
export const defaultLateMs = 500;

type RecorderOptions = Partial<Pick<History, "earlier" | "lateMs">>;

/** The history of a run, which is recorded call by call. */
export class Recorder implements History {
  readonly history: History = this;
  readonly earlier: EarlierHistory | undefined;
  readonly gateway: GatewayRecord;
  readonly lateMs: number;
  readonly lists: ListCall[] = [];
  given: GivenOrders = { pending: [], shipped: [] };
  givenAt = 0;
  readonly #apiKey: string;
  readonly #calls: Call[] = [];
  #isSorted = true;
  readonly #watched = new Set<bigint>();
  #othersLeft = maxWatchedOthers;
  #reader = new ListReader((id) => this.#watch(id));
  readonly #readings = new Map<string, ListReading>();
  readonly #readAt = new Map<ListReading, number>();
  #readingOfBody = new WeakMap<Uint8Array, ListReading>();
  #idsLeft = maxIds;
  readonly #isLockedOut = createLockOutWatch();
  /** Names of headers with which a list with the key was answered. */
  readonly #knownHeaders = new Set<string>();
  readonly #watchGateway: ReturnType<typeof createGatewayWatch>;

  constructor(apiKey: string, { earlier, lateMs = defaultLateMs }: RecorderOptions = {}) {
    this.#apiKey = apiKey;
    this.earlier = earlier;
    this.lateMs = lateMs;
    this.gateway = earlier?.gateway ?? { recovered: 0 };
    this.#watchGateway = createGatewayWatch(this.gateway, () => this.given);
  }

  get calls(): readonly Call[] {
    if (!this.#isSorted)
      this.#calls.sort((one, other) => one.sentAt - other.sentAt || one.number - other.number);
    this.#isSorted = true;
    return this.#calls;
  }

  // Own properties, so that a copy of a history has them.
  readonly isOrder: History["isOrder"] = (id) => givenState(this.given, id) !== undefined;
  readonly wasListed: History["wasListed"] = (id, before = Number.POSITIVE_INFINITY) =>
    [...this.#readAt].some(([list, at]) => at < before && hasId(list, id));

  record(whole: Exchange): Call {
    const exchange = withCutBody(whole);
    const read = readCall(exchange, this.#calls.length, this.#apiKey);
    const failsAlways = this.#watchGateway(read);
    const call = {
      ...read,
      ...(this.#isLockedOut(read) && { isLockedOut: true }),
      ...(failsAlways && { failsAlways }),
      ...(exchange.request.hasAddedHeaders && { addedHeaders: this.#knownHeaders }),
    };
    this.#calls.push(call);
    this.#isSorted = false;
    const isList = isKeyed(call, "list");
    if (isList && call.status === 200) {
      for (const [name] of exchange.request.headers) this.#knownHeaders.add(name);
      this.#addList(call, whole);
    }
    return call;
  }

  /** Sets the orders that belong in the list from now on. */
  give(orders: GivenOrders, at: number): void {
    this.given = orders;
    this.givenAt = at;
    for (const id of givenIds(orders)) this.#watched.add(id);
    // Earlier readings did not watch these orders.
    this.#reader = new ListReader((id) => this.#watch(id));
    this.#readingOfBody = new WeakMap();
    this.#readings.clear();
    this.#readAt.clear();
  }

  #addList(call: Call, whole: Exchange): void {
    const list = this.#readingOf(whole);
    if (list.isTooMuch) markTooMuch(call.exchange.answer!);
    this.#readAt.set(list, Math.min(call.sentAt, this.#readAt.get(list) ?? call.sentAt));
    this.#idsLeft -= this.lists.at(-1)?.list === list ? 0 : list.ids.length;
    // Beyond this number of ids lists are not judged.
    if (this.#idsLeft < 0) return;
    this.lists.push({ call, list });
    this.lists.sort((one, other) => one.call.sentAt - other.call.sentAt);
  }

  #readingOf(exchange: Exchange): ListReading {
    const { body } = exchange.answer!;
    // Some targets return the same array for the same bytes.
    const known = this.#readingOfBody.get(body);
    if (known) return known;
    const digest = digestOf(body);
    const reading = this.#readings.get(digest) ?? this.#reader.read(body);
    this.#readings.set(digest, reading);
    this.#readingOfBody.set(body, reading);
    return reading;
  }

  #watch(id: bigint): boolean {
    if (this.#watched.has(id)) return true;
    if (this.#othersLeft === 0) return false;
    this.#othersLeft--;
    this.#watched.add(id);
    return true;
  }
}

/** Caches a search in a history until it has new calls or given orders: many requirements need the same. */
export function oncePerHistory<Found>(find: (history: History) => Found): (history: History) => Found {
  const known = new WeakMap<
    History,
    Pick<History, "given"> & { readonly calls: number; readonly found: Found }
  >();
  return (history) => {
    const before = known.get(history);
    const { calls, given } = history;
    if (before && before.calls === calls.length && before.given === given) return before.found;
    const found = find(history);
    known.set(history, { calls: calls.length, given, found });
    return found;
  };
}
