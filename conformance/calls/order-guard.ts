/**
 * Limits the number of given orders that a wrong server may change. Calls that must cancel nothing name one given order of each state at a
 * time; after one that may have acted, they name that order alone, in whatever spelling.
 */

import { type Exchange, mayHaveActed } from "../evidence/exchange.ts";
import { type GivenOrders, givenState } from "../evidence/given-orders.ts";
import type { History } from "../evidence/history.ts";
import { hasId, idsChanged, idsMissing, type ListReading } from "../evidence/list-reading.ts";
import { mayAct, type ReadRequest } from "../evidence/read-call.ts";
import { resembles } from "../misreadings/id-readers.ts";
import { type Admission, type Asked, type Guard, isOwnCancel } from "./gate.ts";

export interface OrderGuardOptions {
  readonly given: () => GivenOrders;
  readonly history: History;
  /** Reads the list. */
  readonly readList?: () => Promise<unknown>;
}

/** The effects of calls that must cancel nothing on the given orders of one state. */
interface Exposure {
  /** Orders that the last of these calls named. */
  orders: readonly bigint[];
  /** The id of all calls under way, as written; undefined where they differ. */
  text: string | undefined;
  underWay: number;
  /** Time of the last answer to these calls. */
  endedAt: number;
  /** Orders that may be lost, each with the reason. */
  readonly lost: Map<bigint, string>;
  /** The lost orders that a list showed gone or changed. */
  readonly shown: Set<bigint>;
}

const states = ["pending", "shipped"] as const;
type State = (typeof states)[number];

/** A call's exposures, each with the orders of its state that the call names. */
type Risks = readonly { readonly exposure: Exposure; readonly orders: readonly bigint[] }[];

