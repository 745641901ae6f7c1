/** The histories to judge after an exchange of traffic. */

import type { JsonObject } from "../../base/json.ts";
import { mayHaveActed } from "./exchange.ts";
import { type GivenOrders, givenIds, givenState } from "./given-orders.ts";
import { defaultLateMs, type History, type ListCall } from "./history.ts";
import { hasId, idsMissing, type ListReading } from "./list-reading.ts";
import { type Call, isBad, isCancelled } from "./read-call.ts";
import type { TrafficWindow } from "./traffic-window.ts";

/** Maximum number of missing or changed orders of one list that are examined. */
const maxLost = 4;
const maxCandidates = 100;
/** Maximum number of calls that may have caused a change. */
const maxSuspects = 64;

const nothing: GivenOrders = { pending: [], shipped: [] };
const onlyPending = (order: bigint): GivenOrders => ({ pending: [order], shipped: [] });

function historyOf(
  calls: readonly Call[],
  lists: readonly ListCall[],
  given: GivenOrders,
  givenAt: number,
): History {
  return {
    calls: [...new Set(calls)].toSorted(
      (one, other) => one.sentAt - other.sentAt || one.number - other.number,
    ),
    lists: lists.toSorted((one, other) => one.call.sentAt - other.call.sentAt),
    given,
    givenAt,
    lateMs: defaultLateMs,
    wasListed: () => true,
    isOrder: (id) => givenState(given, id) !== undefined,
  };
}

/**
 * A list in which one order alone can be missing: a view without the calls on other orders proves nothing about these.
 * @param fields data that it shows of orders, in addition to the id
 */
function withOnly({ call, list }: ListCall, order: bigint, fields: readonly string[] = []): ListCall {
  const ids = hasId(list, order) ? BigInt64Array.of(order) : new BigInt64Array();
  const watched = new Map<bigint, JsonObject>();
  for (const id of ids) watched.set(id, { id });
  for (const [id, order] of fields.length > 0 ? list.watched : []) {
    const shown = fields.filter((field) => order[field] !== undefined);
    watched.set(id, { id, ...Object.fromEntries(shown.map((field) => [field, order[field]!])) });
  }
  const digests = new Int32Array();
  return { call, list: { ...list, ids, sorted: ids, watched, digests, idSet: String(ids.length) } };
}

/**
 * Fields that only calls change. The shop itself changes ship dates and completions: traffic does not show whether it did or
 * a call.
 */
const steadyFields = ["petId", "quantity"] as const;

/** Whether a call with a key may, by its answer, have changed the order that it names. */
const mayHaveChanged = ({ credential, exchange }: Call): boolean =>
  !isBad(credential) && mayHaveActed(exchange);

/** Calls without those answered 404 before the order is known to exist: these answers may be right. */
const countedSince = (since: number, calls: readonly Call[]): readonly Call[] =>
  calls.filter(({ sentAt, status }) => sentAt >= since || status !== 404);

/** The time at which a list or an answer first showed that an order exists. */
function existsSince(order: bigint, calls: readonly Call[], lists: readonly ListCall[]): number {
  const seen = lists.filter(({ list }) => hasId(list, order)).map(({ call }) => call);
  const stated = calls.filter(
    (call) => !isBad(call.credential) && (isCancelled(call) || call.status === 409),
  );
  return Math.min(...[...seen, ...stated].map(({ endedAt }) => endedAt));
}

