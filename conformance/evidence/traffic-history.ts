/**
 * A sliding window over unlimited traffic: the latest lists, and the latest calls that may have changed orders. It gives the
 * histories in which calls are judged, each no larger than its rules need.
 *
 * A call acts at some moment between its beginning and its end. So a list or a cancel is judged when all calls that began
 * before its end have ended; a call that is still under way when the limit of waiting is reached counts as a lost answer.
 *
 * The state of an order is shown by the traffic alone. One that was cancelled had been pending since it was first listed,
 * whatever other clients did. Other changes may be due to another client, unless the traffic is known to be complete.
 */

import { type Exchange, isGatewayError, type OutgoingRequest, withCutBody } from "./exchange.ts";
import type { GivenOrders } from "./given-orders.ts";
import type { History, ListCall } from "./history.ts";
import type { KeyRing } from "./key-ring.ts";
import { type Call, isBad, isKeyed, mayAct, readCall } from "./read-call.ts";
import { mayBeDueToHeader } from "./special-headers.ts";
import {
  changesBetween,
  missingFromQueried,
  viewOfCall,
  viewOfRefusal,
  viewOfState,
} from "./traffic-views.ts";
import { TrafficWindow } from "./traffic-window.ts";

/** A check that waits until the calls that began before `until` have ended. */
interface Check {
  readonly until: number;
  /** The order to which only its own calls matter; undefined where any call does. */
  readonly order?: bigint;
  readonly views: () => readonly History[];
}

/** Maximum number of checks that wait for calls to end. */
const maxWaiting = 24;
/** Maximum number of lists with a query that are kept until the next one without. */
const maxQueried = 4;
const maxOrigins = 1000;

export class TrafficHistory {
  readonly window: TrafficWindow;
  readonly #keys: KeyRing;
  readonly #open = new Set<Call>();
  #queried: ListCall[] = [];
  #checks: Check[] = [];
  /** Origins of pages that were accepted, each with its method: many may only read. */
  readonly #admitted = new Set<string>();
  #count = 0;

  constructor(keys: KeyRing, isAllTraffic: boolean, given: GivenOrders = { pending: [], shipped: [] }) {
    this.#keys = keys;
    this.window = new TrafficWindow(given, isAllTraffic);
  }

  /** Announces a call that was sent. */
  begin(sentAt: number, request: OutgoingRequest): Call {
    const lost = { failure: "no answer yet", once: true, ms: 0, endedAt: Number.POSITIVE_INFINITY };
    const call = this.#read({ request, sentAt, ...lost });
    if (mayAct(request) && !isBad(call.credential)) {
      this.#open.add(call);
      this.window.keep(call);
    }
    return call;
  }

  /** Notes the end of a call whose answer is not evidence: it may still have acted. */
  drop(call: Call | undefined): void {
    if (call) this.#open.delete(call);
  }

  /** Takes an exchange that has ended. @returns the history of this call alone */
  take(exchange: Exchange, openCall?: Call): History {
    this.drop(openCall);
    if (openCall) this.window.forget(openCall);
    const whole = this.#read(exchange);
    // The call is judged with its whole body and kept with a short one.
    const call = mayComeLater(whole) ? asLost(whole) : { ...whole, exchange: withCutBody(exchange) };
    const list = isKeyed(call, "list") && call.status === 200 ? this.window.lists.read(exchange) : undefined;
    const alone = viewOfCall(this.window, whole, list);
    const isPreflight = exchange.request.method === "OPTIONS";
    if (call.operation === "cancel" || (call.operation === "other" && !isPreflight)) this.window.keep(call);
    this.window.sample(call);
    if (call.operation === "cancel" && call.id?.value !== undefined && !isBad(call.credential))
      this.#checkCancel(call, call.id.value);
    if (list) this.#checkList({ call, list });
    return alone;
  }

  /** @param isForced whether calls that are under way count as lost answers, so that no check waits */
  *dueViews(isForced = false): Generator<History> {
    const excess = this.#checks.length - maxWaiting;
    const isDue = (check: Check, index: number) => isForced || index < excess || !this.#isWaiting(check);
    const due = new Set(this.#checks.filter(isDue));
    this.#checks = this.#checks.filter((check) => !due.has(check));
    for (const { views } of due) yield* views();
  }

  #read(exchange: Exchange): Call {
    const call = readCall(exchange, this.#count++, "");
    const { status = 0, query } = call;
    const { method, headers } = exchange.request;
    const origins = headers.flatMap(([name, value]) => (/^origin$/i.test(name) ? [value] : []));
    const page = [method, ...origins].join(" ");
    // Browsers send an Origin with each cancel: one that was accepted before is not the reason for a later refusal.
    const hasEffect = call.isSpecial && mayBeDueToHeader(exchange, this.#admitted.has(page));
    if (status >= 200 && status < 300 && this.#admitted.size < maxOrigins) this.#admitted.add(page);
    return { ...call, credential: this.#keys(exchange), isSpecial: query !== undefined || hasEffect };
  }

  #checkCancel(call: Call, order: bigint): void {
    const until = call.endedAt;
    // The latest check of an order covers all earlier ones.
    this.#checks = this.#checks.filter((check) => check.order !== order);
    this.#checks.push({ until, order, views: () => viewOfState(this.window, order) });
    if (this.window.isAllTraffic && call.status === 404)
      this.#checks.push({ until, views: () => viewOfRefusal(this.window, call, order) });
  }

  #checkList(now: ListCall): void {
    const { call, list } = now;
    if (call.query !== undefined) {
      if (this.#queried.length < maxQueried) this.#queried.push(now);
      return;
    }
    const until = call.endedAt;
    const { latest } = this.window.lists;
    if (latest && this.#queried.length > 0)
      this.#checks.push({ until, views: missingFromQueried(this.window, latest, this.#queried, now) });
    this.#queried = [];
    const previous = this.window.lists.add(call, list);
    if (previous && this.window.isAllTraffic)
      this.#checks.push({ until, views: changesBetween(this.window, previous, now) });
  }

  #isWaiting({ until, order }: Check): boolean {
    return [...this.#open].some(
      ({ sentAt, id }) => sentAt < until && (order === undefined || id?.value === order),
    );
  }
}

/** Whether a server that has not answered a call may still carry it out. */
const mayComeLater = ({ exchange, status }: Call): boolean =>
  mayAct(exchange.request) &&
  (status === undefined || status === 408 || status === 503 || isGatewayError(status));

/** A call that may be carried out at any time since it was sent. */
function asLost(call: Call): Call {
  const { answer, failure = `answered ${answer?.status}`, ...sent } = call.exchange;
  const endedAt = Number.POSITIVE_INFINITY;
  return { ...call, status: undefined, endedAt, exchange: { ...sent, failure, once: true } };
}
