/** A request and its answer as plain values: Fetch objects would cost more than the work itself. */

import type { AnswerTo } from "../../spec/open-questions.ts";
import type { ServiceError } from "../../spec/wire.ts";

/** Header names are in lower case, as node:http gives them. */
export type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface MockRequest {
  readonly method: string;
  /** The request target: path and query as written on the request line. */
  readonly target: string;
  readonly headers: RequestHeaders;
  /** Whether it was sent over TLS. Default: false. */
  readonly secure?: boolean;
  /** Whether it came over loopback, and no header says that a proxy forwarded it. Default: false. */
  readonly local?: boolean;
  /** Whether pages of every origin may ask and read, since only this process or page can ask. Default: false. */
  readonly anyOrigin?: boolean;
  /** The body. The control plane reads it; for a call of the API it is only shown where it is short. */
  readonly body?: string;
  /** Bytes of the body of a call of the API. */
  readonly bodySize?: number;
}

export interface MockReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body's bytes in pieces, empty for none. Shared between answers: never written to. */
  readonly body: readonly Uint8Array[];
  /** The rule behind the answer, for the log and the X-Mock-Why header. */
  readonly why: string;
  /** The way in which the adapter sends the answer; left out for whole and at once. */
  readonly delivery?: Delivery;
  /** The world that answered; left out for the one without a name. */
  readonly world?: string;
  /** Number of orders in the body, where it is the list. */
  readonly orders?: number | undefined;
  /** Sends text after the head until its end, or until the client disconnects; returns a function that stops it. */
  readonly stream?: (send: (text: string) => void, end: () => void) => () => void;
}

/** Instructions of a fault for the adapter. The answer's effect has already happened. */
export interface Delivery {
  readonly delayMs?: number;
  /**
   * `cut`: the connection ends in the middle of the body. `reset`: it is reset instead of an answer.
   * `hang`: nothing is ever sent.
   */
  readonly end?: "cut" | "reset" | "hang";
}

export const whyHeader = "x-mock-why";

/** Text as a header may carry it (RFC 9110, 5.5): visible ASCII, and short. */
export const headerText = (text: string): string =>
  text
    .slice(0, 160)
    .replace(/[^\x20-\x7e]/g, "?")
    .trim();

const encoder = new TextEncoder();
const noBody: readonly Uint8Array[] = [];

/** An answer without a body. A 204 carries no Content-Length (RFC 9110, 8.6). */
export function emptyReply(status: number, why: string, headers: MockReply["headers"] = {}): MockReply {
  const length = status !== 204 && { "content-length": "0" };
  return { status, headers: { ...length, [whyHeader]: headerText(why), ...headers }, body: noBody, why };
}

export function textReply(
  status: number,
  mediaType: string,
  text: string,
  why: string,
  headers: MockReply["headers"] = {},
): MockReply {
  const bytes = encoder.encode(text);
  const own = { "content-type": mediaType, "content-length": String(bytes.length) };
  return { status, headers: { ...own, [whyHeader]: headerText(why), ...headers }, body: [bytes], why };
}

export const jsonType = "application/json; charset=utf-8";

const errorTypes: Readonly<Record<AnswerTo<"errorMediaType">, string>> = {
  json: jsonType,
  problem: "application/problem+json",
};

/**
 * An answer with an Error object, whose status is the answer's own (section 2).
 * @param why the rule behind it, where it is not the message
 */
export function errorReply(
  status: number,
  code: string,
  message: string,
  mediaType: AnswerTo<"errorMediaType"> = "json",
  headers: MockReply["headers"] = {},
  why = message,
): MockReply {
  const error: ServiceError = { code, message, status };
  // It has no int64, so that the codec for digits is not needed.
  return textReply(status, errorTypes[mediaType], JSON.stringify(error), why, headers);
}

/** A 503 whose Retry-After is a second. */
export const busyReply = (code: string, message: string): MockReply =>
  errorReply(503, code, message, "json", { "retry-after": "1" });

/** The same answer without its body, as for HEAD (RFC 9110, 9.3.2). */
export function withoutBody({ stream: _stream, ...reply }: MockReply): MockReply {
  return { ...reply, body: noBody };
}

/** One header's value; the values of a repeated one are joined as RFC 9110, 5.3 joins them. */
export function headerOf(headers: RequestHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" || value === undefined ? value : value.join(", ");
}

/** Number of bytes of a body. */
export const sizeOf = (pieces: readonly Uint8Array[]): number =>
  pieces.reduce((sum, { length }) => sum + length, 0);