export class OrderGuard implements Guard {
  readonly #options: OrderGuardOptions;
  readonly #exposures: Readonly<Record<State, Exposure>> = {
    pending: createExposure(),
    shipped: createExposure(),
  };
  /** Orders for which a cancel was sent that a right server carries out. */
  readonly #sentCancels = new Set<bigint>();
  /** The orders of these cancels that may have acted. */
  readonly #actedCancels = new Set<bigint>();
  /** Orders that some call named that must cancel nothing. */
  readonly #named = new Set<bigint>();
  /** Orders that were lost while calls named others. */
  readonly #unnamed = new Set<bigint>();
  #readLists = 0;
  #lastList: ListReading | undefined;
  #listedAt = 0;
  /** Calls that wait for those under way. */
  readonly #waiting: (() => void)[] = [];

  constructor(options: OrderGuardOptions) {
    this.#options = options;
  }

  /** Waits until a request can change at most one order wrongly. */
  async admit({ read }: Asked): Promise<Admission> {
    if (read.isPlain && isOwnCancel(read, this.#options.given())) return this.#admitOwn(read.id!.value!);
    const risks = await this.#waitForRisks(read);
    if (typeof risks === "string") return { refusal: risks };
    return {
      settle: (exchange) => {
        for (const { exposure } of risks) settle(exposure, exchange);
        for (const go of this.#waiting.splice(0)) go();
      },
    };
  }

  /**
   * The reason why a request is not sent after a given order was lost while calls named others: any call but the first cancel
   * of a listed order may cost one more, of whomever. An order that was named before may be lost by a late effect, which its
   * own cancel shows.
   * @param firstCancel the order, if it is its first cancel
   */
  whyUnnamed(firstCancel: bigint | undefined): string | undefined {
    this.#findLosses();
    const isGone = (order: bigint) => this.#lastList !== undefined && !hasId(this.#lastList, order);
    const lost = [...this.#unnamed].find(isGone);
    const isClear = firstCancel !== undefined && (!isGone(firstCancel) || this.#named.has(firstCancel));
    if (lost === undefined || isClear) return undefined;
    return `order ${lost} is gone, and no call since the list before named it`;
  }

  /** The order to name in place of a given one: one that may be lost already, otherwise the same. */
  standIn(order: bigint): bigint {
    this.#findLosses();
    const state = givenState(this.#options.given(), order);
    if (state === undefined || this.#actedCancels.has(order)) return order;
    const { lost, shown } = this.#exposures[state];
    return lost.has(order) ? order : ([...shown, ...lost.keys()][0] ?? order);
  }

  #admitOwn(order: bigint): Admission {
    // A loss that a list has shown before is not the effect of this cancel.
    this.#findLosses();
    this.#sentCancels.add(order);
    this.#unnamed.delete(order);
    return {
      settle: (exchange) => {
        if (mayHaveActed(exchange)) this.#actedCancels.add(order);
      },
    };
  }

  /** Waits until a request may be sent, and counts it as under way. @returns its risks, or the reason why it is not sent */
  async #waitForRisks(read: ReadRequest): Promise<Risks | string> {
    for (;;) {
      this.#findLosses();
      const risks = states
        .map((state) => ({ exposure: this.#exposures[state], orders: this.#namedOrders(read, state) }))
        .filter(({ orders }) => orders.length > 0);
      for (const { exposure, orders } of risks) {
        const why = whyNot(exposure, orders);
        if (why !== undefined) return why;
      }
      if (risks.some(({ exposure, orders }) => mustWait(exposure, orders, read.id?.text))) {
        await new Promise<void>((resolve) => this.#waiting.push(resolve));
        continue;
      }
      const unseen = risks.filter(({ exposure, orders }) => this.#isUnseen(exposure, orders));
      if (unseen.length === 0) {
        this.#begin(risks, read.id?.text);
        return risks;
      }
      await this.#options.readList?.();
      // If no list can be read, only the answers count.
      for (const { exposure, orders } of unseen)
        if (exposure.underWay === 0 && this.#isUnseen(exposure, orders)) exposure.endedAt = this.#listedAt;
    }
  }

  #begin(risks: Risks, text: string | undefined): void {
    for (const { exposure, orders } of risks) {
      exposure.text = exposure.underWay === 0 || exposure.text === text ? text : undefined;
      exposure.orders = orders;
      exposure.underWay++;
      for (const order of orders) this.#named.add(order);
    }
  }

  /** Given orders that a request names, by their number or by an id like it, and that no cancel may have changed. */
  #namedOrders({ id }: ReadRequest, state: State): readonly bigint[] {
    if (id === undefined) return [];
    const given = this.#options.given();
    const own = givenState(given, id.value) === state ? [id.value!] : [];
    const like = given[state].filter((order) => resembles(id, order));
    return [...own, ...like].filter((order) => !this.#actedCancels.has(order));
  }

  /** Whether no list has yet shown the state of other orders that calls named before. */
  #isUnseen({ orders, endedAt }: Exposure, named: readonly bigint[]): boolean {
    if (endedAt <= this.#listedAt) return false;
    return !orders.some((order) => named.includes(order) || this.#actedCancels.has(order));
  }

  /** Searches the new lists for orders that are gone, or that were changed by a call that named them. */
  #findLosses(): void {
    const { lists } = this.#options.history;
    for (const { call, list } of lists.slice(this.#readLists)) {
      this.#readLists++;
      if (call.query !== undefined || call.isSpecial || list.fault || !list.allHaveIds) continue;
      const before = this.#lastList;
      const since = this.#listedAt;
      this.#lastList = list;
      this.#listedAt = Math.max(since, call.sentAt);
      if (before && before !== list) this.#compare(before, list, since);
    }
  }

  /** @param since the time when the list before was sent */
  #compare(before: ListReading, list: ListReading, since: number): void {
    const gone = new Set(idsMissing(before, list));
    const changed = idsChanged(before, list);
    // A change of most orders at once is not the effect of a call.
    const moved = new Set(changed.length * 2 > list.digests.length ? [] : changed);
    for (const state of states) {
      const { orders, lost, shown, underWay, endedAt } = this.#exposures[state];
      const isNamed = underWay > 0 || endedAt > since;
      for (const order of this.#options.given()[state]) {
        if (this.#sentCancels.has(order)) continue;
        if (!gone.has(order) && !(orders.includes(order) && moved.has(order))) continue;
        shown.add(order);
        if (!lost.has(order)) lost.set(order, `a list shows order ${order} gone or changed`);
        if (!isNamed || !orders.includes(order)) this.#unnamed.add(order);
      }
    }
  }
}

const createExposure = (): Exposure => ({
  orders: [],
  text: undefined,
  underWay: 0,
  endedAt: 0,
  lost: new Map(),
  shown: new Set(),
});

/** The reason why orders may not be named: another one may be lost already. Only a list shows which of two is lost. */
function whyNot({ lost, shown }: Exposure, orders: readonly bigint[]): string | undefined {
  if (lost.size === 0 || orders.every((order) => shown.has(order) || (lost.size === 1 && lost.has(order))))
    return undefined;
  const [why] = lost.values();
  return `order ${orders.find((order) => !shown.has(order))} is not put at risk: ${why}`;
}

/**
 * Whether a call must wait for those under way, since they may act on another order than it. Calls with the same text do not
 * wait: a server reads it as the same order.
 */
const mustWait = (
  { orders, text, underWay }: Exposure,
  named: readonly bigint[],
  ownText: string | undefined,
): boolean =>
  underWay > 0 && text !== ownText && (named.length > 1 || orders.length > 1 || orders[0] !== named[0]);

function settle(exposure: Exposure, exchange: Exchange): void {
  exposure.underWay--;
  if (exchange.notSent) return;
  exposure.endedAt = Math.max(exposure.endedAt, exchange.endedAt);
  if (!isUnclear(exchange)) return;
  const { request, answer } = exchange;
  const status = answer?.status;
  const why = `${request.method} ${request.path} must cancel nothing and was ${status === undefined ? "not answered" : `answered ${status}`}`;
  for (const order of exposure.orders) if (!exposure.lost.has(order)) exposure.lost.set(order, why);
}

/** Whether a call may have acted, by its answers. An answer that a read of an order may have proves nothing. */
function isUnclear(exchange: Exchange): boolean {
  const { request } = exchange;
  if (mayAct(request) || exchange.hadUnclearTry) return mayHaveActed(exchange);
  const status = exchange.answer?.status ?? 500;
  if (status === 204) return request.method !== "OPTIONS";
  return status === 302 || status === 303 || (status >= 500 && status !== 501);
}
