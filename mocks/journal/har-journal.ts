/** A journal as a HAR file (HTTP Archive 1.2), which browsers' network panels open. */

import { formatJson } from "../../base/json.ts";
import { kitVersion } from "../../spec/kit-version.ts";
import type { JournalEntry } from "./journal-entry.ts";
import { originOf } from "./replayed-request.ts";

export function formatHar(entries: readonly JournalEntry[]): string {
  const creator = { name: "store-orders-kit", version: kitVersion };
  return formatJson({ log: { version: "1.2", creator, entries: entries.map(harEntry) } }, 2);
}

function harEntry(entry: JournalEntry) {
  const { at, method, target, requestHeaders, requestBody, delayMs = 0, why } = entry;
  const mark = target.indexOf("?");
  return {
    startedDateTime: new Date(at).toISOString(),
    time: delayMs,
    request: {
      method,
      url: originOf(entry) + (target.startsWith("/") ? target : `/${target}`),
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: pairs(Object.entries(requestHeaders)),
      queryString: mark < 0 ? [] : pairs(new URLSearchParams(target.slice(mark + 1))),
      headersSize: -1,
      bodySize: entry.requestSize ?? 0,
      ...(requestBody !== undefined && {
        postData: { mimeType: requestHeaders["content-type"] ?? "", text: requestBody },
      }),
    },
    response: harResponse(entry),
    cache: {},
    timings: { send: 0, wait: delayMs, receive: 0 },
    comment: why,
  };
}

function harResponse(entry: JournalEntry) {
  const { responseHeaders = {}, responseBody, responseSize, end } = entry;
  // Browsers write 0 where no answer came.
  const isSent = end !== "reset" && end !== "hang";
  const status = isSent ? entry.status : 0;
  return {
    status,
    statusText: statusTexts[status] ?? "",
    httpVersion: "HTTP/1.1",
    cookies: [],
    headers: isSent ? pairs(Object.entries(responseHeaders)) : [],
    content: {
      size: isSent ? responseSize : 0,
      mimeType: responseHeaders["content-type"] ?? "",
      ...(isSent && responseBody !== undefined && { text: responseBody }),
    },
    redirectURL: "",
    headersSize: -1,
    bodySize: isSent ? responseSize : -1,
    ...(end !== undefined && { comment: ends[end] }),
  };
}

const ends: Readonly<Record<NonNullable<JournalEntry["end"]>, string>> = {
  cut: "The connection ended in the middle of the body.",
  reset: "The connection was reset instead of an answer.",
  hang: "No answer was sent.",
};

/** RFC 9110, 15, of the statuses that the mock gives by itself. */
const statusTexts: Readonly<Record<number, string>> = {
  200: "OK",
  204: "No Content",
  400: "Bad Request",
  401: "Unauthorized",
  404: "Not Found",
  405: "Method Not Allowed",
  409: "Conflict",
  429: "Too Many Requests",
  500: "Internal Server Error",
  501: "Not Implemented",
  503: "Service Unavailable",
};

function pairs(entries: Iterable<readonly [string, string]>) {
  return Array.from(entries, ([name, value]) => ({ name, value }));
}
