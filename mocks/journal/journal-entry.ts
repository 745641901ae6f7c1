/** One exchange as the journal holds it: readable, without secrets, and small whatever was sent. */

import type { Hide } from "../../base/secrets.ts";
import { controlTokenHeader } from "../../spec/control-protocol.ts";
import { headerOf, type MockReply, type MockRequest, whyHeader } from "../http/reply.ts";
import { hideReason } from "./hide-reason.ts";
import { hideKey, type JournalSecrets, mostCharacters } from "./journal-secrets.ts";

/** As JSON can carry it. No secret is in it: `***` stands in its place. */
export interface JournalEntry {
  /** Counts up by one in a world, from 1; anew after a reset. */
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly method: string;
  /** Path and query, as they stood on the request line. */
  readonly target: string;
  /** Those of use to a reader. */
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** Whether the key was one of the mock's. */
  readonly admitted: boolean;
  readonly status: number;
  /** The rule behind the answer. */
  readonly why: string;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  /** The body as text, when it is not longer than 2 KiB. */
  readonly responseBody?: string;
  /** Bytes of the body. */
  readonly responseSize: number;
  /** How many orders a list shows. */
  readonly orders?: number;
  /** Milliseconds that the answer was held back. */
  readonly delayMs?: number;
  /** The answer did not arrive whole: its body was cut, the connection reset, or nothing was sent at all. */
  readonly end?: "cut" | "reset" | "hang";
}

/** Longer bodies are not kept, only their size (bytes). */
const mostBodyBytes = 2048;

export function createJournalEntry(
  id: number,
  at: number,
  request: MockRequest,
  reply: MockReply,
  secrets: JournalSecrets,
): JournalEntry {
  const authorization = headerOf(request.headers, "authorization");
  const hide = secrets.hiderFor(authorization);
  const [method, target] = [hide(request.method), hide(request.target)];
  const shown = requestHeaders(request, hide);
  const holdsSecret = method !== request.method || target !== request.target || shown.holdsSecret;
  if (authorization !== undefined) shown.headers.authorization = hideKey(short(authorization));
  return {
    id,
    at,
    method: beginning(method),
    target: beginning(target),
    requestHeaders: shown.headers,
    admitted: secrets.isAdmitted(authorization),
    status: reply.status,
    why: hideReason(reply.why, holdsSecret, hide),
    responseHeaders: responseHeaders(reply, hide),
    ...(request.method === "HEAD" ? { responseSize: 0 } : answered(reply, holdsSecret, hide)),
    ...reply.delivery,
  };
}

/** Bytes that an entry takes, at most: its characters, two each, and what its objects come to. */
export function bytesOfEntry(entry: JournalEntry): number {
  const { method, target, why, responseBody = "", requestHeaders, responseHeaders = {} } = entry;
  let characters = method.length + target.length + why.length + responseBody.length;
  for (const headers of [requestHeaders, responseHeaders])
    for (const name in headers) characters += name.length + headers[name]!.length;
  return 2 * characters + entryOverhead;
}
const entryOverhead = 1000;

const keptHeaders = ["host", "user-agent", "accept", "content-type", "origin", "prefer"] as const;
/** That they were sent is told, and no more. */
const neverShown = ["cookie", controlTokenHeader] as const;

function requestHeaders({ headers }: MockRequest, hide: Hide) {
  const shown: Record<string, string> = {};
  let holdsSecret = false;
  for (const name of keptHeaders) {
    const value = headerOf(headers, name);
    if (value === undefined) continue;
    // Of a long one nothing is shown. That it may hold a secret is enough to know.
    const hidden = value.length > mostCharacters ? undefined : hide(value);
    holdsSecret ||= hidden !== value;
    shown[name] = short(hidden ?? value);
  }
  for (const name of neverShown) if (headers[name] !== undefined) shown[name] = "***";
  return { headers: shown, holdsSecret };
}

function responseHeaders({ headers }: MockReply, hide: Hide): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const name in headers) {
    // The reason is there already, and a header has it cut short.
    if (name !== whyHeader) shown[name] = name === "set-cookie" ? "***" : short(hide(headers[name]!));
  }
  return shown;
}

const decoder = new TextDecoder();

function answered({ status, body, orders }: MockReply, holdsSecret: boolean, hide: Hide) {
  const responseSize = body.reduce((sum, { length }) => sum + length, 0);
  // A message may quote the request cut short, and with it half a secret.
  const isShown = body.length === 1 && responseSize <= mostBodyBytes && !(holdsSecret && status >= 400);
  return {
    ...(isShown && { responseBody: hide(decoder.decode(body[0])) }),
    responseSize,
    ...(orders !== undefined && { orders }),
  };
}

function short(text: string): string {
  return text.length <= mostCharacters ? text : `(${text.length} characters)`;
}

const encoder = new TextEncoder();

/** Made anew from bytes: a slice would hold on to the whole text. */
function beginning(text: string): string {
  if (text.length <= mostCharacters) return text;
  return `${decoder.decode(encoder.encode(text.slice(0, mostCharacters)))}...`;
}
