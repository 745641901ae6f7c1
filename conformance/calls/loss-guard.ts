/**
 * Limits the orders of other clients that a wrong server may cost, by whatever calls. Calls are compared by their traits, such
 * as a missing key or an added header: after the first call with a trait, a list is read before the second is sent. Where
 * a list shows that an order has changed that was not given, and no other client is seen, calls like those under way are not
 * sent any more. If there were several, the next call with each trait is sent alone; after another change, none is sent.
 */

import type { OutgoingRequest } from "../evidence/exchange.ts";
import { type GivenOrders, givenState } from "../evidence/given-orders.ts";
import { isBad, mayAct, type ReadRequest } from "../evidence/read-call.ts";
import type { PathId } from "../evidence/read-id.ts";
import { createStrayWatch, isOwnList, type StrayEffect } from "../evidence/stray-effects.ts";
import { type Admission, type Asked, type Guard, isOwnCancel } from "./gate.ts";
import type { OrderGuardOptions } from "./order-guard.ts";

export interface LossGuardOptions extends Required<OrderGuardOptions> {
  /** Waits and reads the list. */
  readonly readLater: () => Promise<unknown>;
}

/** Maximum number of lists that are read to find out whether other clients change orders. */
const maxChecks = 5;

/** Traits whose first call is sent beside none that may act: it may change a given order, too. */
const firstAlone: ReadonlySet<string> = new Set(["acting, given", "acting without a valid key"]);

/** The first call with a trait. */
interface FirstCall {
  readonly done: Promise<void>;
  endedAt?: number;
}

export class LossGuard implements Guard {
  readonly #options: LossGuardOptions;
  readonly #watch: ReturnType<typeof createStrayWatch>;
  /** Traits whose first call a list has followed. */
  readonly #shown = new Set<string>();
  /** The first calls with each other trait. */
  readonly #firsts = new Map<string, FirstCall>();
  /** Traits of calls that are not sent any more, each with the reason: of all that may act `acting`, of all others `reading`. */
  readonly #refused = new Map<string, string>();
  /** Whether an order that was not given has changed, and it is not known by which call. */
  #isSuspicious = false;
  /** Resolves after the list that follows a call sent alone. */
  #alone: Promise<void> | undefined;
  #underWay = 0;
  #actingUnderWay = 0;
  /** Resolves when the next call ends. */
  #nextEnd = Promise.withResolvers<void>();
  /** Resolves when it is known whether the run has changed an order. */
  #checking: Promise<void> | undefined;
  #list: Promise<unknown> | undefined;

  constructor(options: LossGuardOptions) {
    this.#options = options;
    this.#watch = createStrayWatch(options.history, true);
  }

