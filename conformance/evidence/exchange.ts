/** One request with its answer or failure, kept as evidence. */

import { isJsonObject, type Json, type JsonObject, parseJson } from "../../base/json.ts";
import { TooMuchJson } from "../../base/measure-json.ts";

export type HeaderList = readonly (readonly [name: string, value: string])[];

/** `name: value | name: value` as a list. */
export const headers = (text: string): HeaderList =>
  text.split(" | ").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]);

export interface OutgoingRequest {
  readonly method: string;
  /** Path and query below the base address, sent unchanged: never normalised. */
  readonly path: string;
  /** The request target (RFC 9112, 3.2), where it is another than the base address and the path make. */
  readonly target?: string | undefined;
  readonly headers: HeaderList;
  /** Whether names of headers are sent unchanged. Otherwise a socket gets them as most clients write them: `Accept-Encoding`. */
  readonly keepsCase?: boolean | undefined;
  /** Whether the run added headers that a plain client does not send: a strict server may refuse such a request. */
  readonly hasAddedHeaders?: boolean | undefined;
}

export interface Answer {
  readonly status: number;
  /** Names in lower case; a repeated header has an entry each time. */
  readonly headers: HeaderList;
  /** The body, content coding undone; of a long one that was read, the beginning. */
  readonly body: Uint8Array;
  /** Bytes of the whole body, where only its beginning was kept. */
  readonly bodyBytes?: number;
  /** Bytes that followed the answer on the wire although none may; undefined if the target does not see them. */
  readonly stray?: Uint8Array;
}

export interface Exchange {
  readonly request: OutgoingRequest;
  readonly answer?: Answer;
  /** Why there is no answer: `timeout after 5000 ms`, `connection reset`. */
  readonly failure?: string;
  /** How long the last try took. */
  readonly ms: number;
  /** When it was first sent, in ms on the clock of the run. */
  readonly sentAt: number;
  /** When the answer was whole, or given up. */
  readonly endedAt: number;
  /** The connection it went over; calls of one name shared it. */
  readonly connection?: string | undefined;
  /** An answer came and cannot be read; the failure says why. */
  readonly broken?: "cut" | "unreadable";
  /** Whether it may have taken effect without an answer, since it was not sent again. */
  readonly once?: boolean;
  /** The exchange by the documented path, where the answer comes from the path that it was redirected to. */
  readonly redirectedFrom?: Exchange;
  /** The 502 or 504 with which its first try was answered. */
  readonly resentAfter?: number | undefined;
  /** The status with which the server put it off before. */
  readonly putOff?: number | undefined;
  /** The answer is a 503 without Retry-After of a server that is known to put off so. */
  readonly deferred?: boolean;
  /** Whether a try before the last one got no answer, or one that is no clear refusal. */
  readonly hadUnclearTry?: boolean;
  /** Whether it was not sent; the failure says why. */
  readonly notSent?: boolean;
}

/** Redirects that keep the method (RFC 9110, 15.4). */
const movedElsewhere: readonly number[] = [301, 307, 308];

/** Whether a request may have taken effect: an answer was anything but a clear refusal. */
export const mayHaveActed = ({ notSent, answer, hadUnclearTry = false }: Exchange): boolean =>
  !notSent &&
  (hadUnclearTry ||
    !(answer && ((answer.status >= 400 && answer.status < 500) || movedElsewhere.includes(answer.status))));

/** Of a request that is kept from being sent. @param failure why */
export function notSent(request: OutgoingRequest, failure: string): Exchange {
  const now = performance.now();
  return { request, failure, notSent: true, ms: 0, sentAt: now, endedAt: now };
}

/** One header's value, values of a repeated one joined by commas (RFC 9110, 5.3). */
export function headerOf(answer: Pick<Answer, "headers">, name: string): string | undefined {
  const values = answer.headers.filter(([key]) => key === name).map(([, value]) => value);
  return values.length === 0 ? undefined : values.join(", ");
}

const decoder = new TextDecoder("utf-8", { fatal: false });

export function bodyText(answer: Answer): string {
  return decoder.decode(answer.body);
}

/** Bytes of the body, whether all of it is kept or its beginning. */
export function bytesOfBody(answer: Answer): number {
  return answer.bodyBytes ?? answer.body.length;
}

/** Bytes that are kept of a body: the beginning of a list that was read, and more of any other body. */
const keptBytes = { ok: 16 * 1024, other: 128 * 1024 };

/** The exchange as a history keeps it: a run of hundreds must not hold hundreds of long bodies. */
export function withCutBody(exchange: Exchange): Exchange {
  const { answer } = exchange;
  const kept = answer?.status === 200 ? keptBytes.ok : keptBytes.other;
  if (!answer || answer.body.length <= kept) return exchange;
  // A copy: the slice of a Buffer would keep the whole body in memory.
  const body = new Uint8Array(answer.body.subarray(0, kept));
  const cut = { ...answer, body, bodyBytes: bytesOfBody(answer) };
  const parsed =
    answer.status === 200 || answer.bodyBytes !== undefined ? undefined : parseBytes(answer.body);
  if (parsed && "json" in parsed && isJsonObject(parsed.json))
    parsedBodies.set(cut, { json: withShortMembers(parsed.json) });
  return { ...exchange, answer: cut };
}

