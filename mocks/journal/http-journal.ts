/** A journal as an `.http` file, which the REST clients of editors send. */

import { oneLine } from "../../base/curl.ts";
import { versionPrefix } from "../../spec/wire.ts";
import type { JournalEntry } from "./journal-entry.ts";
import { firstOrigin, headersToReplay, isPlainTarget, originOf } from "./replayed-request.ts";

/** @param key the value of the file's variable for it */
export function formatHttp(entries: readonly JournalEntry[], key: string): string {
  return [
    "# Recorded by the Store Orders mock. The key is not in the recording: set it here.",
    `@baseUrl = ${firstOrigin(entries)}${versionPrefix}`,
    `@apiKey = ${key}`,
    ...entries.map((entry, index) => formatRequest(entry, index + 1)),
    "",
  ].join("\n");
}

function formatRequest(entry: JournalEntry, place: number): string {
  const { method, target, status, why, end } = entry;
  const title = `\n### ${place}: ${status || "no answer"}, ${oneLine(why)}${end ? `, answer lost (${end})` : ""}`;
  if (!isWritable(entry))
    return `${title}\n# Left out, as an .http file has no form for it: ${oneLine(method)} ${oneLine(target)}`;
  const isOfApi = target.startsWith(`${versionPrefix}/`);
  const url = isOfApi ? `{{baseUrl}}${target.slice(versionPrefix.length)}` : originOf(entry) + target;
  const headers = headersToReplay(entry, "{{apiKey}}").map(([name, value]) => `${name}: ${value}`);
  return [title, `${method} ${url}`, ...headers].join("\n");
}

/**
 * Whether every editor sends the request unchanged: none of its text is read as a variable or as a separate line, or is
 * normalized. Editors change bodies by trimming, encoding and joining; no operation of the API has one (4).
 */
function isWritable(entry: JournalEntry): boolean {
  const { method, target, requestHeaders, requestSize } = entry;
  // Other methods are read as part of the address.
  if (requestSize || !/^(?:DELETE|GET|HEAD|OPTIONS|PATCH|POST|PUT)$/.test(method)) return false;
  if (!isPlainTarget(entry) || !/^(?:[\w/.~!$&'()*+,;=:@?-]|%[\da-f]{2})+$/i.test(target)) return false;
  const values = ["authorization", "accept", "origin"].flatMap((name) => requestHeaders[name] ?? []);
  return values.every((value) => /^[!-z|~](?:[ -z|~]*[!-z|~])?$/.test(value));
}
