/**
 * Limits the damage by a server that misreads ids. Of requests by ids of no given order, the first of each kind is sent
 * alone; after one that may have acted, no more of its kind are sent.
 */

import { type Exchange, mayHaveActed, type OutgoingRequest } from "../evidence/exchange.ts";
import { givenState } from "../evidence/given-orders.ts";
import type { ListCall } from "../evidence/history.ts";
import { isBad, mayAct, type ReadRequest } from "../evidence/read-call.ts";
import type { PathId } from "../evidence/read-id.ts";
import { resembles } from "../misreadings/id-readers.ts";
import { type Admission, type Asked, type Guard, isOwnCancel } from "./gate.ts";
import type { OrderGuard, OrderGuardOptions } from "./order-guard.ts";
import type { SafeIds } from "./safe-ids.ts";

export interface IdGuardOptions extends Omit<OrderGuardOptions, "readList"> {
  readonly safeIds: SafeIds;
  /** Limits the given orders that a wrong server may cost. Without it, requests that have acted are sent again, to repeat a fault. */
  readonly orderGuard?: OrderGuard | undefined;
}

/** The state of one kind of request by the id of no given order. */
interface Kind {
  /** Resolves when its first request is answered. */
  readonly first: Promise<void>;
  /** Description of a request of this kind that may have acted. */
  actedBy?: string;
}

export class IdGuard implements Guard {
  readonly #options: IdGuardOptions;
  readonly #kinds = new Map<string, Kind>();
  /** Given orders whose cancels were sent: another one must be refused. */
  readonly #cancelled = new Set<bigint>();
  /** Description of an unknown id that was accepted as an order's. */
  #taken: string | undefined;
  /** The last request by an id of no given order that may have acted: only a later list shows which order it changed. */
  #unclear: { readonly why: string; readonly since: number } | undefined;
  /** Whether an id like a given order's was tried. */
  #triedLike = false;
  /** Resolves when the first calls of each kind by such ids are answered. */
  #firstsDone = Promise.resolve();

  constructor(options: IdGuardOptions) {
    this.#options = options;
  }

  async admit({ request, read }: Asked): Promise<Admission> {
    if (!mayAct(request)) return {};
    const isFirstCancel = this.#takeFirstCancel(read);
    const refusal = this.#danger(read, isFirstCancel);
    if (refusal !== undefined) return { refusal };
    const { promise: answered, resolve: end } = Promise.withResolvers<void>();
    const name = this.#kindOf(read);
    // Known before any wait, so that only one of several calls made at once is the first.
    const known = name === undefined ? undefined : this.#kinds.get(name);
    const kind: Kind = known ?? { first: answered };
    if (name !== undefined) this.#kinds.set(name, kind);
    const refusedLater = await this.#waitForTurn(read, kind, answered, isFirstCancel);
    if (refusedLater !== undefined) {
      if (name !== undefined && !known) this.#kinds.delete(name);
      end();
      return { refusal: refusedLater };
    }
    let isTried = false;
    return {
      // Lists may have been read since. A call that was tried is tried again: another call's effect is no reason.
      whyNot: () => {
        const why = isTried ? undefined : this.#danger(read, isFirstCancel);
        isTried = true;
        return why;
      },
      settle: (exchange) => {
        if (!exchange.notSent) this.#learn(kind, request, read, exchange);
        end();
      },
    };
  }

