/** One request with its answer or failure, kept as evidence. */

import { isJsonObject, type Json, type JsonObject, parseJson } from "../../base/json.ts";
import { TooMuchJson } from "../../base/json-limits.ts";

export type HeaderList = readonly (readonly [name: string, value: string])[];

/** `name: value | name: value` as a list. */
export const headers = (text: string): HeaderList =>
  text.split(" | ").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]);

export interface OutgoingRequest {
  readonly method: string;
  /** Path and query below the base address, sent unchanged: never normalised. */
  readonly path: string;
  /** The request target (RFC 9112, 3.2), where it is not made of the base address and the path. */
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
  /** The body after decoding its content coding; only its beginning where it is long and was read. */
  readonly body: Uint8Array;
  /** Number of bytes of the whole body, where only its beginning was kept. */
  readonly bodyBytes?: number;
  /** Bytes that followed the answer on the wire although none may; undefined if the target does not see them. */
  readonly stray?: Uint8Array;
  /** Whether such bytes are hidden from the target, as by fetch. */
  readonly hidesStray?: boolean;
}

export interface Exchange {
  readonly request: OutgoingRequest;
  readonly answer?: Answer;
  /** The reason why there is no answer: `timeout after 5000 ms`, `connection reset`. */
  readonly failure?: string;
  /** Duration of the last try. */
  readonly ms: number;
  /** Time of the first try, in ms on the clock of the run. */
  readonly sentAt: number;
  /** Time when the answer was complete, or given up. */
  readonly endedAt: number;
  /** The name of its connection; calls with the same name shared it. */
  readonly connection?: string | undefined;
  /** Whether an answer came that cannot be read; the failure says why. */
  readonly broken?: "cut" | "unreadable";
  /** Whether it was not sent again, since it may have taken effect. */
  readonly once?: boolean;
  /** The exchange by the documented path, where the answer comes from the path that it was redirected to. */
  readonly redirectedFrom?: Exchange;
  /** The status of its first try, if that was a gateway's own error. */
  readonly resentAfter?: number | undefined;
  /** The status with which the server first answered "later" (429 or 503). */
  readonly putOff?: number | undefined;
  /** Whether the answer is a 503 without Retry-After by which this server is known to say "later". */
  readonly deferred?: boolean;
  /** Whether a try before the last one got no answer, or an answer that is not a clear refusal. */
  readonly hadUnclearTry?: boolean;
  /** Whether it was not sent; the failure says why. */
  readonly notSent?: boolean;
}

/** Statuses that refuse, in addition to 4xx: redirects that keep the method (RFC 9110, 15.4), and 501. */
const refusals: readonly number[] = [301, 307, 308, 501];

/** Whether a request may have taken effect: an answer was anything but a clear refusal. */
export function mayHaveActed({ notSent, answer, hadUnclearTry = false }: Exchange): boolean {
  if (notSent) return false;
  if (hadUnclearTry || !answer) return true;
  return (answer.status < 400 || answer.status >= 500) && !refusals.includes(answer.status);
}

/** The exchange of a request that is not sent. @param failure the reason */
export function notSent(request: OutgoingRequest, failure: string): Exchange {
  const now = performance.now();
  return { request, failure, notSent: true, ms: 0, sentAt: now, endedAt: now };
}

/** The value of a header, by its name in lower case; values of a repeated one are joined by commas (RFC 9110, 5.3). */
export function headerOf(answer: Pick<Answer, "headers">, name: string): string | undefined {
  const isIt = (key: string) => key.length === name.length && key.toLowerCase() === name;
  const values = answer.headers.filter(([key]) => isIt(key)).map(([, value]) => value);
  return values.length === 0 ? undefined : values.join(", ");
}

const decoder = new TextDecoder("utf-8", { fatal: false });

export function bodyText(answer: Answer): string {
  return decoder.decode(answer.body);
}

/** Number of bytes of the body, whether all of it or only its beginning is kept. */
export function bytesOfBody(answer: Answer): number {
  return answer.bodyBytes ?? answer.body.length;
}

/** Number of bytes that are kept of a body: the beginning of a list that was read, and more of any other body. */
const keptBytes = { ok: 16 * 1024, other: 128 * 1024 };

/** The exchange as a history keeps it: the memory of a run must not hold hundreds of long bodies. */
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

/** @property isTooMuch whether the body is longer than is read, so that it may be JSON */
interface UnreadBody {
  readonly error: string;
  readonly isTooMuch?: boolean;
}
export type ParsedBody = { readonly json: Json } | UnreadBody;
const parsedBodies = new WeakMap<Answer, ParsedBody>();
/** Maximum length of a body whose parsed value is kept: the value may take a hundred times the memory. */
const maxKept = 4096;

const tooMuch = new WeakSet<Answer>();

/** Marks an answer of which only the beginning is kept: its body was longer than is read. */
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

/** A description of an object by its first members: the type of each, and the beginning of a text. */
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

/** A description of a body that is not JSON. */
export const describeUnread = ({ error, isTooMuch = false }: UnreadBody): string =>
  `a body that is ${isTooMuch ? "too much to read" : "not JSON"} (${error})`;

/** Whether a media type is a JSON one: application/json or +json, any case, any parameters (RFC 6839, 3.1). */
export function isJsonType(contentType: string): boolean {
  const essence = contentType.split(";", 1)[0]!.trim().toLowerCase();
  return (
    essence === "application/json" || essence === "text/json" || /^[^/\s]+\/[^/\s]+\+json$/.test(essence)
  );
}

/**
 * Statuses of a gateway that did not reach the server, or got no answer from it in time (RFC 9110, 15.6.3, 15.6.5). Large
 * content delivery networks answer 520 to 530 for that.
 */
export const isGatewayError = (status: number | undefined): boolean =>
  status === 502 || status === 504 || (status !== undefined && status >= 520 && status <= 530);

/**
 * Whether the network or a gateway lost the answer to a cancel, or a 503 replaced it: it is not known whether the order was
 * cancelled, and sending it again could change its state. A timeout is the server's own fault.
 */
export function isLost({ answer, once, failure, broken }: Exchange): boolean {
  if (once !== true) return false;
  if (answer) return answer.status === 503 || isGatewayError(answer.status);
  return broken !== "unreadable" && !failure?.startsWith("timeout");
}

/** Minimum time in ms until the server ended the connection: a network that loses one ends it sooner. */
const minKeptWaitingMs = 2000;

/** Whether a call timed out, or the server closed its connection after a long wait. */
export const isKeptWaiting = ({ answer, failure, ms }: Exchange): boolean =>
  !answer && (failure?.startsWith("timeout") === true || ms >= minKeptWaitingMs);

/** Whether an answer began and did not end, within the time or within the length that is read. */
export const isEndless = ({ broken, failure = "" }: Exchange): boolean =>
  broken !== undefined && /^(?:timeout|the body (?:is longer|unpacks))/.test(failure);

/** The value of Retry-After, cut to fit in a line. */
const retryAfterOf = (answer: Answer): string | undefined => headerOf(answer, "retry-after")?.slice(0, 60);

/** `429 with Retry-After: 5`, or the status alone. */
export function describeDeferral(answer: Answer): string {
  const after = retryAfterOf(answer);
  return after === undefined ? `${answer.status}` : `${answer.status} with Retry-After: ${after}`;
}

/** 429, or 503 with Retry-After: try again later (RFC 6585, 4; RFC 9110, 15.6.4). */
export function isDeferral(answer: Answer): boolean {
  return (
    answer.status === 429 ||
    (answer.status === 503 && answer.headers.some(([name]) => name === "retry-after"))
  );
}
