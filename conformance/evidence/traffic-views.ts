/** Finds the histories to judge after an exchange of traffic. */

import type { History, ListCall } from "./history.ts";
import { hasId, idsMissing, type ListReading } from "./list-reading.ts";
import type { createListWindow } from "./list-window.ts";
import type { createOpenCalls } from "./open-calls.ts";
import { type createOrderTimelines, isCancelled } from "./order-timelines.ts";
import type { Call } from "./read-call.ts";
import { isBad } from "./read-credential.ts";
import { historyOf, onlyPending, withIdOf, withOnly } from "./views.ts";

/** The kept part of traffic. */
export interface Traffic {
  readonly given: { readonly pending: ReadonlySet<bigint>; readonly shipped: ReadonlySet<bigint> };
  readonly window: ReturnType<typeof createListWindow>;
  readonly timelines: ReturnType<typeof createOrderTimelines>;
  readonly open: ReturnType<typeof createOpenCalls>;
  /** The latest calls, in the order in which they ended. */
  readonly recent: Call[];
  /** The readings of recent lists, including those with a query. */
  readonly readings: WeakMap<Call, ListReading>;
  /** The last time at which an unknown call may have made, changed or removed orders. */
  unknownAt: number;
}

/** Maximum number of missing or changed orders of one list that are examined. */
const maxLost = 4;
const maxCandidates = 100;

/** Whether a call with a key may, by its answer, have changed the order that it names. */
const mayHaveActed = ({ credential, status }: Call): boolean =>
  !isBad(credential) && (status === undefined || status < 400 || status >= 500);

/** The timeline of an order that was cancelled or is known to be pending at the start. */
export function findState(traffic: Traffic, order: bigint): readonly History[] {
  const { given, window, timelines, open } = traffic;
  const calls = timelines.of(order);
  const isGiven = given.pending.has(order);
  // Answers show nothing new of an order whose state is given.
  if (given.shipped.has(order) || (!isGiven && !calls.some(isCancelled))) return [];
  const lists = window.lists.map((each) => withOnly(each, order));
  const since = isGiven ? Number.NEGATIVE_INFINITY : existsSince(order, calls, lists);
  const counted = countedSince(since, [...calls, ...open.naming(order)]);
  return [historyOf(counted, lists, onlyPending(order), since)];
}

/** Without refusals of an order that may not have been made yet, so that a 404 was right. */
const countedSince = (since: number, calls: readonly Call[]): readonly Call[] =>
  calls.filter(({ sentAt, status }) => sentAt >= since || status !== 404);

/** When a list or an answer had shown that the order exists. */
function existsSince(order: bigint, calls: readonly Call[], lists: readonly ListCall[]): number {
  const seen = lists.filter(({ list }) => hasId(list, order)).map(({ call }) => call);
  const stated = calls.filter(
    (call) => !isBad(call.credential) && (isCancelled(call) || call.status === 409),
  );
  return Math.min(...[...seen, ...stated].map(({ endedAt }) => endedAt));
}

/** A query must not filter: it shows what the lists before and after it show. */
export function findQueried(
  { window, recent, readings, timelines, open }: Traffic,
  call: Call,
  list: ListReading,
): (() => readonly History[]) | undefined {
  const isAnswered = ({ operation, status, credential }: Call) =>
    operation === "list" && status === 200 && credential === "valid";
  const at = recent.findLastIndex((each) => each.query === undefined && isAnswered(each));
  const queried = recent
    .slice(at + 1)
    .filter((each) => each.query !== undefined && each.isPlain && isAnswered(each));
  const before = window.lists.findLast((each) => each.call === recent[at]) ?? window.latest;
  if (queried.length === 0 || !before || before.list.fault || list.fault) return undefined;
  return () =>
    queried.slice(0, maxLost).flatMap((each): readonly History[] => {
      const reading = readings.get(each);
      if (!reading) return [];
      const lost = idsMissing(before.list, reading).find((id) => hasId(list, id));
      const order = lost ?? (reading.fault === undefined ? undefined : before.list.ids[0]);
      if (order === undefined) return [];
      const lists = [before, { call: each, list: reading }, { call, list }].map((one) =>
        withOnly(one, order),
      );
      const cancels = [...timelines.of(order), ...open.naming(order)].filter(mayHaveActed);
      const calls = new Set([before.call, each, call, ...cancels]);
      return [historyOf([...calls], lists, onlyPending(order), before.call.sentAt)];
    });
}

