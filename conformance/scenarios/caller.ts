/** Makes the calls of a run and records them; judges nothing. */

import { orderPath, ordersPath } from "../../spec/wire.ts";
import type { HeaderList } from "../history/exchange.ts";
import type { History, ListCall, Recorder } from "../history/history.ts";
import { type ListReading, showsId } from "../history/list-reading.ts";
import type { Call } from "../history/read-call.ts";
import type { Transport } from "../targets/transport.ts";
import { createCookieJar } from "./cookie-jar.ts";
import { authorization, type CredentialKind } from "./credentials.ts";

export interface CallOptions {
  /** Default: with the key. */
  readonly as?: CredentialKind;
  /** Which form of that kind. */
  readonly turn?: number;
  /** Whether it may be sent again where the network failed. Default: GET and HEAD. */
  readonly repeatable?: boolean;
  /** Headers for this call alone. */
  readonly headers?: HeaderList;
  /** Default: application/json. Null for none. */
  readonly accept?: string | null;
  readonly connection?: string | undefined;
  /** On a connection that was used before. */
  readonly isWarm?: boolean;
  readonly together?: () => Promise<void>;
}

/** Calls never throw: a call without an answer has a failure. */
export interface Caller {
  readonly apiKey: string;
  call(method: string, path: string, options?: CallOptions): Promise<Call>;
  list(options?: CallOptions): Promise<Call>;
  /** A cancel that a right server carries out: sent once. */
  cancel(id: bigint, options?: CallOptions): Promise<Call>;
  /** The orders of such cancels that no answer refused. */
  cancelled(): readonly bigint[];
  /** A cancel that a right server refuses and that so may be sent again where the network failed. */
  attempt(id: bigint | string, options?: CallOptions): Promise<Call>;
  /** An id that no listed order has, not far above another: random, so that no two runs meet. */
  unusedId(above: bigint): bigint;
  /** Whether somebody may have an order of this id. */
  mayExist(id: bigint): boolean;
  /** What the server gave to calls with the key to be sent back, and it may take for one: none where the user sends his own. */
  cookies(): string | undefined;
}

export interface CallerOptions {
  readonly transport: Transport;
  readonly recorder: Recorder;
  readonly apiKey: string;
  /** Headers of the user's own, sent with each call. */
  readonly headers?: HeaderList;
  /** Whether somebody has an order of this id, as far as other histories show. */
  readonly isKnown?: ((id: bigint) => boolean) | undefined;
  /** Whether lists show whose ids there are. Default: as the recorder's own do. */
  readonly showsAllIds?: () => boolean;
  /** Waits where a server locks out for a while. */
  readonly pause?: (ms: number) => Promise<void>;
}

/** A server that locks out is waited for so often and so long in a run, and then no more. */
const lockOutPauses = [250, 500, 1000, 1000] as const;

/** A list from here on takes a server and a judge its time. */
export const dearBytes = 1024 * 1024;

export function createCaller(options: CallerOptions): Caller {
  const { transport, recorder, apiKey, headers = [], isKnown, pause } = options;
  const { showsAllIds = createIdWatch(recorder.history) } = options;
  const pauses: number[] = pause ? [...lockOutPauses] : [];
  const usedIds = new Set<bigint>();
  const cancelled = new Set<bigint>();
  const jar = createCookieJar();
  const hasOwnCookies = headers.some(([name]) => name.toLowerCase() === "cookie");
  const { history } = recorder;
  let lastList: Call | undefined;
  const call = async (method: string, path: string, options: CallOptions = {}): Promise<Call> => {
    const { as = "key", turn = 0, headers: own = [], accept = "application/json", ...settings } = options;
    const accepts: HeaderList = accept === null ? [] : [["accept", accept]];
    const all = [...authorization(as, apiKey, turn), ...accepts, ...headers, ...own];
    lastList = undefined;
    // Whichever of them is the one that is carried out: HTTP clients hide what follows a 204.
    const onWire = method === "DELETE" && as === "key" && !settings.connection;
    const request = { method, path, headers: all };
    const exchange = await transport.send(request, { ...settings, ...(onWire && { onWire }) });
    if (as === "key" && exchange.answer) jar.take(exchange.answer.headers);
    return recorder.record(exchange);
  };
  const exists = (id: bigint) => history.isOrder(id) || history.wasListed(id) || isKnown?.(id) === true;
  return {
    apiKey,
    call,
    async list(options) {
      const isPlain = options === undefined;
      // Two looks with nothing in between are worth their price only where a list is cheap.
      const isRepeat =
        isPlain && lastList !== undefined && (lastList.exchange.answer?.bodyBytes ?? 0) > dearBytes;
      let found = isRepeat ? lastList! : await call("GET", ordersPath, options);
      while (isPlain && found.isLockedOut && pauses.length > 0) {
        await pause?.(pauses.shift()!);
        found = await call("GET", ordersPath);
      }
      lastList = isPlain ? found : undefined;
      return found;
    },
    async cancel(id, options) {
      const found = await call("DELETE", orderPath(id), options);
      if ((found.status ?? 0) < 400 && !found.exchange.withheld) cancelled.add(id);
      return found;
    },
    cancelled: () => [...cancelled],
    attempt: (id, options) => call("DELETE", orderPath(id), { repeatable: true, ...options }),
    cookies: () => (hasOwnCookies ? undefined : jar.header()),
    mayExist: (id) => !showsAllIds() || exists(id),
    unusedId(above) {
      const isUsual = above >= 0n && above < farAway;
      const floor = isUsual && !showsAllIds() ? farAway : above;
      for (;;) {
        const id = floor + randomBelow(2n ** 20n);
        if (usedIds.has(id) || exists(id)) continue;
        usedIds.add(id);
        return id;
      }
    },
  };
}

/** No server that counts its orders has come so far. */
const farAway = 2n ** 40n;

/**
 * Whether some list showed each given order and the id of every other. One in an envelope, a page of it or orders
 * without a readable id do not tell which ids are somebody's: a cancel of such an id might be carried out.
 */
export function createIdWatch(history: History): () => boolean {
  const looked = new Set<ListReading>();
  let found = false;
  const tellsAll = ({ call, list }: ListCall) => {
    if (call.query !== undefined || list.fault || !list.allHaveIds || looked.has(list)) return false;
    looked.add(list);
    const { pending, shipped } = history.given;
    return [...pending, ...shipped].every((id) => showsId(list, id));
  };
  return () => {
    found ||= history.lists.some(tellsAll);
    return found;
  };
}

function randomBelow(limit: bigint): bigint {
  const [random = 0n] = crypto.getRandomValues(new BigUint64Array(1));
  return random % limit;
}
