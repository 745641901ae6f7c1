/** The exchange that an entry of a HAR describes, whatever program wrote it. */

import { decodeBase64 } from "../../base/bytes.ts";
import {
  type HarParts,
  hidesQueue,
  isFromElsewhere,
  readHarParts,
  readHarRole,
  textOf,
} from "./har-source.ts";
import { normalAddress } from "./recorded-base.ts";

/** The result of `readHarEntry`. */
export type RecordedEntry = NonNullable<ReturnType<typeof readHarEntry>>;

/**
 * @param isOurs whether this kit wrote it: then times are exact, and secrets are masked
 * @returns undefined where it is not an exchange with a server: not an entry, or an answer from a cache
 */
export function readHarEntry(text: string, isOurs = false) {
  const parts = readHarParts(text);
  if (!parts || isFromElsewhere(parts)) return undefined;
  const { entry, method, response, requestHeaders, responseHeaders, content } = parts;
  const isAnswered = Number.isInteger(response.status) && Number(response.status) >= 100;
  const status = isAnswered ? Number(response.status) : 0;
  return {
    method,
    /** With normalized scheme, host and port. */
    url: normalAddress(parts.url),
    requestHeaders,
    /** Whether the size of the head shows that no header was removed from it. */
    hasWholeHead: hasWholeHead(parts),
    /** 0 if there was no answer. */
    status,
    responseHeaders,
    /** The body without content coding; undefined if the recording lacks it. Decoded on first access. */
    body: () => readBody(parts, status, isOurs),
    /** Text that distinguishes the body from others without decoding it. */
    bodyText: textOf(content.text) ?? "",
    stray: textOf(response._stray),
    /** Why there is no whole answer. */
    failure:
      [response._error, response._failureText].map(textOf).find(Boolean) ??
      (isAnswered ? undefined : "no answer"),
    ...readInterval(parts, isOurs),
    /** Whether it may have ended later, because it waited for other calls of its page. */
    mayHaveQueued: hidesQueue(parts),
    // Chromium writes the server's port in the place of the connection's name.
    connection: textOf(entry._connectionId) ?? textOf(entry.connection),
    role: readHarRole(parts),
  };
}

/** `authorization: Bearer k` and its line end. */
const minCredentialBytes = 25;

function hasWholeHead({ method, url, request: { headersSize: size }, requestHeaders }: HarParts): boolean {
  if (typeof size !== "number" || size <= 0) return false;
  const target = url.replace(/^\w+:\/\/[^/?#]*/, "");
  const shown = requestHeaders.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
  return size - (method.length + target.length + shown + 14) < minCredentialBytes;
}

/** Shared: most cancels have no body, and an array takes 200 bytes. */
const noBytes = new Uint8Array();

/** @returns the body, content coding undone; undefined where the recording does not have it, or has a part of it */
function readBody({ method, content, response: { bodySize } }: HarParts, status: number, isOurs: boolean) {
  const text = textOf(content.text) ?? "";
  const size = typeof content.size === "number" ? content.size : -1;
  if (text === "") {
    const hasNone = method === "HEAD" || status === 204 || status === 304;
    const isDeclaredEmpty = size === 0 || (content.size === undefined && bodySize === 0);
    const isEmpty =
      size <= 0 && (hasNone || (isDeclaredEmpty && !(typeof bodySize === "number" && bodySize > 0)));
    return isEmpty ? noBytes : undefined;
  }
  const bytes = content.encoding === "base64" ? decodeBase64(text) : new TextEncoder().encode(text);
  const isWhole = bytes !== undefined && (bytes.length >= size || (isOurs && hasMask(bytes)));
  return isWhole ? bytes : undefined;
}

/** Whether secrets were replaced: the kit writes words in their place that begin with three asterisks. */
const hasMask = (bytes: Uint8Array): boolean => new TextDecoder().decode(bytes).includes("***");

/** Parts of an exchange, one after the other. `ssl` lies within `connect`. */
const partNames = ["blocked", "dns", "connect", "send", "wait", "receive"] as const;

/**
 * An interval that contains the true one: from minus infinity where the beginning is unknown, to infinity where the end is.
 * `ms` is its length as recorded, 0 if unknown.
 * @param isInstant whether an exchange may have taken no time that could be measured
 */
function readInterval({ entry: { startedDateTime, time }, timings = {} }: HarParts, isInstant: boolean) {
  const { startedAt, resolution } = readInstant(startedDateTime);
  const parts = partNames.map((name) => timings[name]).filter(isDuration);
  const sum = parts.reduce((one, other) => one + other, 0);
  const ms = isDuration(time) ? Math.max(time, sum) : sum;
  const isMeasured = ms > 0 || (isInstant && parts.length > 0);
  if (startedAt === Number.NEGATIVE_INFINITY || !isMeasured)
    return { startedAt, endedAt: Number.POSITIVE_INFINITY, ms };
  // Whole milliseconds were rounded, each part separately.
  const isRounded = resolution >= 1 && Number.isInteger(ms);
  const rounding = isRounded ? Math.max(1, parts.length) : 0;
  // Chromium counts -1 ms in its sum for a queue that did not exist.
  const queue = timings._blocked_queueing === -1 ? 1 : 0;
  return { startedAt, endedAt: startedAt + ms + resolution + rounding + queue, ms };
}

const isDuration = (value: unknown): value is number =>
  typeof value === "number" && value >= 0 && Number.isFinite(value);

/** Milliseconds with their fraction: several quick exchanges may lie within one millisecond. */
function readInstant(value: unknown) {
  const text = typeof value === "string" ? value : "";
  const startedAt = Date.parse(text);
  if (Number.isNaN(startedAt)) return { startedAt: Number.NEGATIVE_INFINITY, resolution: 0 };
  const digits = /:\d\d\.(\d{1,9})/.exec(text)?.[1] ?? "";
  const more = digits.slice(3);
  return {
    startedAt: more === "" ? startedAt : startedAt + Number(`0.${more}`),
    resolution: 1000 / 10 ** digits.length,
  };
}
