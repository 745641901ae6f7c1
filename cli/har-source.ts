/** The source of an answer in a HAR: browsers record calls that did not reach a server, and some calls twice. */

type Members = Readonly<Record<string, unknown>>;

export interface HarParts {
  readonly entry: Members;
  readonly method: string;
  readonly url: string;
  readonly request: Members;
  readonly response: Members;
  readonly content: Members;
  readonly timings: Members | undefined;
  hasHeader(of: "request" | "response", name: RegExp): boolean;
}

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
function isRevalidated({ response, content, hasHeader }: HarParts): boolean {
  const shown = typeof content.text === "string" ? content.text.length : 0;
  if (shown === 0) return false;
  if (response.status === 304) return true;
  if (response.status !== 200) return false;
  const isConditional = hasHeader("request", /^if-(?:none-match|modified-since)$/i);
  if (response.bodySize === 0) return isConditional || !hasHeader("response", /^content-type$/i);
  const { _transferSize: transferred } = response;
  const isShort = typeof transferred === "number" && transferred > 0 && transferred < shown;
  return isConditional && isShort && !hasHeader("response", /^content-encoding$/i);
}

/**
 * The record of a call through a service worker: the page's, the worker's, or unknown. cached: the page's record where the
 * worker has one as well, and an answer from a cache otherwise.
 */
export type HarRole = "plain" | "page" | "worker" | "cached";

export function readHarRole({ entry, method, response }: HarParts): HarRole {
  if (response._fetchedViaServiceWorker === true || entry._fetchType === "Service Worker") return "page";
  if (typeof entry._serviceWorkerRef === "string" || isWorkerScript(entry._initiator)) return "worker";
  // Playwright: no byte was received, and there is no address.
  const isCached = response._transferSize === 0 && !hasAddress(entry);
  return isCached && /^(?:GET|HEAD)$/i.test(method) ? "cached" : "plain";
}

/** Chromium names the script that made the call. */
function isWorkerScript(initiator: unknown): boolean {
  const { url, stack } = membersOf(initiator);
  const { callFrames } = membersOf(stack);
  const frames: readonly unknown[] = Array.isArray(callFrames) ? callFrames : [];
  return [url, ...frames.map((frame) => membersOf(frame).url)].some(
    (script) =>
      typeof script === "string" && /(?:worker|(?:^|[/._-])sw)[^/?#]*\.m?js(?:[?#]|$)/i.test(script),
  );
}

/**
 * Whether the time leaves out the wait for other calls of the page: Playwright counts from the time of sending. Chromium
 * sends one read of an address after the other, and at most six calls to a host at once.
 */
export function hidesQueue({ entry, timings }: HarParts): boolean {
  const isOfPage = typeof entry._frameref === "string" || typeof entry._serviceWorkerRef === "string";
  return isOfPage && typeof timings?.blocked !== "number";
}

export function membersOf(value: unknown): Members {
  return typeof value === "object" && value !== null ? (value as Members) : {};
}
