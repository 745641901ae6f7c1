/** Makes the calls of a run and records them, without judging them. */

import { orderPath, ordersPath } from "../../spec/wire.ts";
import type { HeaderList, OutgoingRequest } from "../evidence/exchange.ts";
import type { Recorder } from "../evidence/history.ts";
import type { ListReading } from "../evidence/list-reading.ts";
import type { Call } from "../evidence/read-call.ts";
import { authorization, type CredentialKind } from "../misreadings/credentials.ts";
import type { Transport } from "../targets/transport.ts";
import type { SafeIds } from "./safe-ids.ts";

export interface CallOptions {
  /** Default: with the key. */
  readonly as?: CredentialKind;
  /** Index of the form of that kind. */
  readonly form?: number;
  /** Whether the call may be sent again after a network failure. Default: true for GET and HEAD. */
  readonly repeatable?: boolean;
  /** Headers for this call alone. */
  readonly headers?: HeaderList;
  /** Default: application/json. Null for none. */
  readonly accept?: string | null;
  /** See `SendOptions` of the target. */
  readonly connection?: string | undefined;
  readonly together?: () => Promise<void>;
  readonly isUrgent?: boolean;
  /** Case of header names, which servers must ignore (RFC 9110, 5.1). Default: as most clients write them. */
  readonly nameCase?: "lower" | "upper" | undefined;
  /** The request target in another form, made of the base address and the path. */
  readonly targetOf?: ((base: URL, path: string) => string) | undefined;
}

/** Calls never throw: a call without an answer has a failure. */
export interface Caller {
  readonly apiKey: string;
  call(method: string, path: string, options?: CallOptions): Promise<Call>;
  list(options?: CallOptions): Promise<Call>;
  /** The run's first list. Some servers find only header names in lower case: then all calls have these. */
  firstList(): Promise<Call>;
  /** The current list: the last one, if nothing was sent since. */
  currentList(): Promise<Call>;
  /**
   * Sends a list without a key in one packet with a list that has the key. It is recorded only if both are answered 200:
   * servers that write to their socket themselves may swap the two answers. Needs a target that writes to sockets.
   */
  listBehindAnother(connection: string, together: () => Promise<void>): Promise<void>;
  /** The reading of an answered list. */
  readingOf(call: Call): ListReading | undefined;
  /** Sends a cancel once that a right server carries out. */
  cancel(id: bigint, options?: CallOptions): Promise<Call>;
  /** Orders whose cancels were not refused. */
  cancelled(): readonly bigint[];
  /** Sends a cancel that a right server refuses; it may be sent again after a network failure. */
  attempt(id: bigint | string, options?: CallOptions): Promise<Call>;
  /** The order to name in place of a given one in a call that must cancel nothing: it may be lost already. */
  standIn(order: bigint): bigint;
  readonly ids: SafeIds;
  /** Whether the target writes requests exactly as given, including request targets in another form. */
  readonly sendsTargets: boolean;
  /** The cookies that calls with the key received; undefined if the user sends cookies of their own. */
  cookies(): string | undefined;
}

export interface CallerOptions {
  readonly transport: Transport;
  readonly recorder: Recorder;
  readonly apiKey: string;
  /** Headers of the user's own, sent with each call. */
  readonly headers?: HeaderList;
  readonly safeIds: SafeIds;
  /** Default: the order itself. */
  readonly standIn?: Caller["standIn"];
  /** Address of the API, for request targets in another form. Default: none is sent. */
  readonly baseUrl?: string | undefined;
  /** Waits while a server locks out. */
  readonly pause?: (ms: number) => Promise<void>;
}

/** Pauses of a run for a server that locks out, in ms. After the last one the run waits no more. */
const lockOutPauses = [250, 500, 1000, 1000] as const;

/** Size in bytes from which a list is expensive for server and judge. */
export const expensiveBytes = 1024 * 1024;

/** Names of headers that plain clients send. */
const plainNames = /^(?:accept(?:-encoding|-language)?|connection|cookie|user-agent)$/i;

/** Separate connections for some kinds: some servers cache the spelling of a header for a connection. */
const connectionsOf: { readonly [kind in CredentialKind]?: string } = {
  lowerCase: "lower-case scheme",
  otherCase: "key in another case",
};

