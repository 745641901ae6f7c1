/**
 * A sliding window over unlimited traffic: the latest lists, the timelines of the latest orders. It gives the histories in
 * which calls are judged, each no larger than its rules need.
 *
 * A call acts at some moment between its beginning and its end. So a list or a cancel is judged when all calls that began
 * before its end have ended; a call that is still under way when the limit of waiting is reached counts as a lost answer.
 *
 * The state of an order is shown by the traffic alone. One that was cancelled had been pending since it was first listed,
 * whatever other clients did. Other changes may be another client's doing, unless the traffic is known to be all there is.
 */

import { type Exchange, isGatewayError, type OutgoingRequest, withCutBody } from "./exchange.ts";
import { type GivenOrders, givenIds } from "./given-orders.ts";
import type { History } from "./history.ts";
import type { KeyRing } from "./key-ring.ts";
import { hasId, type ListReading } from "./list-reading.ts";
import { createListWindow } from "./list-window.ts";
import { createOpenCalls, openExchange } from "./open-calls.ts";
import { createOrderTimelines, isCancelled } from "./order-timelines.ts";
import { type Call, isKeyed, mayAct } from "./read-call.ts";
import { isBad } from "./read-credential.ts";
import { findListChanges, findQueried, findRefusal, findState, type Traffic } from "./traffic-views.ts";
import { createCallReader, historyOf, isUnknownAct, nothing, onlyPending } from "./views.ts";

/** A check that waits until the calls that began before `until` have ended. */
interface Check {
  readonly until: number;
  readonly views: () => readonly History[];
}

/** Calls before a change that may have done it. */
const maxRecent = 64;
/** Calls for a sample. */
const maxSampled = 200;
/** Checks that wait for calls to end: of orders, and of lists, which may be large. */
const maxWaiting = { orders: 500, lists: 24 };

export class TrafficHistory {
  readonly #isAllTraffic: boolean;
  readonly #traffic: Traffic;
  readonly #readNext: ReturnType<typeof createCallReader>;
  readonly #sampled: Call[] = [];
  readonly #orderChecks = new Map<bigint, Check>();
  #listChecks: Check[] = [];

