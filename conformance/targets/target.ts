/** The server under test, as the suite sees it: a way to send requests, and a way to get orders. */

import type { Answer, OutgoingRequest } from "../evidence/exchange.ts";
import type { GivenOrders, OrderCounts } from "../evidence/given-orders.ts";

/** A request that got no answer; the message says why: `timeout after 5000 ms`. */
export class NoAnswer extends Error {
  override name = "NoAnswer";
}

/** A request that a limit of the run kept from being sent; the message says which. */
export class NotSent extends NoAnswer {
  override name = "NotSent";
}

/** Why there is no answer where there was no connection: nothing was sent. */
export const nothingListens = "nothing listens there (connection refused)";

/** Why an answer cannot be read that begins with a frame of HTTP/2. */
export const speaksHttp2 = "the server speaks HTTP/2 without TLS, and no HTTP/1.1";

/** The server did answer, and the answer cannot be read. */
export class BrokenAnswer extends NoAnswer {
  override name = "BrokenAnswer";
  /** cut: the connection ended within it, which a network can do too. unreadable: it is no HTTP answer, or too long. */
  readonly kind: "cut" | "unreadable";
  constructor(message: string, kind: "cut" | "unreadable" = "unreadable") {
    super(message);
    this.kind = kind;
  }
}

export interface SendOptions {
  /** Whether a right server changes nothing on it, however often it comes. Default: GET and HEAD are so. */
  readonly repeatable?: boolean | undefined;
  /** Resolves when the others of several calls are ready as well, so that they go out at once. */
  readonly together?: (() => Promise<void>) | undefined;
  /** A connection of this name, kept for calls of the same name, where calls that go out together are sent without waiting for each other's answers (RFC 9112, 9.3.2); "" for one of the call's own, closed behind it. Default: one of a few that all other calls share. */
  readonly connection?: string | undefined;
  /** Whether it goes before the calls that wait for a place, since other calls wait for its answer. */
  readonly isUrgent?: boolean | undefined;
  /** Asked when its turn has come: why it is not to be sent any more. */
  readonly whyNot?: () => string | undefined;
}

export interface Target {
  /** Address of the API as it is shown in reports. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Address of the forward proxy on the way to the server, without user and password. */
  readonly proxy?: string | undefined;
  /** Texts in addition to the key that no output may show. */
  readonly secrets?: readonly string[];
  /** Whether it writes requests exactly as given: `target`, case of names. Through `fetch` only paths can be sent. */
  readonly sendsTargets?: boolean;
  /** Keeps no connection open that no call needs: a server may count them, and refuse a client that has too many. */
  closeIdle?(): void;
  /** Resolves when nothing more is expected to follow the answers so far: an answer's `stray` may grow until then. */
  quiet?(): Promise<void>;
  /** Sends one request unchanged. @throws {NoAnswer} */
  send(request: OutgoingRequest, options?: SendOptions): Promise<Answer>;
  /**
   * Supplies orders for the run. Without it the run has none. It is called once, and where its orders are
   * renewable, once more for each history that is explored.
   * @param wanted how many will do. Default: 5 pending and 1 shipped
   */
  readonly arrange?: ((wanted?: OrderCounts) => Promise<Arrangement>) | undefined;
}

/** A POST with a JSON body. */
export interface SetupRequest {
  readonly url: string;
  readonly body: string;
}

/** Orders in known states, and how to clear up after them. */
export interface Arrangement extends GivenOrders {
  /** Whether asking again gives other orders, or the same made again. */
  readonly isRenewable?: boolean;
  /** Requests that make these orders once more, for who repeats what was found on them. */
  readonly setup?: readonly SetupRequest[];
  readonly release?: (() => Promise<void>) | undefined;
}
