/** The server under test: a way to send requests, and a way to get orders. */

import { BadInput, gotText, refuseUnknown } from "../../base/bad-input.ts";
import { hideAddress } from "../../base/secrets.ts";
import type { Answer, OutgoingRequest } from "../evidence/exchange.ts";
import type { GivenOrders, OrderCounts } from "../evidence/given-orders.ts";

/** Number of simultaneous calls of a run, and of its kept connections. */
export const defaultConcurrency = 12;

/** A request that got no answer; the message says why: `timeout after 5000 ms`. */
export class NoAnswer extends Error {
  override name = "NoAnswer";
}

/** The failure of a call without a connection: nothing was sent. */
export const nothingListens = "nothing listens there (connection refused)";

export const unknownHost = "the host name is unknown";

/** Whether waiting does not help: there is no server of that address, or the failure names the next step. */
export const isFinalFailure = (failure = ""): boolean =>
  failure === nothingListens || failure === unknownHost || failure.includes(". ");

/** The failure of a call whose answer begins with a frame of HTTP/2. */
export const speaksHttp2 = "the server speaks HTTP/2 without TLS, and no HTTP/1.1";

/** The failure of a call whose answer does not begin as one of HTTP does. */
export const speaksNoHttp = "the answer is not HTTP (it does not begin with HTTP/)";

/** The failure of a call whose answer cannot be read. */
export class BrokenAnswer extends NoAnswer {
  override name = "BrokenAnswer";
  /** cut: the connection ended within it, which may be due to a network. unreadable: it is not HTTP, or too long. */
  readonly kind: "cut" | "unreadable";
  constructor(message: string, kind: "cut" | "unreadable" = "unreadable") {
    super(message);
    this.kind = kind;
  }
}

/**
 * Checks the options of a target from code.
 * @throws {BadInput} for one that does not exist, and for an address that is none
 */
export function checkTargetOptions(options: Pick<Target, "baseUrl">, known: readonly string[]): void {
  refuseUnknown(options, known, "options");
  const { baseUrl } = options;
  if (typeof baseUrl === "string" && /^https?:/i.test(baseUrl) && URL.canParse(baseUrl)) return;
  const got = hideAddress(gotText(baseUrl));
  throw new BadInput(
    `Cannot use baseUrl: it must be an http or https address, as in https://host/v1, got ${got}.`,
  );
}

export interface SendOptions {
  /** Whether the call may be repeated, since it changes nothing on a right server. Default: true for GET and HEAD. */
  readonly repeatable?: boolean | undefined;
  /** Resolves when all of several calls are ready, so that they are sent together. */
  readonly together?: (() => Promise<void>) | undefined;
  /**
   * The name of a connection, kept for calls with the same name. Calls that are sent together on it are pipelined (RFC 9112,
   * 9.3.2). "" is a new connection, which is closed after the call. Default: one of a few that all other calls share.
   */
  readonly connection?: string | undefined;
  /** Whether it is sent before other waiting calls, since some depend on its answer. */
  readonly isUrgent?: boolean | undefined;
  /**
   * Called directly before each try.
   * @param hadUnclearTry whether a try before may have taken effect
   * @returns the reason why the call is not sent any more
   */
  readonly whyNot?: (hadUnclearTry: boolean) => string | undefined;
}

export interface Target {
  /** Address of the API as it is shown in reports. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Address of the forward proxy on the way to the server, without user and password. */
  readonly proxy?: string | undefined;
  /** Texts in addition to the key that no output may show. */
  readonly secrets?: readonly string[];
  /**
   * Whether it writes requests exactly as given, with `target` and the case of names. Through `fetch` only paths can be
   * sent.
   */
  readonly sendsTargets?: boolean;
  /** Closes connections that no call needs: a server may count them, and refuse a client with too many. */
  closeIdle?(): void;
  /** Resolves when no more bytes are expected after the answers so far: an answer's `stray` may grow until then. */
  quiet?(): Promise<void>;
  /** Sends one request unchanged. @throws {NoAnswer} */
  send(request: OutgoingRequest, options?: SendOptions): Promise<Answer>;
  /**
   * Supplies orders for the run. Without it the run has none. It is called once, and where its orders are renewable, once
   * more for each history that is explored.
   * @param wanted the sufficient numbers. Default: 5 pending and 1 shipped
   */
  readonly arrange?: ((wanted?: OrderCounts) => Promise<Arrangement>) | undefined;
}

/** A POST with a JSON body. */
export interface SetupRequest {
  readonly url: string;
  readonly body: string;
}

/** Orders in known states, and a function that removes them. */
export interface Arrangement extends GivenOrders {
  /** Whether another call returns new orders, or restores the same ones. */
  readonly isRenewable?: boolean;
  /** Requests that make these orders again, for a script that repeats a finding. */
  readonly setup?: readonly SetupRequest[];
  readonly release?: (() => Promise<void>) | undefined;
}
