/** One exchange as the journal holds it: readable, without secrets, and small whatever was sent. */

import { createHider, formsOf, type Hide, knowForms, rememberHidden } from "../../base/secrets.ts";
import { controlTokenHeader } from "../../spec/control-protocol.ts";
import { admit } from "../http/admission.ts";
import { headerOf, type MockReply, type MockRequest, whyHeader } from "../http/reply.ts";

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

/**
 * A reason as it may be shown. One that quotes a request cut short may hold half of a secret, which
 * cannot be found: where the request held one, the whole reason is left out.
 */
export function hideReason(why: string, holdsSecret: boolean, hide: Hide): string {
  return holdsSecret ? "left out, as the request shows a secret" : hide(why);
}

/** What a journal must not show: the mock's own keys, and whatever a client sent in their place. */
export interface JournalSecrets {
  /** Hides the mock's secrets and, of a request that was refused, what it sent for a key. */
  hiderFor(authorization: string | undefined): Hide;
  isAdmitted(authorization: string | undefined): boolean;
}

/** Longer texts are not kept whole. */
const mostCharacters = 2048;

/** Characters of texts whose hidden form is held ready. */
const mostRemembered = 100_000;

/** Hiders of so many different refused keys are held ready. */
const mostHiders = 50;

export function createJournalSecrets(
  apiKeys: ReadonlySet<string>,
  controlToken: string | undefined,
): JournalSecrets {
  const secrets = controlToken === undefined ? [...apiKeys] : [...apiKeys, controlToken];
  const own = knowSecrets(secrets);
  // Most requests resemble the one before: a journal entry in 0.6 of its time without this.
  const hideOwn = rememberHidden(createHider(own), mostRemembered);
  const hiders = new Map<string, Hide>();
  const isAdmitted = (authorization: string | undefined) => "world" in admit(authorization, apiKeys);

  return {
    isAdmitted,
    hiderFor(authorization) {
      if (authorization === undefined || isAdmitted(authorization)) return hideOwn;
      // Longer than any text that is shown: what could hold it is left out.
      if (authorization.length > mostCharacters)
        return (text) => (text.length > mostCharacters ? "***" : hideOwn(text));
      const known = hiders.get(authorization);
      if (known) return known;
      // It may be a secret of another service.
      const sent = sentSecrets(authorization);
      const hide = sent.length === 0 ? hideOwn : createHider(own, knowSecrets(sent));
      if (hiders.size >= mostHiders) hiders.clear();
      hiders.set(authorization, hide);
      return hide;
    },
  };
}

/** As they are and escaped: nothing that a request costs may go into undoing base64. */
const knowSecrets = (secrets: readonly string[]) =>
  knowForms(
    secrets.flatMap((secret) => formsOf(secret)),
    0,
  );

/** What may stand before the key. A word that is none of these may be the key itself. */
const schemes = /^(?:bearer|basic|digest|token|apikey)$/i;
/** Shorter ones are no secrets, and would be found in every address. */
const leastCharacters = 3;

function sentSecrets(authorization: string): readonly string[] {
  const words = authorization.split(/[ \t]+/).filter((word) => word !== "");
  const sent = words.length > 1 && schemes.test(words[0]!) ? words.slice(1) : words;
  const beforeWorlds = sent.map((word) => word.split("~", 1)[0]!);
  return [sent.join(" "), ...sent, ...beforeWorlds].filter((text) => text.length >= leastCharacters);
}

/** The scheme as it was sent, and that there was a key. */
function hideKey(authorization: string): string {
  const [, scheme = "", rest = ""] = /^[ \t]*(\S*)[ \t]*(.*)$/s.exec(authorization)!;
  if (!schemes.test(scheme)) return "***";
  return rest === "" ? scheme : `${scheme} ***`;
}