/** @property isTooMuch It may well be JSON, and there is more of it than is read. */
interface UnreadBody {
  readonly error: string;
  readonly isTooMuch?: boolean;
}
export type ParsedBody = { readonly json: Json } | UnreadBody;
const parsedBodies = new WeakMap<Answer, ParsedBody>();
/** Maximum length of a body whose parsed value is kept: the value may take a hundred times the memory. */
const maxKept = 4096;

const tooMuch = new WeakSet<Answer>();

/** Notes of an answer whose beginning alone is kept that its body was more than is read. */
export const markTooMuch = (answer: Answer): void => void tooMuch.add(answer);

/** The body as JSON. */
export function parsedBody(answer: Answer): ParsedBody {
  const known = parsedBodies.get(answer);
  if (known) return known;
  if (answer.bodyBytes !== undefined) {
    // A list was read before it was cut, any other body was not.
    const isTooMuch = answer.status !== 200 || tooMuch.has(answer);
    return { error: `it has ${answer.bodyBytes} bytes`, isTooMuch };
  }
  const parsed = parseBytes(answer.body);
  if (answer.body.length <= maxKept) parsedBodies.set(answer, parsed);
  return parsed;
}

/** The object with short members: the type of each, and the beginning of a text. */
function withShortMembers(object: JsonObject): JsonObject {
  const short = (value: Json): Json => {
    if (typeof value === "string") return value.slice(0, 200);
    if (typeof value !== "object" || value === null) return value;
    return Array.isArray(value) ? [] : {};
  };
  return Object.fromEntries(
    Object.entries(object)
      .slice(0, 100)
      .map(([name, value]) => [name, short(value!)]),
  );
}

/** JSON is UTF-8 (RFC 8259, 8.1). */
const strictDecoder = new TextDecoder("utf-8", { fatal: true });

export function parseBytes(bytes: Uint8Array): ParsedBody {
  let text: string;
  try {
    text = strictDecoder.decode(bytes);
  } catch {
    return { error: "it is not UTF-8" };
  }
  try {
    return { json: parseJson(text) };
  } catch (error) {
    // V8 quotes the place, which may be a piece of the key: too short to be known and masked.
    const message = error instanceof Error ? error.message : String(error);
    return { error: message.replace(/, (?:\.\.\.)?".*$/s, ""), isTooMuch: error instanceof TooMuchJson };
  }
}

/** A body of which there is no JSON, in words. */
export const describeUnread = ({ error, isTooMuch = false }: UnreadBody): string =>
  `a body that is ${isTooMuch ? "too much to read" : "not JSON"} (${error})`;

/** Whether a media type is a JSON one: application/json or +json, any case, any parameters (RFC 6839, 3.1). */
export function isJsonType(contentType: string): boolean {
  const essence = contentType.split(";", 1)[0]!.trim().toLowerCase();
  return (
    essence === "application/json" || essence === "text/json" || /^[^/\s]+\/[^/\s]+\+json$/.test(essence)
  );
}

/** A gateway did not reach the server, or had no answer of it in time (RFC 9110, 15.6.3, 15.6.5). */
export const isGatewayError = (status: number | undefined): boolean => status === 502 || status === 504;

/**
 * A cancel whose answer the network lost, or a gateway: whether it was done is not known, and
 * asking again would change the state in question. A timeout is the server's own.
 */
export function isLost({ answer, once, failure, broken }: Exchange): boolean {
  if (once !== true) return false;
  if (answer) return isGatewayError(answer.status);
  return broken !== "unreadable" && !failure?.startsWith("timeout");
}

/** A connection that a network loses is lost sooner. */
const longestLossMs = 2000;

/** Whether a server kept a call waiting in vain: until the timeout, or until it closed the connection after a while. */
export const isKeptWaiting = ({ answer, failure, ms }: Exchange): boolean =>
  !answer && (failure?.startsWith("timeout") === true || ms >= longestLossMs);

/** Whether an answer began and has no end: none in time, or none within what is read of one. */
export const isEndless = ({ broken, failure = "" }: Exchange): boolean =>
  broken !== undefined && /^(?:timeout|the body (?:is longer|unpacks))/.test(failure);

/** The value of Retry-After, cut to fit in a line. */
export const retryAfterOf = (answer: Answer): string | undefined =>
  headerOf(answer, "retry-after")?.slice(0, 60);

/** 429, or 503 with Retry-After: try again later (RFC 6585, 4; RFC 9110, 15.6.4). */
export function isDeferral(answer: Answer): boolean {
  return (
    answer.status === 429 ||
    (answer.status === 503 && answer.headers.some(([name]) => name === "retry-after"))
  );
}
