/** A request and its answer as plain values: no Fetch objects, which cost more than the work itself. */

import { formatJson } from "../../spec/json.ts";
import type { AnswerTo } from "../../spec/open-questions.ts";
import type { ServiceError } from "../../spec/wire.ts";

/** Header names are in lower case, as node:http gives them. */
export type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface MockRequest {
  readonly method: string;
  /** The request target: path and query as they stand on the request line. */
  readonly target: string;
  readonly headers: RequestHeaders;
  /** Only the control plane reads bodies. */
  readonly body?: string;
}

export interface MockReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body's bytes in pieces, empty for none. Shared between answers: never written to. */
  readonly body: readonly Uint8Array[];
  /** Which rule gave the answer, for the log and the X-Mock-Why header. */
  readonly why: string;
  /** How the door hands the answer over; left out for at once and whole. */
  readonly delivery?: Delivery;
  /** Text that follows the head for as long as the client stays; returns how to stop it. */
  readonly stream?: (send: (text: string) => void) => () => void;
}

/** What a fault or a preference asks of the door. The answer's effect has happened by then. */
export interface Delivery {
  /** Milliseconds to wait before the answer. */
  readonly delayMs?: number;
  /**
   * `cut`: the connection ends in the middle of the body. `reset`: it is reset instead of an answer.
   * `hang`: nothing is ever sent.
   */
  readonly end?: "cut" | "reset" | "hang";
}

/** Says which rule gave an answer. */
export const whyHeader = "x-mock-why";

/** Text as a header may carry it (RFC 9110, 5.5): visible ASCII, and short. */
export function headerText(text: string): string {
  return text
    .slice(0, 160)
    .replace(/[^\x20-\x7e]/g, "?")
    .trim();
}

const encoder = new TextEncoder();
const noBody: readonly Uint8Array[] = [];

/** An answer without a body. A 204 carries no Content-Length (RFC 9110, 8.6). */
export function emptyReply(
  status: number,
  why: string,
  headers: Readonly<Record<string, string>> = {},
): MockReply {
  const length = status === 204 ? {} : { "content-length": "0" };
  return { status, headers: { ...length, [whyHeader]: headerText(why), ...headers }, body: noBody, why };
}

/** An answer with text, of the given media type. */
export function textReply(
  status: number,
  mediaType: string,
  text: string,
  why: string,
  headers: Readonly<Record<string, string>> = {},
): MockReply {
  const bytes = encoder.encode(text);
  return {
    status,
    headers: {
      "content-type": mediaType,
      "content-length": String(bytes.length),
      [whyHeader]: headerText(why),
      ...headers,
    },
    body: [bytes],
    why,
  };
}

export const jsonType = "application/json; charset=utf-8";

const errorTypes: Readonly<Record<AnswerTo<"errorMediaType">, string>> = {
  json: jsonType,
  problem: "application/problem+json",
};

/**
 * An answer with an Error object, whose status is the answer's own (section 2).
 * @param why the rule behind it, where the message does not say it shortly
 */
export function errorReply(
  status: number,
  code: string,
  message: string,
  mediaType: AnswerTo<"errorMediaType"> = "json",
  headers: Readonly<Record<string, string>> = {},
  why = message,
): MockReply {
  const error: ServiceError = { code, message, status };
  return textReply(status, errorTypes[mediaType], formatJson(error), why, headers);
}

/** The same answer without its body, nor what would follow it, as HEAD wants it (RFC 9110, 9.3.2). */
export function withoutBody({ stream: _stream, ...reply }: MockReply): MockReply {
  return { ...reply, body: noBody };
}

/** One header's value; the values of a repeated one are joined as RFC 9110, 5.3 joins them. */
export function headerOf(headers: RequestHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" || value === undefined ? value : value.join(", ");
}