  async admit({ request, read, settings }: Asked): Promise<Admission> {
    if (isOwnList({ ...read, exchange: { request } }, this.#options.history)) return {};
    const traits = this.#traitsOf(request, read);
    const acts = mayAct(request);
    const named = [...traits, acts ? "acting" : "reading"];
    const whyNot = () => named.map((trait) => this.#refused.get(trait)).find(Boolean);
    // Each other read is made once: a list between them would cost more time than it saves orders.
    const isFew = !acts && read.operation !== "list";
    const awaited = isFew ? [`${request.method} ${request.path} ${read.credential}`] : traits;
    for (;;) {
      this.#checking ??= this.#check().finally(() => (this.#checking = undefined));
      await this.#checking;
      const refusal = whyNot();
      if (refusal !== undefined) return { refusal };
      // Calls that are sent together would wait for each other for ever.
      const before = settings.together ? undefined : this.#callBefore(awaited, acts);
      if (!before) return { ...this.#begin(awaited, acts), whyNot };
      await before;
    }
  }

  /** @returns resolves when calls have ended, or lists been read, for which a call must wait; undefined for none */
  #callBefore(traits: readonly string[], acts: boolean): Promise<unknown> | undefined {
    if (this.#alone && (acts || this.#sendsOneByOne)) return this.#alone;
    // Where other clients change orders, lists show nothing of reads, but still whether a given order is lost.
    for (const trait of acts || this.#watch.isStill() ? traits : []) {
      const first = this.#firsts.get(trait);
      if (first?.endedAt !== undefined) return this.listAfter(first.endedAt).then(() => this.#show(trait));
      if (first) return first.done;
    }
    const isAlone = this.#newOf(traits).some((trait) => this.#sendsOneByOne || firstAlone.has(trait));
    const others = this.#sendsOneByOne ? this.#underWay : this.#actingUnderWay;
    return isAlone && others > 0 ? this.#nextEnd.promise : undefined;
  }

  /** Whether the first call with each trait is sent alone. */
  get #sendsOneByOne(): boolean {
    return this.#isSuspicious && this.#watch.isStill();
  }

  #newOf(traits: readonly string[]): readonly string[] {
    return traits.filter((trait) => !this.#shown.has(trait) && !this.#firsts.has(trait));
  }

  #show(trait: string): void {
    this.#shown.add(trait);
    this.#firsts.delete(trait);
  }

  #begin(traits: readonly string[], acts: boolean): Admission {
    const { promise: done, resolve } = Promise.withResolvers<void>();
    const first: FirstCall = { done };
    const news = this.#newOf(traits);
    for (const trait of news) this.#firsts.set(trait, first);
    const isAlone = news.some((trait) => this.#sendsOneByOne || firstAlone.has(trait));
    if (isAlone) this.#alone = done;
    this.#underWay++;
    if (acts) this.#actingUnderWay++;
    return {
      settle: ({ notSent, hadUnclearTry, endedAt }) => {
        this.#underWay--;
        if (acts) this.#actingUnderWay--;
        this.#nextEnd.resolve();
        this.#nextEnd = Promise.withResolvers();
        if (notSent) for (const trait of news) this.#firsts.delete(trait);
        first.endedAt = endedAt;
        // The first try of a repeated call may act later.
        if (hadUnclearTry) for (const trait of traits) this.#firsts.set(trait, first);
        const end = () => {
          if (isAlone) this.#alone = undefined;
          resolve();
        };
        if (isAlone && !notSent) void this.listAfter(endedAt).finally(end);
        else end();
      },
    };
  }

  /** Resolves when a list was answered that was sent after a time, if lists are answered. */
  async listAfter(time: number): Promise<void> {
    const { history, readList } = this.#options;
    while (!history.lists.some(({ call }) => call.sentAt >= time && isOwnList(call, history))) {
      const isSentNow = this.#list === undefined;
      this.#list ??= readList().finally(() => (this.#list = undefined));
      await this.#list;
      if (isSentNow) return;
    }
  }

  /** After a change, reads lists without other calls: if an order changes meanwhile, other clients are active. */
  async #check(): Promise<void> {
    let found = this.#watch.find();
    for (let times = 0; found && times < maxChecks && this.#watch.isStill(); times++) {
      await this.#options.readLater();
      found = this.#watch.find() ?? found;
    }
    if (found && this.#watch.isStill()) this.#refuseLike(found);
  }

  #refuseLike(effect: StrayEffect): void {
    const { isCertain, isOnly, isRefused, suspect } = effect;
    const { request } = suspect.exchange;
    const isFirst = !this.#isSuspicious;
    const acts = mayAct(request);
    const alike = isOnly && (acts || !isFirst) ? this.#traitsOf(request, suspect) : [];
    const stopsActing = isOnly ? acts : isCertain || !isRefused || !isFirst;
    const stopsReading = !isOnly && !isCertain && !isFirst;
    for (const trait of [...alike, ...(stopsActing ? ["acting"] : []), ...(stopsReading ? ["reading"] : [])])
      this.#refused.set(trait, describe(effect));
    if (isOnly && (acts || !isFirst)) return;
    this.#isSuspicious = true;
    this.#shown.clear();
    this.#firsts.clear();
  }

  /** The ways in which a call differs from the run's own lists; none for a cancel that a right server may carry out. */
  #traitsOf(request: OutgoingRequest, read: ReadRequest): readonly string[] {
    const { credential, query, isPlain, id } = read;
    const given = this.#options.given();
    if (isOwnCancel(read, given)) return [];
    const kind = `${mayAct(request) ? "acting" : "reading"}${isBad(credential) ? " without a valid key" : ""}`;
    const details = [
      ...(request.hasAddedHeaders ? ["header"] : []),
      ...(query === undefined || mayAct(request) ? [] : ["query"]),
      ...(isPlain ? [] : ["path"]),
      ...(id ? [idClass(id, given)] : []),
    ];
    return [
      ...(isBad(credential) ? ["no valid key", credential === "none" ? "no key" : "bad key", kind] : []),
      ...(details.length === 0 ? [kind] : details.map((detail) => `${kind}, ${detail}`)),
    ];
  }
}

function idClass({ text, value }: PathId, given: GivenOrders): string {
  if (value !== undefined) return givenState(given, value) === undefined ? "number" : "given";
  return /^-?\d+$/.test(text) ? "long number" : "text";
}

function describe({ order, suspect: { exchange, status } }: StrayEffect): string {
  const { method, path } = exchange.request;
  const calls = mayAct(exchange.request) ? "cancels" : "calls like it";
  return `order ${order} was not given and has changed since ${method} ${path} was answered ${status ?? "nothing"}: no more ${calls} are sent`;
}
