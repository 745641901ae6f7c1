/**
 * Keeps requests from being sent that a run is not allowed. It is held at the transport, whatever a step asks for:
 * no order may be lost that the run was not given.
 */

import { type Exchange, notSent, type OutgoingRequest } from "../evidence/exchange.ts";
import type { GivenOrders } from "../evidence/given-orders.ts";
import type { History } from "../evidence/history.ts";
import { mayAct, type ReadRequest, readRequest } from "../evidence/read-call.ts";
import { isBad } from "../evidence/read-credential.ts";
import { resembles } from "../evidence/read-id.ts";
import { createStrayWatch, type StrayEffect } from "../evidence/stray-effects.ts";
import type { SendOptions } from "../targets/target.ts";
import type { Transport } from "../targets/transport.ts";
import type { SafeIds } from "./safe-ids.ts";

export interface Limits {
  /** Send nothing but GET and HEAD. Orders are not asked for either. */
  readonly readOnly?: boolean | undefined;
  /** How many orders the server may be made to cancel, whoever's they are. */
  readonly maxCancels?: number | undefined;
  /** How many requests the run may send, repeats included. */
  readonly maxRequests?: number | undefined;
  /** Each order there may be lost, whoever's it is: then everything is tried. */
  readonly disposable?: boolean | undefined;
  /** Told of each call that was made. */
  readonly onExchange?: ((exchange: Exchange) => void) | undefined;
}

/**
 * read: GET or HEAD. refused: a request that a right server refuses (no valid key,
 * no such order, a shipped one). cancels: a DELETE that uses an order up.
 */
export type Risk = "read" | "refused" | "cancels";

export function riskOf(request: OutgoingRequest, given: GivenOrders, apiKey: string): Risk {
  if (!mayAct(request)) return "read";
  return isOwnCancel(readRequest(request, apiKey), given) ? "cancels" : "refused";
}

/** Whether a right server may carry it out: with the key, by the number of a pending order that was given. */
const isOwnCancel = ({ operation, credential, id }: ReadRequest, { pending }: GivenOrders): boolean =>
  operation === "cancel" && !isBad(credential) && id?.value !== undefined && pending.includes(id.value);

export interface LimitOptions {
  readonly given: () => GivenOrders;
  readonly apiKey: string;
  readonly history: History;
  readonly safeIds: SafeIds;
  /** Waits a moment and reads the list. Default: it is not known whether other people are at work. */
  readonly readLater?: () => Promise<unknown>;
  /** Whether a kind of request that once acted is sent again all the same, by ids of given orders: to repeat what it did. */
  readonly isRepeating?: boolean;
}

export function limitCalls(transport: Transport, limits: Limits, options: LimitOptions): Transport {
  const { readOnly = false, disposable = false, onExchange } = limits;
  const { maxRequests = Number.POSITIVE_INFINITY } = limits;
  const { given, apiKey } = options;
  const caution = disposable ? undefined : createCaution(options);

  async function sendNow(request: OutgoingRequest, settings?: SendOptions): Promise<Exchange> {
    if (transport.sent >= maxRequests)
      return notSent(request, `the run may send ${maxRequests} requests at the most`);
    const exchange = await transport.send(request, settings);
    if (!exchange.notSent) onExchange?.(exchange);
    return exchange;
  }

  return {
    get sent() {
      return transport.sent;
    },
    async send(request, settings) {
      if (readOnly && riskOf(request, given(), apiKey) !== "read")
        return notSent(request, "the run is read-only");
      if (!caution || !mayAct(request)) return sendNow(request, settings);
      return caution(request, () => sendNow(request, settings));
    },
  };
}

/** So often a list is read to find out whether other people are at work. */
const mostChecks = 5;

/** Of one kind of request that must be refused. */
interface Kind {
  /** Resolved with the answer to its first. */
  readonly first: Promise<void>;
  /** How one of them was answered that may have acted. */
  actedBy?: string;
}

/**
 * Of each kind of request that must be refused one goes first, by itself; once one may have acted, no more of the kind
 * are sent. Nothing at all is cancelled any more once an order has changed that was not given.
 */
