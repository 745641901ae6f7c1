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
  /** Which rule gave the answer, for the log. */
  readonly why: string;
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
  return { status, headers: { ...length, ...headers }, body: noBody, why };
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
    headers: { "content-type": mediaType, "content-length": String(bytes.length), ...headers },
    body: [bytes],
    why,
  };
}

export const jsonType = "application/json; charset=utf-8";

const errorTypes: Readonly<Record<AnswerTo<"errorMediaType">, string>> = {
  json: jsonType,
  problem: "application/problem+json",
};

/** An answer with an Error object, whose status is the answer's own (section 2). */
export function errorReply(
  status: number,
  code: string,
  message: string,
  mediaType: AnswerTo<"errorMediaType"> = "json",
  headers: Readonly<Record<string, string>> = {},
): MockReply {
  const error: ServiceError = { code, message, status };
  return textReply(status, errorTypes[mediaType], formatJson(error), message, headers);
}

/** The same answer without its body, as HEAD wants it (RFC 9110, 9.3.2). */
export function withoutBody(reply: MockReply): MockReply {
  return { ...reply, body: noBody };
}

/** One header's value; the values of a repeated one are joined as RFC 9110, 5.3 joins them. */
export function headerOf(headers: RequestHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" || value === undefined ? value : value.join(", ");
}