/** A call alone, with the state of its order as far as its answer or the traffic shows it. */
export function viewOfCall(traffic: TrafficWindow, call: Call, list: ListReading | undefined): History {
  const history = historyOf([call], list ? [{ call, list }] : [], nothing, call.sentAt);
  const { operation, id, status } = call;
  if (operation !== "cancel" || id?.kind !== "exact") return history;
  const order = id.value;
  const asShipped = { ...history, given: { pending: [], shipped: [order] } };
  if (!isBad(call.credential)) {
    const state = givenState(traffic.given, order);
    if (state === "shipped") return asShipped;
    if (isUnlisted(traffic, call, order)) return { ...history, wasListed: () => false };
    if (status === 404 || status === 401) return { ...history, wasListed: (id) => traffic.isListed(id) };
    if (status === 409)
      return state === undefined && !traffic.naming(order).some(isCancelled) ? asShipped : history;
  }
  // Any other answer implies that the order was pending, or is wrong in every state.
  return { ...history, given: onlyPending(order) };
}

/** Whether an order does not exist according to all lists: then no cancel of it can be carried out. */
function isUnlisted(traffic: TrafficWindow, { status, sentAt, endedAt }: Call, order: bigint): boolean {
  const { latest } = traffic.lists;
  if (status === 409 || !latest || latest.call.endedAt > sentAt || !latest.list.allHaveIds) return false;
  if (traffic.isListed(order) || traffic.hasDropped || traffic.naming(order).length > 0) return false;
  return traffic.isKnownBetween(latest.call.sentAt, endedAt);
}

/** The calls on an order that was cancelled, or is known to be pending at the start. */
export function viewOfState(traffic: TrafficWindow, order: bigint): readonly History[] {
  const state = givenState(traffic.given, order);
  const calls = traffic.naming(order);
  // Answers show nothing new of an order whose state is given.
  if (state === "shipped" || (state === undefined && !calls.some(isCancelled))) return [];
  const lists = traffic.lists.all.map((each) => withOnly(each, order));
  const since = state ? Number.NEGATIVE_INFINITY : existsSince(order, calls, lists);
  return [historyOf(countedSince(since, calls), lists, onlyPending(order), since)];
}

/** The histories of orders that a list with a query lacks: it must show those of the lists before and after it. */
export function missingFromQueried(
  traffic: TrafficWindow,
  before: ListCall,
  queried: readonly ListCall[],
  after: ListCall,
): () => readonly History[] {
  if (before.list.fault || after.list.fault) return () => [];
  const found = queried.flatMap((each) => {
    const lost = idsMissing(before.list, each.list).find((id) => hasId(after.list, id));
    const order = lost ?? (each.list.fault === undefined ? undefined : before.list.ids[0]);
    if (order === undefined) return [];
    return [{ order, lists: [before, each, after].map((one) => withOnly(one, order)) }];
  });
  return () =>
    found.map(({ order, lists }) => {
      const cancels = traffic.naming(order).filter(mayHaveChanged);
      const calls = [...lists.map(({ call }) => call), ...cancels];
      return historyOf(calls, lists, onlyPending(order), before.call.sentAt);
    });
}

/** The histories of orders that changed between two lists, if all calls that may have changed them are known. */
export function changesBetween(
  traffic: TrafficWindow,
  before: ListCall,
  after: ListCall,
): () => readonly History[] {
  const candidates = before.list.fault || after.list.fault ? [] : changedOrders(before, after);
  const [from, to] = [before.call.sentAt, after.call.endedAt];
  // As they are now: the window may have moved by the time of the check.
  const lists = candidates.length === 0 ? [] : traffic.lists.all;
  return () => {
    const unexplained = candidates.filter((order) => !traffic.naming(order).some(mayHaveChanged));
    if (unexplained.length === 0 || !traffic.isKnownBetween(from, to)) return [];
    return unexplained.slice(0, maxLost).map((order) => {
      // All lists since the last one without the order: earlier changes show which fields the shop changes.
      const gap = lists.findLastIndex(({ call, list }) => call.endedAt <= from && !hasId(list, order));
      return viewOfAll(traffic, order, lists.slice(gap + 1));
    });
  };
}