function requestOf(
  { apiKey, headers: users = [], baseUrl }: CallerOptions,
  method: string,
  path: string,
  { as = "key", form = 0, headers = [], accept = "application/json", targetOf, nameCase }: CallOptions,
): OutgoingRequest {
  const accepts: HeaderList = accept === null ? [] : [["accept", accept]];
  // A header that the user gave replaces one of the same name: two would change its meaning.
  const usersNames = new Set(users.map(([name]) => name.toLowerCase()));
  const more = headers.filter(([name]) => !usersNames.has(name.toLowerCase()));
  return {
    method,
    path,
    target: baseUrl === undefined ? undefined : targetOf?.(new URL(baseUrl), path),
    headers: [...authorization(as, apiKey, form), ...accepts, ...users, ...more].map(
      ([name, value]) => [nameCase === "upper" ? name.toUpperCase() : name, value] as const,
    ),
    keepsCase: nameCase !== undefined,
    hasAddedHeaders: more.some(([name]) => !plainNames.test(name)),
  };
}

export function createCaller(options: CallerOptions): Caller {
  const { transport, recorder, apiKey, headers = [], safeIds, baseUrl, pause } = options;
  const pauses: number[] = pause ? [...lockOutPauses] : [];
  const cancelled = new Set<bigint>();
  const jar = createCookieJar();
  const hasOwnCookies = headers.some(([name]) => /^cookie$/i.test(name));
  let lastList: Call | undefined;
  let needsLowerCase = false;
  const call = async (method: string, path: string, callOptions: CallOptions = {}): Promise<Call> => {
    lastList = undefined;
    const nameCase = callOptions.nameCase ?? (needsLowerCase ? "lower" : undefined);
    const request = requestOf(options, method, path, { ...callOptions, nameCase });
    const { as = "key", connection = connectionsOf[as], repeatable, together, isUrgent } = callOptions;
    const exchange = await transport.send(request, { connection, repeatable, together, isUrgent });
    if (as === "key" && exchange.answer) jar.take(exchange.answer.headers);
    return recorder.record(exchange);
  };
  const caller: Caller = {
    apiKey,
    call,
    currentList: async () => lastList ?? caller.list(),
    async list(options) {
      const isPlain = options === undefined;
      // A second list with no call in between is worth its cost only if lists are cheap.
      const isRepeat =
        isPlain && lastList !== undefined && (lastList.exchange.answer?.bodyBytes ?? 0) > expensiveBytes;
      let found = isRepeat ? lastList! : await call("GET", ordersPath, options ?? { isUrgent: true });
      while (isPlain && found.isLockedOut && pauses.length > 0) {
        await pause?.(pauses.shift()!);
        found = await call("GET", ordersPath);
      }
      lastList = isPlain ? found : undefined;
      return found;
    },
    async firstList() {
      const first = await caller.list();
      if (baseUrl === undefined || first.status !== 401) return first;
      const inLowerCase = await caller.list({ nameCase: "lower" });
      needsLowerCase = inLowerCase.status === 200;
      return needsLowerCase ? inLowerCase : first;
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
        const request = { method: "GET", path: ordersPath, headers: all, keepsCase: needsLowerCase };
        return transport.send(request, { connection, together });
      };
      const [first, behind] = await Promise.all([send("key"), send("none")]);
      // A 401 to the call with the key and a 200 behind it are answers in the wrong order.
      if (first.answer?.status === 200 && behind.answer?.status === 200) recorder.record(behind);
    },
    readingOf: (call) => recorder.history.lists.findLast((each) => each.call === call)?.list,
    cancelled: () => [...cancelled],
    attempt: (id, options) => call("DELETE", orderPath(id), { repeatable: true, ...options }),
    standIn: options.standIn ?? ((order) => order),
    cookies: () => (hasOwnCookies ? undefined : jar.header()),
    ids: safeIds,
    sendsTargets: baseUrl !== undefined,
  };
  return caller;
}

/** Limit of kept cookies: a server that uses a new name each time must not make the header too long. */
const maxCookies = 20;

/** The cookies of a server, as a client that keeps them sends them back (RFC 6265, 5). */
export function createCookieJar() {
  const cookies = new Map<string, string>();
  return {
    /** Keeps the cookies that an answer sets. */
    take(headers: HeaderList): void {
      for (const [name, value] of headers) {
        if (name !== "set-cookie") continue;
        const [, cookie, given] = /^\s*([^=;\s]+)\s*=\s*([^;]*)/.exec(value) ?? [];
        if (cookie === undefined || given === undefined) continue;
        if (given.trim() === "" || /;\s*max-age\s*=\s*(?:0|-)/i.test(value)) cookies.delete(cookie);
        else if (cookies.size < maxCookies || cookies.has(cookie)) cookies.set(cookie, given.trim());
      }
    },
    /** The header to send; undefined where there is no cookie. */
    header: (): string | undefined =>
      cookies.size === 0 ? undefined : [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
  };
}
