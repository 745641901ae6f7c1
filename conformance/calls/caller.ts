/** Makes the calls of a run and records them, without judging them. */

import { orderPath, ordersPath } from "../../spec/wire.ts";
import { type HeaderList, headerOf, type OutgoingRequest } from "../evidence/exchange.ts";
import type { Recorder } from "../evidence/history.ts";
import type { ListReading } from "../evidence/list-reading.ts";
import { type Call, mayAct } from "../evidence/read-call.ts";
import { authorization, type CredentialKind } from "../misreadings/key-checks.ts";
import type { SendOptions } from "../targets/target.ts";
import type { Transport } from "../targets/transport.ts";
import type { SafeIds } from "./safe-ids.ts";

export interface CallOptions extends Omit<SendOptions, "whyNot"> {
  /** Default: with the key. */
  readonly as?: CredentialKind;
  /** Index of the form of that kind. */
  readonly form?: number;
  /** Headers for this call alone. */
  readonly headers?: HeaderList;
  /** Default: application/json. Null for none. */
  readonly accept?: string | null;
  /** Case of header names, which servers must ignore (RFC 9110, 5.1). Default: as most clients write them. */
  readonly nameCase?: "lower" | "upper" | undefined;
  /** The request target in another form, made of the base address and the path. */
  readonly targetOf?: ((base: URL, path: string) => string) | undefined;
}

export interface CallerOptions {
  readonly transport: Transport;
  readonly recorder: Recorder;
  readonly apiKey: string;
  /** Headers of the user's own, sent with each call. */
  readonly headers?: HeaderList;
  readonly safeIds: SafeIds;
  /** Default: the order itself. */
  readonly standIn?: (order: bigint) => bigint;
  /** Address of the API, for request targets in another form. Default: none is sent. */
  readonly baseUrl?: string | undefined;
  /** Waits while a server locks out. */
  readonly pause?: (ms: number) => Promise<void>;
}

/** Pauses of a run for a server that locks out, in ms: there is none after the last one. */
const lockOutPauses = [250, 500, 1000, 1000] as const;

/** Size in bytes from which a list is expensive for server and judge. */
export const expensiveBytes = 1024 * 1024;

/** The path of an order. */
const orderPattern = new RegExp(`^${ordersPath}/[^?]`);

/** Names of headers that cannot be sent through `fetch`. */
const refusedByFetch = ["expect", "upgrade"] as const;

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
  const usersNames = users.map(([name]) => name.toLowerCase());
  const leftOut = new Set([...usersNames, ...(baseUrl === undefined ? refusedByFetch : [])]);
  const more = headers.filter(([name]) => !leftOut.has(name.toLowerCase()));
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

/** Makes the calls of a run. They never throw: a call without an answer has a failure. */
export class Caller {
  readonly apiKey: string;
  readonly ids: SafeIds;
  readonly #options: CallerOptions;
  readonly #pauses: number[];
  readonly #cancelled = new Set<bigint>();
  readonly #jar = createCookieJar();
  /** Number of times that a call began or ended that may act, or that names an order. */
  #acts = 0;
  /** The last list, with that number when it was sent. */
  #last: { readonly list: Call; readonly acts: number } | undefined;
  #needsLowerCase = false;

  constructor(options: CallerOptions) {
    this.#options = options;
    this.apiKey = options.apiKey;
    this.ids = options.safeIds;
    this.#pauses = options.pause ? [...lockOutPauses] : [];
  }

  /** Whether the target writes requests exactly as given, including request targets in another form. */
  get sendsTargets(): boolean {
    return this.#options.baseUrl !== undefined;
  }

