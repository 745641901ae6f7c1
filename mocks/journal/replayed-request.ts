/** Address and headers of a request that repeats a journal's entry. */

import { oneLine } from "../../base/curl.ts";
import { masked } from "../../base/secrets.ts";
import type { JournalEntry } from "./journal-entry.ts";

/** Headers apart from the key that can change an answer of this API. */
const replayedHeaders = ["accept", "origin"] as const;

/** The scheme and the host that the client called. */
export function originOf({ secure, requestHeaders: { host } }: JournalEntry): string {
  const scheme = secure ? "https" : "http";
  return host !== undefined && /^[\w.:[\]-]+$/.test(host) && URL.canParse(`${scheme}://${host}`)
    ? `${scheme}://${host}`
    : `${scheme}://127.0.0.1`;
}

/** The origin of the first request, or the mock's default if there are none. */
export const firstOrigin = ([first]: readonly JournalEntry[]): string =>
  first ? originOf(first) : "http://127.0.0.1:4010";

/** Whether clients send the target unchanged. They change `/a/../b`, and leave out the part after a `#`. */
export function isPlainTarget({ target }: JournalEntry): boolean {
  const base = "http://127.0.0.1";
  if (!target.startsWith("/") || !URL.canParse(base + target)) return false;
  const { pathname, search, hash } = new URL(base + target);
  return pathname + search === target && hash === "";
}

/** The headers to send, with a name in place of the key, which the journal does not have. */
export function headersToReplay(entry: JournalEntry, key: string): [name: string, value: string][] {
  const { authorization } = entry.requestHeaders;
  const headers: [string, string][] = [];
  if (authorization !== undefined) {
    const sent = entry.admitted ? key : "not-the-key";
    headers.push(["authorization", authorization.replace(masked, () => sent)]);
  }
  for (const name of replayedHeaders) {
    const value = entry.requestHeaders[name];
    if (value !== undefined && value !== "*/*") headers.push([name, oneLine(value)]);
  }
  return headers;
}
