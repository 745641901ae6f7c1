/**
 * An endless history in a bounded memory: the latest lists, the timelines of the latest orders. For each
 * call it gives the histories in which that call is to be judged, each no larger than its rules need.
 *
 * Nobody says in which state an order is; the traffic shows it. One that was cancelled had been pending
 * since it was first listed, whoever else was at work. What else is missing or changed may be another
 * client's doing, unless the traffic is known to be all there is.
 */

import { type Exchange, withCutBody } from "./exchange.ts";
import type { GivenOrders } from "./given-orders.ts";
import type { History, ListCall } from "./history.ts";
import type { KeyRing } from "./key-ring.ts";
import type { ListReading } from "./list-reading.ts";
import { createListWindow } from "./list-window.ts";
import { createOrderTimelines, isCancelled } from "./order-timelines.ts";
import type { Call } from "./read-call.ts";
import { isBad } from "./read-credential.ts";
import {
  createCallReader,
  historyOf,
  isUnknownAct,
  nothing,
  timeline,
  type View,
  withOnly,
} from "./views.ts";

const onlyPending = (order: bigint): GivenOrders => ({ pending: [order], shipped: [] });

export type Taken = ReturnType<ReturnType<typeof createTrafficHistory>["take"]>;

/** Calls before a change that may have done it. */
const mostRecent = 64;
/** Orders that one list lost, or changed, that are looked into. */
const mostLost = 4;
/** Calls for a sample. */
const mostSampled = 200;

