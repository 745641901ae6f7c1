/** The kept part of unlimited traffic: the latest lists, and the latest calls that may have changed orders. */

import type { Exchange } from "./exchange.ts";
import type { GivenOrders } from "./given-orders.ts";
import type { ListCall } from "./history.ts";
import { digestOf, ListReader } from "./list-reader.ts";
import { hasId, type ListReading } from "./list-reading.ts";
import { type Call, isBad, isCancelled, isSafeMethod } from "./read-call.ts";

/** Maximum number of calls that are kept because they may have changed orders. */
const maxActs = 10_000;
/** Maximum number of calls of one order that are examined: the first ones, which show its state, and the latest. */
const maxOfOrder = 24;
/** Maximum number of first calls that are kept for the open questions. */
const maxSampled = 200;

export class TrafficWindow {
  readonly lists = new ListWindow();
  readonly sampled: Call[] = [];
  readonly given: GivenOrders;
  readonly isAllTraffic: boolean;
  /** Calls that may act, or that name an order, the oldest first; those under way count as lost. */
  readonly #acts = new Set<Call>();
  readonly #actsByOrder = new Map<bigint, Set<Call>>();
  /** The last end of a call that is no longer kept. */
  #droppedUntil = Number.NEGATIVE_INFINITY;

  constructor(given: GivenOrders, isAllTraffic: boolean) {
    this.given = given;
    this.isAllTraffic = isAllTraffic;
  }

  /** Keeps a call that may act, or that names an order. */
  keep(call: Call): void {
    this.#acts.add(call);
    const order = call.id?.value;
    if (order !== undefined) {
      const ofOrder = this.#actsByOrder.get(order) ?? new Set();
      // The latest orders are last.
      this.#actsByOrder.delete(order);
      this.#actsByOrder.set(order, ofOrder.add(call));
    }
    const [oldest] = this.#acts;
    if (this.#acts.size <= maxActs || !oldest) return;
    this.forget(oldest);
    this.#droppedUntil = Math.max(this.#droppedUntil, oldest.endedAt);
  }

  /** Drops a call that was answered or is too old. */
  forget(call: Call): void {
    this.#acts.delete(call);
    const order = call.id?.value;
    const ofOrder = order === undefined ? undefined : this.#actsByOrder.get(order);
    ofOrder?.delete(call);
    if (ofOrder?.size === 0) this.#actsByOrder.delete(order!);
  }

  /** Keeps one of the first calls, for the open questions. */
  sample(call: Call): void {
    if (this.sampled.length < maxSampled) this.sampled.push(call);
  }

  /** The first and the latest cancels of an order, and the first one that was carried out. */
  naming(order: bigint): readonly Call[] {
    const calls = [...(this.#actsByOrder.get(order) ?? [])].filter(({ operation }) => operation === "cancel");
    const cancelled = calls.find(isCancelled);
    const [first, last] = [maxOfOrder / 2, calls.length - maxOfOrder / 2];
    return calls.filter((call, index) => index < first || index >= last || call === cancelled);
  }

  /** The calls since a time that may have changed orders. */
  actsSince(time: number): readonly Call[] {
    return [...this.#acts].filter(({ endedAt }) => endedAt >= time);
  }

  /** The orders that calls name, the latest ones last. */
  namedOrders(): readonly bigint[] {
    return [...this.#actsByOrder.keys()];
  }

  /** Whether all calls between two times that may have changed an order are known. */
  isKnownBetween(from: number, to: number): boolean {
    if (!this.isAllTraffic || this.#droppedUntil > from) return false;
    return !this.actsSince(from).some((call) => call.sentAt < to && isUnknownAct(call));
  }

  /** Whether calls that named an order may have been dropped. */
  get hasDropped(): boolean {
    return this.#droppedUntil > Number.NEGATIVE_INFINITY;
  }

  isListed(order: bigint): boolean {
    return this.lists.all.some(({ list }) => hasId(list, order));
  }
}

/** Whether a call may have done anything: the document does not show its operation (section 4.3). */
function isUnknownAct({ operation, isPlain, credential, status = 0, exchange }: Call): boolean {
  const isSafe = isSafeMethod(exchange.request.method);
  return (operation === "other" || !isPlain) && !isSafe && !isBad(credential) && status < 400;
}

const maxReadings = 24;
/** Maximum number of ids in all readings together, 8 bytes each. */
const maxIds = 2_000_000;
/** Maximum number of orders of one list that are kept with their data. */
const maxWatched = 200;

/** A list, with the first and the last call that was answered with it. */
interface Kept {
  readonly digest: string;
  readonly list: ListReading;
  readonly first: Call;
  last: Call;
}

/** The latest lists: those that differ from the previous one, as many as memory allows. */
class ListWindow {
  readonly #kept: Kept[] = [];
  readonly #digests = new WeakMap<ListReading, string>();

  /** The reading of a list; the same one for the same bytes. */
  read(exchange: Exchange): ListReading {
    const { body } = exchange.answer!;
    const digest = digestOf(body);
    const known = this.#kept.find((each) => each.digest === digest);
    if (known) return known.list;
    let watchedLeft = maxWatched;
    const list = new ListReader(() => watchedLeft-- > 0).read(body);
    this.#digests.set(list, digest);
    return list;
  }

  /** @returns the previous list, where this one differs from it */
  add(call: Call, list: ListReading): ListCall | undefined {
    const { latest } = this;
    if (latest?.list === list) {
      this.#kept.at(-1)!.last = call;
      return undefined;
    }
    this.#kept.push({ digest: this.#digests.get(list) ?? "", list, first: call, last: call });
    let ids = this.#kept.reduce((sum, each) => sum + each.list.count, 0);
    while (this.#kept.length > maxReadings || (ids > maxIds && this.#kept.length > 2))
      ids -= this.#kept.shift()!.list.count;
    return latest;
  }

  /** The kept lists, the oldest first: each reading with its first and its last call. */
  get all(): readonly ListCall[] {
    return this.#kept.flatMap(({ list, first, last }) =>
      [...new Set([first, last])].map((call) => ({ call, list })),
    );
  }

  get latest(): ListCall | undefined {
    const last = this.#kept.at(-1);
    return last && { call: last.last, list: last.list };
  }
}