  constructor(keys: KeyRing, isAllTraffic: boolean, given: GivenOrders = nothing) {
    this.#isAllTraffic = isAllTraffic;
    this.#readNext = createCallReader(keys);
    this.#traffic = {
      given: { pending: new Set(given.pending), shipped: new Set(given.shipped) },
      window: createListWindow(),
      timelines: createOrderTimelines(given.pending),
      open: createOpenCalls(),
      recent: [],
      readings: new WeakMap(),
      unknownAt: Number.NEGATIVE_INFINITY,
    };
  }

  /** Announces a call that was sent. Without its request it may be any call. */
  begin(sentAt: number, request?: OutgoingRequest): Call {
    const call = this.#readNext(openExchange(sentAt, request));
    this.#traffic.open.add(call);
    return call;
  }

  /** Drops a call that ended without evidence about the server. */
  drop(call: Call | undefined): void {
    if (call) this.#traffic.open.remove(call);
  }

  /** Takes an exchange that has ended. @returns the history of this call alone */
  take(exchange: Exchange, openCall?: Call): History {
    const { window, timelines, recent, readings } = this.#traffic;
    this.drop(openCall);
    const whole = this.#readNext(exchange);
    const order = whole.operation === "cancel" ? whole.id?.value : undefined;
    // The call is judged with its whole body and kept with a short one.
    const call = mayComeLater(whole) ? asLost(whole) : { ...whole, exchange: withCutBody(exchange) };
    const list = isKeyed(call, "list") && call.status === 200 ? window.read(exchange) : undefined;
    if (list) readings.set(call, list);
    const alone = this.#aloneHistory(whole, list, order);
    this.#addChecks(call, list, order);
    if (order !== undefined) timelines.add(call, order, timelines.wasListed(order) || this.#isListed(order));
    if (isUnknownAct(call)) this.#traffic.unknownAt = Math.max(this.#traffic.unknownAt, call.endedAt);
    recent.push(call);
    if (recent.length > maxRecent) recent.shift();
    if (this.#sampled.length < maxSampled) this.#sampled.push(call);
    return alone;
  }

  /** @param isForced whether calls that are under way count as lost answers, so that no check waits */
  *dueViews(isForced = false): Generator<History> {
    const checks = this.#orderChecks;
    for (const [order, check] of checks) {
      if (!isForced && checks.size <= maxWaiting.orders && this.#isOpen(order, check)) continue;
      checks.delete(order);
      yield* check.views();
    }
    const excess = this.#listChecks.length - maxWaiting.lists;
    const due = this.#listChecks.filter(
      ({ until }, index) => isForced || index < excess || !this.#traffic.open.isActing(until),
    );
    if (due.length > 0) this.#listChecks = this.#listChecks.filter((check) => !due.includes(check));
    for (const { views } of due) yield* views();
  }

  /** All that is left at the end, as one history. */
  sample(): History {
    const { window, timelines, recent } = this.#traffic;
    const known = timelines.known();
    const some = { pending: known.pending.slice(-20), shipped: known.shipped.slice(-20) };
    const ofOrders = givenIds(some).flatMap((order) => timelines.of(order));
    const { lists } = window;
    const calls = new Set([...this.#sampled, ...ofOrders, ...lists.map(({ call }) => call), ...recent]);
    return historyOf([...calls], lists, some, Number.NEGATIVE_INFINITY);
  }

  #addChecks(call: Call, list: ListReading | undefined, order: bigint | undefined): void {
    const traffic = this.#traffic;
    const until = call.endedAt;
    const add = (views: Check["views"]) => this.#listChecks.push({ until, views });
    if (order !== undefined && !isBad(call.credential)) {
      this.#orderChecks.delete(order);
      this.#orderChecks.set(order, { until, views: () => findState(traffic, order) });
    }
    if (this.#isAllTraffic && order !== undefined && call.status === 404)
      add(() => findRefusal(traffic, call, order));
    if (!list || call.query !== undefined) return;
    const queried = findQueried(traffic, call, list);
    if (queried) add(queried);
    const previous = traffic.window.add(call, list);
    if (this.#isAllTraffic && previous) add(findListChanges(traffic, previous, { call, list }));
  }

  /** Whether the check of an order has to wait: only its own cancels change the result. */
  #isOpen(order: bigint, { until }: Check): boolean {
    const { open } = this.#traffic;
    return open.isActing(until) && open.naming(order).some(({ sentAt }) => sentAt < until);
  }

  #aloneHistory(call: Call, list: ListReading | undefined, order: bigint | undefined): History {
    const { given, timelines } = this.#traffic;
    const lists = list ? [{ call, list }] : [];
    const history = historyOf([call], lists, nothing, call.sentAt);
    if (order === undefined || call.id?.kind !== "exact") return history;
    const { status } = call;
    const asShipped = { ...history, given: { pending: [], shipped: [order] } };
    if (!isBad(call.credential)) {
      if (given.shipped.has(order)) return asShipped;
      if (this.#isUnlisted(call, order)) return { ...history, wasListed: () => false };
      if (status === 404 || status === 401) return { ...history, wasListed: (id) => this.#isListed(id) };
      if (status === 409 && !given.pending.has(order) && !timelines.of(order).some(isCancelled))
        return asShipped;
      if (status === 409) return history;
    }
    // Any other answer implies that the order was pending, or is wrong in every state.
    return { ...history, given: onlyPending(order) };
  }

  /** Whether an order does not exist according to all lists: then no cancel of it can be carried out. */
  #isUnlisted({ status, sentAt, endedAt }: Call, order: bigint): boolean {
    const { window, timelines, open, unknownAt } = this.#traffic;
    const { latest } = window;
    if (!this.#isAllTraffic || timelines.isKnown(order) || status === 409 || !latest) return false;
    const { call, list } = latest;
    const isCurrent = call.endedAt <= sentAt && unknownAt < call.sentAt && !open.mayChangeAny(endedAt);
    return isCurrent && list.allHaveIds && !this.#isListed(order);
  }

  #isListed(order: bigint): boolean {
    return this.#traffic.window.lists.some(({ list }) => hasId(list, order));
  }
}

/** Whether a call without an answer of the server may still be carried out after its end. */
const mayComeLater = ({ exchange, status }: Call): boolean =>
  mayAct(exchange.request) &&
  (status === undefined || status === 408 || status === 503 || isGatewayError(status));

/** A call that may be carried out at any time since it was sent. */
function asLost(call: Call): Call {
  const { answer, failure = `answered ${answer?.status}`, ...sent } = call.exchange;
  const endedAt = Number.POSITIVE_INFINITY;
  return { ...call, status: undefined, endedAt, exchange: { ...sent, failure, once: true } };
}