export function createTrafficHistory(keys: KeyRing, isAllTraffic: boolean, given: GivenOrders = nothing) {
  const [givenPending, givenShipped] = [new Set(given.pending), new Set(given.shipped)];
  const window = createListWindow();
  const timelines = createOrderTimelines();
  const readNext = createCallReader(keys);
  const recent: Call[] = [];
  const sampled: Call[] = [];
  const readings = new WeakMap<Call, ListReading>();
  /** When something unknown may last have made, changed or removed orders. */
  let unknownAt = Number.NEGATIVE_INFINITY;

  return {
    /** Takes an exchange in, each when it has ended. */
    take(exchange: Exchange) {
      const whole = readNext(exchange);
      // The one that is judged by itself is whole; what is kept of it is small.
      const call = { ...whole, exchange: withCutBody(exchange) };
      const isList =
        call.operation === "list" && call.isPlain && call.credential === "valid" && call.status === 200;
      const list = isList ? window.read(exchange) : undefined;
      if (list) readings.set(call, list);
      const previous = list && call.query === undefined ? window.add(call, list) : undefined;
      const order = call.operation === "cancel" ? call.id?.value : undefined;
      const before = order === undefined ? [] : timelines.of(order);
      const wasKnown = before.length > 0;
      const isFirst = !before.some(({ credential }) => !isBad(credential));
      if (order !== undefined) timelines.add(call, order, timelines.wasListed(order) || wasListed(order));
      if (isUnknownAct(call)) unknownAt = Math.max(unknownAt, call.endedAt);
      recent.push(call);
      if (recent.length > mostRecent) recent.shift();
      if (sampled.length < mostSampled) sampled.push(call);
      return {
        call: whole,
        list,
        views: (): readonly View[] => [
          { kind: "alone", history: aloneHistory(whole, list, order, wasKnown, isFirst) },
          ...(order !== undefined && !isBad(call.credential) ? cancelledTimeline(order) : []),
          ...(list && call.query === undefined ? queriesBefore(call, list) : []),
          ...(isAllTraffic && previous && list ? changesSince(previous, { call, list }) : []),
          ...(isAllTraffic && order !== undefined ? refusalOf(call, order) : []),
        ],
      };
    },
    /** What is left of it all, as one history. */
    sample() {
      const known = timelines.known();
      const some = { pending: known.pending.slice(-20), shipped: known.shipped.slice(-20) };
      const told = [...some.pending, ...some.shipped].flatMap((order) => timelines.of(order));
      const { lists } = window;
      const calls = new Set([...sampled, ...told, ...lists.map(({ call }) => call), ...recent]);
      return historyOf([...calls], lists, some, Number.NEGATIVE_INFINITY);
    },
  };

  function aloneHistory(
    call: Call,
    list: ListReading | undefined,
    order: bigint | undefined,
    wasKnown: boolean,
    isFirst: boolean,
  ): History {
    const lists = list ? [{ call, list }] : [];
    const history = historyOf([call], lists, nothing, call.sentAt);
    if (order === undefined || call.id?.kind !== "exact") return history;
    const { status } = call;
    if (!isBad(call.credential)) {
      if (givenShipped.has(order)) return { ...history, given: { pending: [], shipped: [order] } };
      if (givenPending.has(order) && isFirst) return { ...history, given: onlyPending(order) };
      if (isUnlisted(call, order, wasKnown)) return { ...history, wasListed: () => false };
      if (status === 404 || status === 401) return { ...history, wasListed: (id) => wasListed(id) };
      if (status === 409 && !timelines.of(order).some(isCancelled))
        return { ...history, given: { pending: [], shipped: [order] } };
      if (status === 409) return history;
    }
    // Whatever its state is: this answer suits none, or it says that the order was pending.
    return { ...history, given: onlyPending(order) };
  }

  /** An order that does not exist, for all the lists say: then no cancel of it can be done. */
  function isUnlisted({ status, sentAt }: Call, order: bigint, wasKnown: boolean): boolean {
    const { latest } = window;
    if (!isAllTraffic || wasKnown || status === 409 || !latest) return false;
    const { call, list } = latest;
    return call.endedAt <= sentAt && unknownAt < call.sentAt && list.allHaveIds && !wasListed(order);
  }

  function wasListed(order: bigint): boolean {
    return window.lists.some(({ list }) => list.ids.includes(order));
  }

  /** The timeline of an order that was cancelled: it was pending before, from when it was first seen. */
  function cancelledTimeline(order: bigint): readonly View[] {
    const told = timelines.of(order);
    // What is known of it is not told by an answer.
    if (givenShipped.has(order) || !told.some(isCancelled)) return [];
    const lists = window.lists.map((each) => withOnly(each, order));
    const seen = lists.find(({ list }) => list.watched.has(order))?.call.endedAt;
    const stated = told.find((call) => !isBad(call.credential) && (isCancelled(call) || call.status === 409));
    const since = Math.min(seen ?? Number.POSITIVE_INFINITY, stated!.sentAt);
    // Before that it may not have been there yet.
    const calls = told.filter(({ sentAt }) => sentAt >= since);
    return [timeline(calls, lists, onlyPending(order), since)];
  }

  /** A query must not filter: what the lists around it show, it shows. */
  function queriesBefore(call: Call, list: ListReading): readonly View[] {
    const isAnswered = ({ operation, status, credential }: Call) =>
      operation === "list" && status === 200 && credential === "valid";
    const at = recent.findLastIndex((each) => each.query === undefined && each !== call && isAnswered(each));
    const queried = recent
      .slice(at + 1)
      .filter((each) => each.query !== undefined && each.isPlain && isAnswered(each));
    const before = window.lists.findLast((each) => each.call === recent[at]) ?? window.lists.at(-2);
    if (!before || before.list.fault || list.fault) return [];
    return queried.slice(0, mostLost).flatMap((each): readonly View[] => {
      const reading = readings.get(each);
      if (!reading) return [];
      const shown = new Set(reading.ids);
      const later = new Set(list.ids);
      const lost = before.list.ids.find((id) => later.has(id) && !shown.has(id));
      const isOther = reading.fault !== undefined;
      if (lost === undefined && !isOther) return [];
      const order = lost ?? before.list.ids[0];
      if (order === undefined) return [];
      const lists = [before, { call: each, list: reading }, { call, list }].map((one) =>
        withOnly(one, order),
      );
      return [timeline([before.call, each, call], lists, onlyPending(order), before.call.sentAt)];
    });
  }

  /** What became of orders between two lists, where every call that can have done it is here. */
  function changesSince(before: ListCall, after: ListCall): readonly View[] {
    if (before.list.fault || after.list.fault || unknownAt > before.call.sentAt) return [];
    const later = new Set(after.list.ids);
    const changed = [...before.list.watched].flatMap(([id, order]) => {
      const other = after.list.watched.get(id);
      return other &&
        ["petId", "quantity", "shipDate", "complete"].some((field) => order[field] !== other[field])
        ? [id]
        : [];
    });
    const lost = after.list.allHaveIds ? [...before.list.ids].filter((id) => !later.has(id)) : [];
    const isExplained = (order: bigint) =>
      timelines
        .of(order)
        .some(
          (call) =>
            !isBad(call.credential) && (call.status === undefined || call.status < 400 || call.status >= 500),
        );
    return [...lost.slice(0, 100), ...changed.slice(0, 100)]
      .filter((order) => !isExplained(order))
      .slice(0, mostLost)
      .map((order) => {
        const isShipped = givenShipped.has(order) || timelines.of(order).some(({ status }) => status === 409);
        const state = isShipped ? { pending: [], shipped: [order] } : onlyPending(order);
        // From where on it was listed without a break: what moves by itself has moved before, too.
        const gap = window.lists.findLastIndex(
          ({ call, list }) => call.endedAt <= before.call.sentAt && !list.ids.includes(order),
        );
        const since = window.lists[gap + 1]!.call.sentAt;
        const calls = recent.filter(({ endedAt }) => endedAt >= since);
        return timeline(calls, window.lists, state, since, timelines.wasListed);
      });
  }

  /** An order that the list before still showed, on a server that takes cancelled ones off it, cannot be unknown. */
  function refusalOf(call: Call, order: bigint): readonly View[] {
    if (call.status !== 404 || call.credential !== "valid" || call.id?.kind !== "exact") return [];
    const told = timelines.of(order).filter((each) => each !== call);
    const before = window.lists.findLast((each) => each.call.endedAt <= call.sentAt);
    if (!before?.list.ids.includes(order) || unknownAt > before.call.sentAt) return [];
    if (told.some((each) => !isBad(each.credential)) || !dropsCancelled()) return [];
    const calls = recent.filter(({ endedAt }) => endedAt >= before.call.sentAt);
    const lists = window.lists.map((each) => withOnly(each, order));
    return [timeline(calls, lists, onlyPending(order), before.call.sentAt, timelines.wasListed)];
  }

  function dropsCancelled(): boolean {
    const { lists } = window;
    let seen = 0;
    for (const order of timelines.known().pending.slice(-20)) {
      const done = timelines.of(order).find(isCancelled)!;
      for (const { list } of lists.filter(({ call }) => call.sentAt >= done.endedAt)) {
        if (list.ids.includes(order)) return false;
        seen++;
      }
    }
    return seen > 0;
  }
}
