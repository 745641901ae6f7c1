/** The exchange that an entry of a HAR describes, whatever program wrote it. */

import { decodeBase64 } from "../base/bytes.ts";
import type { Pairs } from "../base/credentials.ts";
import { readHarInterval } from "./har-interval.ts";
import { type HarParts, hidesQueue, isFromElsewhere, membersOf, readHarRole } from "./har-source.ts";

/** The result of `readHarEntry`. */
export type RecordedEntry = NonNullable<ReturnType<typeof readHarEntry>>;

/**
 * @param isOurs whether this kit wrote it: then times are exact, and secrets are masked
 * @returns undefined where it is not an exchange with a server: not an entry, or an answer from a cache
 */
export function readHarEntry(text: string, isOurs = false) {
  const parts = readParts(text);
  if (!parts || isFromElsewhere(parts)) return undefined;
  const { entry, method, url, request, response, content, timings } = parts;
  const isAnswered = Number.isInteger(response.status) && Number(response.status) >= 100;
  const status = isAnswered ? Number(response.status) : 0;
  const requestHeaders = pairs(request.headers);
  const { startedAt, endedAt, ms } = readHarInterval(entry, timings ?? {}, isOurs);
  return {
    method,
    url,
    requestHeaders,
    /** Whether the size of the head shows that no header was removed from it. */
    hasWholeHead: hasWholeHead(method, url, requestHeaders, request.headersSize),
    /** 0 if there was no answer. */
    status,
    responseHeaders: pairs(response.headers),
    /** The body without content coding; undefined if the recording lacks it. Decoded on first access. */
    body: () => readBody(parts, status, isOurs),
    /** Text that distinguishes the body from others without decoding it. */
    bodyText: textOf(content.text) ?? "",
    stray: textOf(response._stray),
    /** Why there is no whole answer. */
    failure:
      [response._error, response._failureText].map(textOf).find(Boolean) ??
      (isAnswered ? undefined : "no answer"),
    startedAt,
    endedAt,
    ms,
    /** Whether it may have ended later, because it waited for other calls of its page. */
    mayHaveQueued: hidesQueue(parts),
    // Chromium writes the server's port in the place of the connection's name.
    connection: textOf(entry._connectionId) ?? textOf(entry.connection),
    role: readHarRole(parts),
  };
}

function readParts(text: string): HarParts | undefined {
  let entry: Readonly<Record<string, unknown>>;
  try {
    entry = membersOf(JSON.parse(text));
  } catch {
    return undefined;
  }
  const [request, response] = [membersOf(entry.request), membersOf(entry.response)];
  const [method, url] = [textOf(request.method), textOf(request.url)];
  if (method === undefined || url === undefined) return undefined;
  return {
    entry,
    method,
    url,
    request,
    response,
    content: membersOf(response.content),
    timings:
      typeof entry.timings === "object" && entry.timings !== null ? membersOf(entry.timings) : undefined,
    hasHeader: (of, name) =>
      pairs((of === "request" ? request : response).headers).some(([given]) => name.test(given)),
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Headers without the pseudo-headers of HTTP/2. */
function pairs(value: unknown): Pairs {
  if (!Array.isArray(value)) return [];
  return value.flatMap((pair: unknown) => {
    const [name, held] = [textOf(membersOf(pair).name), textOf(membersOf(pair).value)];
    return name === undefined || held === undefined || name.startsWith(":") ? [] : [[name, held] as const];
  });
}

/** `authorization: Bearer k` and its line end. */
const minCredentialBytes = 25;

function hasWholeHead(method: string, url: string, headers: Pairs, size: unknown): boolean {
  if (typeof size !== "number" || size <= 0) return false;
  const target = url.replace(/^\w+:\/\/[^/?#]*/, "");
  const shown = headers.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
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