/** Orders that the second of two lists lacks or shows with other data. */
function changedOrders(before: ListCall, after: ListCall): readonly bigint[] {
  const isChanged = ([id, order]: readonly [bigint, JsonObject]) => {
    const other = after.list.watched.get(id);
    return other !== undefined && steadyFields.some((field) => order[field] !== other[field]);
  };
  const changed = [...before.list.watched].filter(isChanged).map(([id]) => id);
  const lost = after.list.allHaveIds ? idsMissing(before.list, after.list) : [];
  return [...lost.slice(0, maxCandidates), ...changed.slice(0, maxCandidates)];
}

/** The history of an order that was refused as unknown, but was in the previous list of a server that drops cancelled ones. */
export function viewOfRefusal(traffic: TrafficWindow, call: Call, order: bigint): readonly History[] {
  if (call.credential !== "valid" || call.id?.kind !== "exact") return [];
  const lists = traffic.lists.all;
  const last = lists.findLastIndex((each) => each.call.endedAt <= call.sentAt);
  const before = lists[last];
  if (!before || !hasId(before.list, order)) return [];
  const isOther = (each: Call) => each !== call && !isBad(each.credential);
  if (traffic.naming(order).some(isOther)) return [];
  if (!traffic.isKnownBetween(before.call.sentAt, call.endedAt) || !dropsCancelled(traffic)) return [];
  return [viewOfAll(traffic, order, lists.slice(last))];
}

/** An order that exists in the first of some lists, with all calls since then that may have changed it. */
function viewOfAll(traffic: TrafficWindow, order: bigint, lists: readonly ListCall[]): History {
  const named = traffic.naming(order);
  const isShipped =
    givenState(traffic.given, order) === "shipped" || named.some(({ status }) => status === 409);
  const given = isShipped ? { pending: [], shipped: [order] } : onlyPending(order);
  const since = lists[0]!.call.sentAt;
  const existed = existsSince(order, [], lists);
  const counted = lists.filter(({ call, list }) => call.sentAt >= existed || hasId(list, order));
  const acts = [...traffic.actsSince(since).slice(-maxSuspects), ...named];
  const calls = [...lists.map(({ call }) => call), ...countedSince(existed, acts)];
  const shown = counted.map((each) => withOnly(each, order, steadyFields));
  return {
    ...historyOf(calls, shown, given, since),
    isOrder: (id) => id === order || traffic.isListed(id),
  };
}

/** Number of orders in each state that represent the others. */
const maxKnown = 20;

/** Orders that were certainly cancelled, and orders that were refused as shipped. */
function knownOrders(traffic: TrafficWindow): GivenOrders {
  const [pending, shipped]: [bigint[], bigint[]] = [[], []];
  for (const order of traffic.namedOrders()) {
    const calls = traffic.naming(order);
    if (calls.some(isCancelled)) pending.push(order);
    else if (calls.some(({ status, credential }) => status === 409 && credential === "valid"))
      shipped.push(order);
  }
  return { pending: pending.slice(-maxKnown), shipped: shipped.slice(-maxKnown) };
}

function dropsCancelled(traffic: TrafficWindow): boolean {
  const after = knownOrders(traffic).pending.flatMap((order) => {
    const done = traffic.naming(order).find(isCancelled)!;
    const lists = traffic.lists.all.filter(({ call }) => call.sentAt >= done.endedAt);
    return lists.map(({ list }) => hasId(list, order));
  });
  return after.length > 0 && !after.includes(true);
}

/** The kept calls and lists, as one history. */
export function sampleOf(traffic: TrafficWindow): History {
  const lists = traffic.lists.all;
  const some = knownOrders(traffic);
  const ofOrders = givenIds(some).flatMap((order) => traffic.naming(order));
  const recent = traffic.actsSince(Number.NEGATIVE_INFINITY).slice(-maxSuspects);
  const calls = [...traffic.sampled, ...ofOrders, ...lists.map(({ call }) => call), ...recent];
  return historyOf(calls, lists, some, Number.NEGATIVE_INFINITY);
}