/** Changes of orders between two lists, if each call that can have changed them is known. */
export function findListChanges(
  traffic: Traffic,
  before: ListCall,
  after: ListCall,
): () => readonly History[] {
  const { timelines, open, recent, given } = traffic;
  // As they are now: the window may have moved by the time of the check.
  const { lists } = traffic.window;
  const candidates = before.list.fault || after.list.fault ? [] : changedOrders(before, after);
  const isExplained = (order: bigint) =>
    timelines.isForgotten(order) || [...timelines.of(order), ...open.naming(order)].some(mayHaveActed);
  return () => {
    if (
      candidates.length === 0 ||
      traffic.unknownAt > before.call.sentAt ||
      open.mayChangeAny(after.call.endedAt)
    )
      return [];
    return candidates
      .filter((order) => !isExplained(order))
      .slice(0, maxLost)
      .map((order) => {
        const isShipped =
          given.shipped.has(order) || timelines.of(order).some(({ status }) => status === 409);
        const state = isShipped ? { pending: [], shipped: [order] } : onlyPending(order);
        // Since the order is listed without a gap: a field that the shop changes has changed before.
        const gap = lists.findLastIndex(
          ({ call, list }) => call.endedAt <= before.call.sentAt && !hasId(list, order),
        );
        const listed = lists.slice(gap + 1);
        const since = listed[0]!.call.sentAt;
        const existed = existsSince(order, [], listed);
        const calls = [
          ...new Set([...recent.filter(({ endedAt }) => endedAt >= since), ...timelines.of(order)]),
        ];
        const counted = listed
          .filter(({ call, list }) => call.sentAt >= existed || hasId(list, order))
          .map((each) => withIdOf(each, order));
        return historyOf(countedSince(existed, calls), counted, state, since, isOrderOf(traffic, order));
      });
  };
}

/** Orders that the second of two lists lacks or shows with other data. */
function changedOrders(before: ListCall, after: ListCall): readonly bigint[] {
  const isChanged = ([id, order]: readonly [bigint, Readonly<Record<string, unknown>>]) => {
    const other = after.list.watched.get(id);
    return other !== undefined && ["petId", "quantity"].some((field) => order[field] !== other[field]);
  };
  const changed = [...before.list.watched].filter(isChanged).map(([id]) => id);
  const lost = after.list.allHaveIds ? idsMissing(before.list, after.list) : [];
  return [...lost.slice(0, maxCandidates), ...changed.slice(0, maxCandidates)];
}

/** An order that the previous list still showed, on a server that does not list cancelled orders, cannot be unknown. */
export function findRefusal(traffic: Traffic, call: Call, order: bigint): readonly History[] {
  const { window, timelines, open, recent, unknownAt } = traffic;
  if (call.credential !== "valid" || call.id?.kind !== "exact" || timelines.isForgotten(order)) return [];
  const others = [...timelines.of(order).filter((each) => each !== call), ...open.naming(order)];
  const before = window.lists.findLast((each) => each.call.endedAt <= call.sentAt);
  if (!before || !hasId(before.list, order)) return [];
  if (unknownAt > before.call.sentAt || open.mayChangeAny(call.endedAt)) return [];
  if (others.some((each) => !isBad(each.credential)) || !dropsCancelled(traffic)) return [];
  const calls = recent.filter(({ endedAt }) => endedAt >= before.call.sentAt);
  const lists = window.lists.map((each) => withOnly(each, order));
  return [historyOf(calls, lists, onlyPending(order), before.call.sentAt, isOrderOf(traffic, order))];
}

const isOrderOf =
  ({ timelines }: Traffic, order: bigint): History["isOrder"] =>
  (id) =>
    id === order || timelines.wasListed(id);

function dropsCancelled({ window, timelines }: Traffic): boolean {
  const { lists } = window;
  let seen = 0;
  for (const order of timelines.known().pending.slice(-20)) {
    const done = timelines.of(order).find(isCancelled)!;
    for (const { list } of lists.filter(({ call }) => call.sentAt >= done.endedAt)) {
      if (hasId(list, order)) return false;
      seen++;
    }
  }
  return seen > 0;
}
