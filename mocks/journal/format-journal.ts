/** A journal in formats of other tools. */

import { formatCurl, oneLine } from "../../base/curl.ts";
import { harPairs, harQuery } from "../../base/har.ts";
import { formatJson } from "../../base/json.ts";
import { masked } from "../../base/secrets.ts";
import { kitName, kitVersion } from "../../spec/kit-version.ts";
import { startWorldName } from "../http/world.ts";
import { formatHttp } from "./http-journal.ts";
import { formatTest } from "./journal-as-test.ts";
import type { JournalEntry } from "./journal-entry.ts";
import { headersToReplay, originOf } from "./replayed-request.ts";

export const journalFormats = ["har", "curl", "vitest", "playwright", "http"] as const;
export type JournalFormat = (typeof journalFormats)[number];

/** @param world the world of the journal */
export function formatJournal(
  entries: readonly JournalEntry[],
  format: JournalFormat,
  world: string,
): string {
  const keyHere = (key: string) => (world === startWorldName ? key : `${key}~${world}`);
  switch (format) {
    case "har":
      return formatHar(entries);
    case "curl":
      return formatCurlJournal(entries, keyHere(masked));
    case "http":
      return formatHttp(entries, keyHere("mock-key"));
    default:
      return formatTest(entries, format, keyHere("mock-key"));
  }
}

function formatCurlJournal(entries: readonly JournalEntry[], key: string): string {
  const commands = entries.map((entry) => {
    // In an address, `***` may replace a key that was refused.
    const url = originOf(entry) + pathOf(entry).replaceAll("*", "%2A");
    const command = formatCurl({ method: entry.method, url, headers: headersToReplay(entry, key) });
    return `# ${entry.status || "no answer"}: ${oneLine(entry.why)}\n${command}\n`;
  });
  return commands.join("");
}

const pathOf = ({ target }: JournalEntry) => (target.startsWith("/") ? target : `/${target}`);

/** A HAR file (HTTP Archive 1.2), which browsers' network panels open. */
function formatHar(entries: readonly JournalEntry[]): string {
  const creator = { name: kitName, version: kitVersion };
  return formatJson({ log: { version: "1.2", creator, entries: entries.map(harEntry) } }, 2);
}

function harEntry(entry: JournalEntry) {
  const { at, method, requestHeaders, requestBody, delayMs = 0, why } = entry;
  return {
    startedDateTime: new Date(at).toISOString(),
    time: delayMs,
    request: {
      method,
      url: originOf(entry) + pathOf(entry),
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: harPairs(Object.entries(requestHeaders)),
      queryString: harQuery(entry.target),
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
    statusText: "",
    httpVersion: "HTTP/1.1",
    cookies: [],
    headers: isSent ? harPairs(Object.entries(responseHeaders)) : [],
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
