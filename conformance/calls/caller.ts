/** Makes the calls of a run and records them; judges nothing. */

import { orderPath, ordersPath } from "../../spec/wire.ts";
import type { HeaderList } from "../evidence/exchange.ts";
import type { Recorder } from "../evidence/history.ts";
import type { ListReading } from "../evidence/list-reading.ts";
import type { Call } from "../evidence/read-call.ts";
import type { Transport } from "../targets/transport.ts";
import { authorization, type CredentialKind } from "./credentials.ts";
import type { SafeIds } from "./safe-ids.ts";

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
  /** As those of the target. */
  readonly connection?: string | undefined;
  readonly together?: () => Promise<void>;
  /** How names of headers are written, which have no case (RFC 9110, 5.1). Default: as most clients do. */
  readonly nameCase?: "lower" | "upper";
  /** The request target in another form, made of the base address and the path. */
  readonly targetOf?: ((base: URL, path: string) => string) | undefined;
}

/** Calls never throw: a call without an answer has a failure. */
export interface Caller {
  readonly apiKey: string;
  call(method: string, path: string, options?: CallOptions): Promise<Call>;
  list(options?: CallOptions): Promise<Call>;
  /** The list as it is: the last one, if nothing was sent since. */
  currentList(): Promise<Call>;
  /**
   * A list without a key in one packet with one that has it. It counts only where it is let in: a server that writes on
   * its socket itself, as some do for early hints, mixes answers up that no client asks for so. Over a socket alone.
   */
  listBehindAnother(connection: string, together: () => Promise<void>): Promise<void>;
  /** What an answered list showed. */
  readingOf(call: Call): ListReading | undefined;
  /** A cancel that a right server carries out: sent once. */
  cancel(id: bigint, options?: CallOptions): Promise<Call>;
  /** The orders of such cancels that no answer refused. */
  cancelled(): readonly bigint[];
  /** A cancel that a right server refuses and that so may be sent again where the network failed. */
  attempt(id: bigint | string, options?: CallOptions): Promise<Call>;
  readonly ids: SafeIds;
  /** Whether requests are written as they are told, such as their targets in another form. */
  readonly sendsTargets: boolean;
  /** What the server gave to calls with the key to be sent back, and it may take for one: none where the user sends his own. */
  cookies(): string | undefined;
}

export interface CallerOptions {
  readonly transport: Transport;
  readonly recorder: Recorder;
  readonly apiKey: string;
  /** Headers of the user's own, sent with each call. */
  readonly headers?: HeaderList;
  readonly safeIds: SafeIds;
  /** Address of the API, for request targets in another form. Default: none is sent. */
  readonly baseUrl?: string | undefined;
  /** Waits where a server locks out for a while. */
  readonly pause?: (ms: number) => Promise<void>;
}

/** A server that locks out is waited for so often and so long in a run, and then no more. */
const lockOutPauses = [250, 500, 1000, 1000] as const;

/** A list from here on takes a server and a judge its time. */
export const expensiveBytes = 1024 * 1024;

/** Some servers remember for a connection how a header was first spelled: these calls stay off those of the others. */
const connectionsOf: { readonly [kind in CredentialKind]?: string } = {
  lowerCase: "lower-case scheme",
  otherCase: "key in another case",
};

export function createCaller(options: CallerOptions): Caller {
  const { transport, recorder, apiKey, headers = [], safeIds, baseUrl, pause } = options;
  const pauses: number[] = pause ? [...lockOutPauses] : [];
  const cancelled = new Set<bigint>();
  const jar = createCookieJar();
  const usersNames = new Set(headers.map(([name]) => name.toLowerCase()));
  const hasOwnCookies = usersNames.has("cookie");
  let lastList: Call | undefined;
  const call = async (method: string, path: string, options: CallOptions = {}): Promise<Call> => {
    const {
      as = "key",
      turn = 0,
      headers: own = [],
      accept = "application/json",
      targetOf,
      nameCase,
      ...settings
    } = options;
    const accepts: HeaderList = accept === null ? [] : [["accept", accept]];
    // The user's own header of a name counts: a second one would change it.
    const more = own.filter(([name]) => !usersNames.has(name.toLowerCase()));
    const all = [...authorization(as, apiKey, turn), ...accepts, ...headers, ...more].map(
      ([name, value]) => [nameCase === "upper" ? name.toUpperCase() : name, value] as const,
    );
    lastList = undefined;
    const target = baseUrl === undefined ? undefined : targetOf?.(new URL(baseUrl), path);
    const request = { method, path, target, headers: all, keepsCase: nameCase !== undefined };
    const exchange = await transport.send(request, {
      ...settings,
      connection: settings.connection ?? connectionsOf[as],
    });
    if (as === "key" && exchange.answer) jar.take(exchange.answer.headers);
    return recorder.record(exchange);
  };
  const caller: Caller = {
    apiKey,
    call,
    currentList: async () => lastList ?? caller.list(),
    async list(options) {
      const isPlain = options === undefined;
      // Two lists with nothing in between are worth their price only where a list is cheap.
      const isRepeat =
        isPlain && lastList !== undefined && (lastList.exchange.answer?.bodyBytes ?? 0) > expensiveBytes;
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
      if ((found.status ?? 0) < 400 && !found.exchange.notSent) cancelled.add(id);
      return found;
    },
    async listBehindAnother(connection, together) {
      if (baseUrl === undefined) return;
      const send = (as: CredentialKind) => {
        const all: HeaderList = [...authorization(as, apiKey), ["accept", "application/json"], ...headers];
        return transport.send({ method: "GET", path: ordersPath, headers: all }, { connection, together });
      };
      const [, behind] = await Promise.all([send("key"), send("none")]);
      if (behind.answer?.status === 200) recorder.record(behind);
    },
    readingOf: (call) => recorder.history.lists.findLast((each) => each.call === call)?.list,
    cancelled: () => [...cancelled],
    attempt: (id, options) => call("DELETE", orderPath(id), { repeatable: true, ...options }),
    cookies: () => (hasOwnCookies ? undefined : jar.header()),
    ids: safeIds,
    sendsTargets: baseUrl !== undefined,
  };
  return caller;
}

/** The cookies that a server gave, as a client that keeps them sends them back (RFC 6265, 5). */
interface CookieJar {
  /** Takes what an answer sets. */
  take(headers: HeaderList): void;
  /** The header to send; undefined where there is no cookie. */
  header(): string | undefined;
}

/** More than a service sets: a server that names each one anew must not make headers that nobody takes. */
const mostCookies = 20;

export function createCookieJar(): CookieJar {
  const cookies = new Map<string, string>();
  return {
    take(headers) {
      for (const [name, value] of headers) {
        if (name !== "set-cookie") continue;
        const [, cookie, given] = /^\s*([^=;\s]+)\s*=\s*([^;]*)/.exec(value) ?? [];
        if (cookie === undefined || given === undefined) continue;
        if (given.trim() === "" || /;\s*max-age\s*=\s*(?:0|-)/i.test(value)) cookies.delete(cookie);
        else if (cookies.size < mostCookies || cookies.has(cookie)) cookies.set(cookie, given.trim());
      }
    },
    header: () =>
      cookies.size === 0 ? undefined : [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
  };
}
