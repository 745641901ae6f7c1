/** One exchange in the journal: readable, without secrets, and of limited size. */

import { isCredentialName, type Pairs } from "../../base/credentials.ts";
import { type Cleaner, createCleaners, type Hide } from "../../base/secrets.ts";
import { type ClientName, clientHeader, clientNames } from "../../spec/control-protocol.ts";
import { kitName } from "../../spec/kit-version.ts";
import {
  headerOf,
  type MockReply,
  type MockRequest,
  type RequestHeaders,
  sizeOf,
  whyHeader,
} from "../http/reply.ts";

/** A JSON value without secrets: `***` replaces each. */
export interface JournalEntry {
  /** The number of the entry in its world, from 1, and again from 1 after a reset. */
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly method: string;
  /** Path and query as in the request line. */
  readonly target: string;
  /** Whether it was sent over TLS. */
  readonly secure?: true;
  /** The source of a call that the kit itself made, from its header or user agent. */
  readonly client?: ClientName;
  /** The body as text, when it is not longer than 2 KiB. */
  readonly requestBody?: string;
  /** Number of bytes of the body; left out where there is none. */
  readonly requestSize?: number;
  /** Headers that are useful to a reader. */
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** Whether the key was one of the mock's. */
  readonly admitted: boolean;
  readonly status: number;
  /** The rule behind the answer. */
  readonly why: string;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  /** The body as text, when it is not longer than 2 KiB. */
  readonly responseBody?: string;
  /** Number of bytes of the body. */
  readonly responseSize: number;
  /** Milliseconds that the mock took, without a delay of the answer. */
  readonly tookMs?: number;
  /** Number of orders in a list. */
  readonly orders?: number;
  /** Milliseconds by which the answer was delayed. */
  readonly delayMs?: number;
  /** The answer did not arrive whole: its body was cut, the connection reset, or nothing was sent at all. */
  readonly end?: "cut" | "reset" | "hang";
}

/** Maximum number of bytes of a kept body; of a longer one only the size is kept. */
export const maxBodyBytes = 2048;

export interface Answered {
  readonly request: MockRequest;
  readonly reply: MockReply;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Whether the key was one of the mock's. */
  readonly admitted: boolean;
  readonly tookMs?: number | undefined;
  /** Bytes of the answer's body, where a long one is left out. */
  readonly responseSize?: number;
}

export function createJournalEntry(id: number, answered: Answered, cleanerOf: CleanerOf): JournalEntry {
  const { request, reply, at, admitted, tookMs } = answered;
  const cleaner = cleanerOf(answered);
  const { hide } = cleaner;
  const [method, target] = [hide(request.method), hide(request.target)];
  const shown = requestHeaders(request, cleaner);
  const holdsSecret = method !== request.method || target !== request.target || shown.holdsSecret;
  return {
    id,
    at,
    method: beginning(method),
    target: beginning(target),
    ...(request.secure && { secure: true as const }),
    ...clientOf(request),
    ...sentBody(request, hide),
    requestHeaders: shown.headers,
    admitted,
    status: reply.status,
    why: hideReason(reply.why, holdsSecret, hide),
    responseHeaders: responseHeaders(reply, cleaner),
    ...(request.method === "HEAD" ? { responseSize: 0 } : answeredBody(answered, holdsSecret, hide)),
    ...(tookMs !== undefined && { tookMs: Math.round(tookMs * 1000) / 1000 }),
    ...reply.delivery,
  };
}

function sentBody({ body, bodySize = body?.length ?? 0 }: MockRequest, hide: Hide) {
  if (bodySize === 0) return {};
  const isShown = body !== undefined && bodySize <= maxBodyBytes;
  return { requestSize: bodySize, ...(isShown && { requestBody: hide(body) }) };
}

function clientOf({ headers }: MockRequest): { readonly client?: ClientName } {
  const named = clientNames.find((name) => headers[clientHeader] === name);
  const isJudge = headerOf(headers, "user-agent")?.startsWith(`${kitName}/`);
  const client = named ?? (isJudge ? "judge" : undefined);
  return client ? { client } : {};
}

const credentialHeaders = ["authorization", "cookie", "x-mock-control-token"];
const keptHeaders = ["host", "user-agent", "accept", "content-type", "origin", ...credentialHeaders];

function requestHeaders({ headers }: MockRequest, cleaner: Cleaner) {
  const shown: Record<string, string> = {};
  let holdsSecret = false;
  for (const name of keptHeaders) {
    const value = headerOf(headers, name);
    if (value === undefined) continue;
    shown[name] = shownHeader(name, value, cleaner);
    // A long one is not searched: that it may contain a secret is enough.
    holdsSecret ||= shown[name] !== value && !credentialHeaders.includes(name);
  }
  return { headers: shown, holdsSecret };
}

function responseHeaders({ headers }: MockReply, cleaner: Cleaner): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const name in headers) {
    // The entry has the reason already, and the header has it shortened.
    if (name !== whyHeader) shown[name] = shownHeader(name, headers[name]!, cleaner);
  }
  return shown;
}

function shownHeader(name: string, value: string, { header }: Cleaner): string {
  return value.length > maxCharacters ? short(value) : short(header(name, value));
}

const decoder = new TextDecoder();

function answeredBody({ reply, ...answered }: Answered, holdsSecret: boolean, hide: Hide) {
  const { status, body, orders } = reply;
  const { responseSize = sizeOf(body) } = answered;
  // A message may quote a shortened request, and with it half of a secret.
  const isShown = body.length === 1 && responseSize <= maxBodyBytes && !(holdsSecret && status >= 400);
  return {
    ...(isShown && { responseBody: hide(decoder.decode(body[0])) }),
    responseSize,
    ...(orders !== undefined && { orders }),
  };
}

function short(text: string): string {
  return text.length <= maxCharacters ? text : `(${text.length} characters)`;
}

function beginning(text: string): string {
  return text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters)}...`;
}

/**
 * A reason without secrets. One that quotes a shortened request may contain half of a secret, which cannot be found: where
 * the request has a secret, the whole reason is left out.
 */
export function hideReason(why: string, holdsSecret: boolean, hide: Hide): string {
  return holdsSecret ? "left out, as the request shows a secret" : hide(why);
}

/** Maximum number of characters of a kept text. */
const maxCharacters = 2048;

/** A cleaner for journals, which hides the mock's own keys and the credentials of an exchange. */
type CleanerOf = (answered: Answered) => Cleaner;

/** @param secrets the mock's keys, and its control token */
export function createJournalCleaner(secrets: readonly string[]): CleanerOf {
  const cleaners = createCleaners(secrets);
  return ({ request: { headers, target, body = "" }, reply, admitted }) =>
    // The mock's own keys are known; another key may be a secret of another service.
    cleaners({
      headers: [...pairsOf(headers, admitted), ...pairsOf(reply.headers, false)],
      texts: body.length > maxBodyBytes ? [target] : [target, body],
    });
}

/** Headers that carry a credential. */
export function pairsOf(headers: RequestHeaders, isAdmitted: boolean): Pairs {
  const pairs: [string, string][] = [];
  for (const name in headers) {
    if (!isCredentialName(name) || (isAdmitted && name === "authorization")) continue;
    const value = headerOf(headers, name);
    if (value !== undefined) pairs.push([name, value]);
  }
  return pairs;
}