function createCaution(options: LimitOptions) {
  const { given, apiKey, history, safeIds, readLater, isRepeating = false } = options;
  const kinds = new Map<string, Kind>();
  const cancelled = new Set<bigint>();
  const watch = createStrayWatch(history);
  let stray: StrayEffect | undefined;
  /** Resolved when it is known whether an order was changed by the run. */
  let checked = Promise.resolve();
  /** How an id that is nobody's was taken for an order's. */
  let taken: string | undefined;
  /** What an id that is no given order's did last: whose order that was, only a list tells that was asked for later. */
  let unclear: { readonly why: string; readonly since: number } | undefined;
  /** Resolved with the answers to the first calls of each kind by such ids. */
  let firstsDone = Promise.resolve();

  /** Where an order changes while nothing is done, other people are at work, and what changed before may be theirs. */
  async function checkStray(): Promise<void> {
    for (let times = 0; readLater && times < mostChecks && watch.isStill(); times++) {
      await readLater();
      watch.find();
    }
    if (!watch.isStill()) stray = undefined;
  }

  /** Why a request may hurt, or undefined. */
  async function danger(read: ReadRequest): Promise<string | undefined> {
    const found = stray ? undefined : watch.find();
    if (found) {
      stray = found;
      checked = checkStray();
    }
    await checked;
    if (stray) return inWords(stray);
    if (read.operation !== "cancel" || read.id === undefined)
      return "it may act on orders that were not given";
    if (!safeIds.isSafe(read.id.text))
      return `a server that misreads ids may take ${read.id.text || "an empty id"} for an order that was not given`;
    if (unclear && isOfNoGiven(read) && (history.lists.at(-1)?.call.sentAt ?? 0) < unclear.since)
      return unclear.why;
    if (!isNobodys(read)) return undefined;
    if (safeIds.mayTryUnknown()) return taken;
    return "no list shows every given order, so it is not known which ids are in use";
  }

  /** Undefined for the cancel of a pending order, and for spellings of a path that may be answered anything. */
  function kindOf(read: ReadRequest): string | undefined {
    const { credential, isPlain, id } = read;
    if (!isPlain || (isOwnCancel(read, given()) && !cancelled.has(id!.value!))) return undefined;
    const { pending, shipped } = given();
    const what =
      id?.value !== undefined && pending.includes(id.value)
        ? "pending"
        : id?.value !== undefined && shipped.includes(id.value)
          ? `shipped ${id.kind}`
          : orders().some((order) => resembles(id!, order))
            ? `like ${id!.kind}`
            : (id?.kind ?? "");
    return `${credential} ${what}`;
  }

  const orders = () => [...given().pending, ...given().shipped];
  /** With the key, by the number of no given order. */
  const isOfNoGiven = ({ credential, id }: ReadRequest) =>
    !isBad(credential) && id !== undefined && !orders().some((order) => order === id.value);
  const isNobodys = (read: ReadRequest) =>
    isOfNoGiven(read) && !orders().some((order) => resembles(read.id!, order));

  return async (request: OutgoingRequest, send: () => Promise<Exchange>): Promise<Exchange> => {
    const read = readRequest(request, apiKey);
    const why = await danger(read);
    if (why !== undefined) return notSent(request, why);
    const name = kindOf(read);
    if (name === undefined) {
      const exchange = await send();
      if (hasActed(exchange) && read.id?.value !== undefined && !isBad(read.credential))
        cancelled.add(read.id.value);
      return exchange;
    }
    const known = kinds.get(name);
    const { promise, resolve } = Promise.withResolvers<void>();
    const kind: Kind = known ?? { first: promise };
    // At once: of calls that are made together only one is the first.
    kinds.set(name, kind);
    if (!known && isOfNoGiven(read)) {
      // However many kinds there are: one of such ids is tried at a time, until each kind was refused.
      const before = firstsDone;
      firstsDone = promise;
      await before;
      const since = await danger(read);
      if (since !== undefined) {
        kinds.delete(name);
        resolve();
        return notSent(request, since);
      }
    }
    if (known) {
      await known.first;
      if (isOfNoGiven(read)) await firstsDone;
      // The list may have shown more meanwhile.
      const since = known.actedBy === undefined || isRepeating ? await danger(read) : known.actedBy;
      if (since !== undefined) return notSent(request, since);
    }
    try {
      const exchange = await send();
      const status = exchange.answer?.status ?? 0;
      // 409 says that there is an order, which this one could not cancel and the next one may.
      if (isNobodys(read) && ((status >= 200 && status < 300) || status === 409))
        taken ??= `${request.path} names no order and was answered ${status}: no more unknown ids are sent`;
      if (hasActed(exchange) && isOfNoGiven(read))
        unclear = {
          why: `${request.path} ${describe(exchange)}, and no list shows yet whose order it changed`,
          since: exchange.endedAt,
        };
      if (hasActed(exchange))
        kind.actedBy ??= `${request.method} ${request.path} must be refused and ${describe(exchange)}: no more of its kind are sent`;
      return exchange;
    } finally {
      resolve();
    }
  };
}

function inWords({ order, suspect: { exchange, status } }: StrayEffect): string {
  const { method, path } = exchange.request;
  return `order ${order} was not given and has changed since ${method} ${path} was answered ${status ?? "nothing"}: no more cancels are sent`;
}

const hasActed = ({ notSent, answer }: Exchange): boolean =>
  !notSent && (answer === undefined || answer.status < 300 || answer.status >= 500);

const describe = ({ answer }: Exchange): string =>
  answer ? `was answered ${answer.status}` : "was not answered";