  /** Orders whose cancels were not refused. */
  get cancelled(): readonly bigint[] {
    return [...this.#cancelled];
  }

  async call(method: string, path: string, options: CallOptions = {}): Promise<Call> {
    const nameCase = options.nameCase ?? (this.#needsLowerCase ? "lower" : undefined);
    const request = requestOf(this.#options, method, path, { ...options, nameCase });
    const { as = "key", connection = connectionsOf[as], repeatable, together, isUrgent } = options;
    const { transport, recorder } = this.#options;
    const acts = mayAct(request) || orderPattern.test(path) ? 1 : 0;
    this.#acts += acts;
    const exchange = await transport.send(request, { connection, repeatable, together, isUrgent });
    this.#acts += acts;
    if (as === "key" && exchange.answer) this.#jar.take(exchange.answer.headers);
    return recorder.record(exchange);
  }

  /** Reads the list. Without options it is the run's own list: sent before other calls, and again while a server locks out. */
  async list(options?: CallOptions): Promise<Call> {
    if (options) return this.call("GET", ordersPath, options);
    // A second list with no effect in between is worth its cost only if lists are cheap.
    const current = this.#current;
    if ((current?.exchange.answer?.bodyBytes ?? 0) > expensiveBytes) return current!;
    const acts = this.#acts;
    let found = await this.call("GET", ordersPath, { isUrgent: true });
    while (found.isLockedOut && this.#pauses.length > 0) {
      await this.#options.pause?.(this.#pauses.shift()!);
      found = await this.call("GET", ordersPath);
    }
    if (acts >= (this.#last?.acts ?? 0)) this.#last = { list: found, acts };
    return found;
  }

  /** The run's first list. Some servers find only header names in lower case: then all calls have these. */
  async firstList(): Promise<Call> {
    const first = await this.list();
    if (!this.sendsTargets || first.status !== 401) return first;
    const inLowerCase = await this.list({ nameCase: "lower" });
    this.#needsLowerCase = inLowerCase.status === 200;
    return this.#needsLowerCase ? inLowerCase : first;
  }

  /** The current list: the last one, if no call was under way since that may act. */
  currentList = async (): Promise<Call> => this.#current ?? this.list();

  get #current(): Call | undefined {
    return this.#last?.acts === this.#acts ? this.#last.list : undefined;
  }

  /** The condition under which a client that keeps the list asks for it again (RFC 9110, 13.1.2). */
  async ifListChanged(): Promise<HeaderList | undefined> {
    const { answer } = (await this.currentList()).exchange;
    const tag = answer && headerOf(answer, "etag");
    return tag === undefined ? undefined : [["if-none-match", tag]];
  }

  /**
   * Sends a list without a key in one packet with a list that has the key. It is recorded only if both are answered 200:
   * servers that write to their socket themselves may swap the two answers. Needs a target that writes to sockets.
   */
  async listBehindAnother(connection: string, together: () => Promise<void>): Promise<void> {
    if (!this.sendsTargets) return;
    const { transport, recorder } = this.#options;
    const nameCase = this.#needsLowerCase ? "lower" : undefined;
    const send = (as: CredentialKind) =>
      transport.send(requestOf(this.#options, "GET", ordersPath, { as, nameCase }), { connection, together });
    const [first, behind] = await Promise.all([send("key"), send("none")]);
    // A 401 to the call with the key, followed by a 200, means that the answers were swapped.
    if (first.answer?.status === 200 && behind.answer?.status === 200) recorder.record(behind);
  }

  /** The reading of an answered list. */
  readingOf(call: Call): ListReading | undefined {
    return this.#options.recorder.history.lists.findLast((each) => each.call === call)?.list;
  }

  /** Sends a cancel once that a right server carries out. */
  async cancel(id: bigint, options?: CallOptions): Promise<Call> {
    const found = await this.call("DELETE", orderPath(id), options);
    if ((found.status ?? 0) < 400 && !found.exchange.notSent) this.#cancelled.add(id);
    return found;
  }

  /** Sends a cancel that a right server refuses; it may be sent again after a network failure. */
  attempt(id: bigint | string, options?: CallOptions): Promise<Call> {
    return this.call("DELETE", orderPath(id), { repeatable: true, ...options });
  }

  /** The order to name in place of a given one in a call that must cancel nothing: one that may already be lost. */
  standIn(order: bigint): bigint {
    return this.#options.standIn?.(order) ?? order;
  }

  /** The cookies that calls with the key received; undefined if the user sends cookies of their own. */
  cookies(): string | undefined {
    const hasOwn = this.#options.headers?.some(([name]) => /^cookie$/i.test(name));
    return hasOwn ? undefined : this.#jar.header();
  }
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
