/** One exchange in the journal: readable, without secrets, and of limited size. */

import { isCredentialName, type Pairs } from "../../base/credentials.ts";
import { type Cleaner, createCleaners, type Hide } from "../../base/secrets.ts";
import { type ClientName, clientHeader, clientNames } from "../../spec/control-protocol.ts";
import { kitName } from "../../spec/kit-version.ts";
import { headerOf, type MockReply, type MockRequest, type RequestHeaders, whyHeader } from "../http/reply.ts";

/** As JSON can carry it. No secret is in it: `***` is in its place. */
export interface JournalEntry {
  /** Counts up by one in a world, from 1, again after a reset. */
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly method: string;
  /** Path and query, as they stood on the request line. */
  readonly target: string;
  /** It came by TLS. */
  readonly secure?: true;
  /** Of a call that the kit itself made, as its header or user agent says. */
  readonly client?: ClientName;
  /** The body as text, when it is not longer than 2 KiB. */
  readonly requestBody?: string;
  /** Bytes of the body; left out where there is none. */
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
  /** Bytes of the body. */
  readonly responseSize: number;
  /** Milliseconds that the mock took, without what the answer was held back. */
  readonly tookMs?: number;
  /** How many orders a list shows. */
  readonly orders?: number;
  /** Milliseconds that the answer was held back. */
  readonly delayMs?: number;
  /** The answer did not arrive whole: its body was cut, the connection reset, or nothing was sent at all. */
  readonly end?: "cut" | "reset" | "hang";
}

/** Longer bodies are not kept, only their size (bytes). */
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
const keptHeaders = [
  "host",
  "user-agent",
  "accept",
  "content-type",
  "origin",
  "prefer",
  ...credentialHeaders,
];

function requestHeaders({ headers }: MockRequest, cleaner: Cleaner) {
  const shown: Record<string, string> = {};
  let holdsSecret = false;
  for (const name of keptHeaders) {
    const value = headerOf(headers, name);
    if (value === undefined) continue;
    shown[name] = shownHeader(name, value, cleaner);
    // A long one is not looked through: that it may hold a secret is enough to know.
    holdsSecret ||= shown[name] !== value && !credentialHeaders.includes(name);
  }
  return { headers: shown, holdsSecret };
}

function responseHeaders({ headers }: MockReply, cleaner: Cleaner): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const name in headers) {
    // The reason is there already, and a header has it cut short.
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
  const responseSize = answered.responseSize ?? body.reduce((sum, { length }) => sum + length, 0);
  // A message may quote the request cut short, and with it half a secret.
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

const encoder = new TextEncoder();

/** Re-encoded, because a substring keeps the whole text in memory. */
function beginning(text: string): string {
  if (text.length <= maxCharacters) return text;
  return `${decoder.decode(encoder.encode(text.slice(0, maxCharacters)))}...`;
}

/**
 * A reason as it may be shown. One that quotes a request cut short may hold half of a secret, which
 * cannot be found: where the request held one, the whole reason is left out.
 */
export function hideReason(why: string, holdsSecret: boolean, hide: Hide): string {
  return holdsSecret ? "left out, as the request shows a secret" : hide(why);
}

/** Longer texts are not kept whole. */
const maxCharacters = 2048;

/** A cleaner of what a journal must not show: the mock's own keys, and what an exchange carries in their place. */
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
