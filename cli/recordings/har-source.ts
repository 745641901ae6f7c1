/** The parts of an entry of a HAR, and its source: browsers record calls that did not reach a server, and some calls twice. */

import type { Pairs } from "../../base/credentials.ts";

type Members = Readonly<Record<string, unknown>>;

export type HarParts = NonNullable<ReturnType<typeof readHarParts>>;

/** @returns undefined for what is not an entry of a HAR */
export function readHarParts(text: string) {
  let entry: Members;
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
    requestHeaders: pairsOf(request.headers),
    responseHeaders: pairsOf(response.headers),
    content: membersOf(response.content),
    timings: entry.timings ? membersOf(entry.timings) : undefined,
  };
}

const membersOf = (value: unknown): Members =>
  typeof value === "object" && value !== null ? (value as Members) : {};

export const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** Headers without the pseudo-headers of HTTP/2. */
function pairsOf(value: unknown): Pairs {
  if (!Array.isArray(value)) return [];
  return value.flatMap((pair: unknown) => {
    const { name, value: held } = membersOf(pair);
    if (typeof name !== "string" || typeof held !== "string" || name.startsWith(":")) return [];
    return [[name, held] as const];
  });
}

const hasHeader = (headers: Pairs, name: RegExp): boolean => headers.some(([given]) => name.test(given));

/** Whether a cache gave the answer, or a test that replaced the server. Only reads are answered by caches. */
export function isFromElsewhere(parts: HarParts): boolean {
  const { entry, method, response } = parts;
  if (entry._wasFulfilled === true) return true;
  if (!/^(?:GET|HEAD)$/i.test(method)) return false;
  return (
    isCacheMarked(parts) ||
    isRevalidated(parts) ||
    /cache/.test(String(response._serviceWorkerResponseSource))
  );
}

function isCacheMarked({ entry, response, timings }: HarParts): boolean {
  // Chromium.
  if (typeof entry._fromCache === "string" || response._transferSize === "cache") return true;
  // Safari.
  if (/ cache$/i.test(String(entry._fetchType))) return true;
  // Firefox.
  if (typeof entry.cache === "object" && entry.cache !== null && "afterRequest" in entry.cache) return true;
  return timings !== undefined && Object.keys(timings).length === 0 && entry.time === 0;
}

const hasAddress = ({ _serverPort, serverIPAddress, connection, _connectionId }: Members): boolean =>
  [_serverPort, serverIPAddress, connection, _connectionId].some(Boolean);

/**
 * Whether the answer was 304 and the recording shows the cache's body with it: under that status, which has no body, or as
 * 200. Then head and body come from two answers.
 */
function isRevalidated({ response, content, requestHeaders, responseHeaders }: HarParts): boolean {
  const shown = typeof content.text === "string" ? content.text.length : 0;
  if (shown === 0) return false;
  if (response.status === 304) return true;
  if (response.status !== 200) return false;
  const isConditional = hasHeader(requestHeaders, /^if-(?:none-match|modified-since)$/i);
  if (response.bodySize === 0) return isConditional || !hasHeader(responseHeaders, /^content-type$/i);
  const { _transferSize: transferred } = response;
  const isShort = typeof transferred === "number" && transferred > 0 && transferred < shown;
  return isConditional && isShort && !hasHeader(responseHeaders, /^content-encoding$/i);
}

/**
 * The record of a call through a service worker: the page's, the worker's, or unknown. cached: the page's record where the
 * worker has one as well, and an answer from a cache otherwise.
 */
export type HarRole = "plain" | "page" | "worker" | "cached";

export function readHarRole({ entry, method, response }: HarParts): HarRole {
  if (response._fetchedViaServiceWorker === true || entry._fetchType === "Service Worker") return "page";
  if (typeof entry._serviceWorkerRef === "string") return "worker";
  // Playwright: no byte was received, and there is no address.
  const isCached = response._transferSize === 0 && !hasAddress(entry);
  return isCached && /^(?:GET|HEAD)$/i.test(method) ? "cached" : "plain";
}

/**
 * Whether the time leaves out the wait for other calls of the page: Playwright counts from the time of sending. Chromium
 * sends one read of an address after the other, and at most six calls to a host at once.
 */
export function hidesQueue({ entry, timings }: HarParts): boolean {
  const isOfPage = typeof entry._frameref === "string" || typeof entry._serviceWorkerRef === "string";
  return isOfPage && typeof timings?.blocked !== "number";
}