  /**
   * Waits until a request may be sent: after the first of its kind; by an id of no given order, after the first ones of all
   * kinds.
   * @returns the reason why it is not sent, such as a change that a list has shown meanwhile
   */
  async #waitForTurn(
    read: ReadRequest,
    kind: Kind,
    answered: Promise<void>,
    isFirstCancel: boolean,
  ): Promise<string | undefined> {
    const { orderGuard } = this.#options;
    const isFirst = kind.first === answered;
    if (!isFirst) await kind.first;
    const isOfNoGiven = this.#isOfNoGiven(read) && this.#kindOf(read) !== undefined;
    if (isOfNoGiven) {
      const before = this.#firstsDone;
      const isLike = this.#isLikeGiven(read.id!);
      // Each reader of the table reads an id like a given order's as that order, or as none.
      if (isFirst && !(isLike && this.#triedLike)) this.#firstsDone = answered;
      this.#triedLike ||= isLike;
      await before;
    }
    return (orderGuard && !isFirst ? kind.actedBy : undefined) ?? this.#danger(read, isFirstCancel);
  }

  #learn(kind: Kind, request: OutgoingRequest, read: ReadRequest, exchange: Exchange): void {
    const status = exchange.answer?.status ?? 0;
    const { credential, isPlain, id } = read;
    if (this.#kindOf(read) === undefined) {
      if (isPlain && credential === "valid" && id?.kind === "exact")
        this.#options.safeIds.evidence.learn(id.value, status);
      return;
    }
    if (this.#isOfNoGiven(read)) {
      // A 409 means that the server found an order: this request could not cancel it, the next one may.
      if (!this.#isLikeGiven(id!) && ((status >= 200 && status < 300) || status === 409))
        this.#taken ??= `${request.path} names no order and was answered ${status}: no more such ids are sent`;
    }
    if (!mayHaveActed(exchange)) return;
    if (this.#isOfNoGiven(read))
      this.#unclear = {
        why: `${request.path} ${describe(exchange)}, and no list shows yet whose order it changed`,
        since: exchange.endedAt,
      };
    kind.actedBy ??= `${request.method} ${request.path} must be refused and ${describe(exchange)}: no more of its kind are sent`;
  }

  /** Whether a request is the first cancel of a given pending order; of several at once, one is. */
  #takeFirstCancel(read: ReadRequest): boolean {
    if (!isOwnCancel(read, this.#options.given()) || this.#cancelled.has(read.id!.value!)) return false;
    this.#cancelled.add(read.id!.value!);
    return true;
  }

  /** The reason why a request is dangerous, or undefined. */
  #danger(read: ReadRequest, isFirstCancel: boolean): string | undefined {
    const { safeIds, orderGuard } = this.#options;
    if (read.operation !== "cancel" || read.id === undefined)
      return "it may act on orders that were not given";
    if (!safeIds.isSafe(read.id.text))
      return `a server that misreads ids may read ${read.id.text || "an empty id"} as an order that was not given`;
    const unnamed = orderGuard?.whyUnnamed(isFirstCancel ? read.id.value : undefined);
    if (unnamed !== undefined) return unnamed;
    if (!this.#isOfNoGiven(read)) return undefined;
    if (this.#unclear && this.#lastListAt < this.#unclear.since) return this.#unclear.why;
    // A server that treats unknown ids as orders' may treat these as others', too, which only a list can show.
    if (this.#isLikeGiven(read.id)) return safeIds.evidence.showsEffects() ? undefined : this.#taken;
    if (safeIds.mayTryUnknown()) return this.#taken;
    return "no list shows every given order, so it is not known which ids are in use";
  }

  /** Time when the last list was sent that shows which orders there are. */
  get #lastListAt(): number {
    const isPlain = ({ call, list }: ListCall) =>
      call.query === undefined && !call.isSpecial && list.fault === undefined;
    return this.#options.history.lists.findLast(isPlain)?.call.sentAt ?? 0;
  }

  /** The kind of a request; undefined for a given order's own number, and for other spellings of the path. */
  #kindOf({ credential, isPlain, id }: ReadRequest): string | undefined {
    if (!isPlain || id === undefined || this.#isGiven(id)) return undefined;
    return `${credential} ${this.#isLikeGiven(id) ? "like " : ""}${id.kind} ${bitsOf(id.text)}`;
  }

  #isGiven(id: PathId): boolean {
    return givenState(this.#options.given(), id.value) !== undefined;
  }

  #isLikeGiven(id: PathId): boolean {
    const { pending, shipped } = this.#options.given();
    return [pending, shipped].some((orders) => orders.some((order) => resembles(id, order)));
  }

  /** Whether a request has the key and an id of no given order. */
  #isOfNoGiven({ credential, id }: ReadRequest): boolean {
    return !isBad(credential) && id !== undefined && !this.#isGiven(id);
  }
}

/** Number of bits of a number, undefined for other text: servers overflow at different numbers of bits. */
const bitsOf = (text: string): number | undefined =>
  /^-?\d{1,400}$/.test(text) ? BigInt(text.replace("-", "")).toString(2).length : undefined;

const describe = ({ answer }: Exchange): string =>
  answer ? `was answered ${answer.status}` : "was not answered";
