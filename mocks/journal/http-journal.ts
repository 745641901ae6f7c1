/** A journal as an `.http` file, which the REST clients of editors send. */

import { oneLine } from "../../base/curl.ts";
import { versionPrefix } from "../../spec/wire.ts";
import { startWorldName } from "../http/world.ts";
import type { JournalEntry } from "./journal-entry.ts";
import { headersToReplay, originOf } from "./replayed-request.ts";

export function formatHttp(entries: readonly JournalEntry[], world: string): string {
  const [first] = entries;
  const origin = first ? originOf(first) : "http://127.0.0.1:4010";
  const key = world === startWorldName ? "mock-key" : `mock-key~${world}`;
  return [
    "# Recorded by the Store Orders mock. The key is not in the recording: set it here.",
    `@baseUrl = ${origin}${versionPrefix}`,
    `@apiKey = ${key}`,
    ...entries.map((entry, index) => formatRequest(entry, index + 1)),
    "",
  ].join("\n");
}

function formatRequest(entry: JournalEntry, place: number): string {
  const { method, target, status, why } = entry;
  const headers = headersToReplay(entry, "{{apiKey}}");
  const title = `\n### ${place}: ${status || "no answer"}, ${oneLine(why)}`;
  if (!isWritable(entry, headers))
    return `${title}\n# Left out, as an .http file has no form for it: ${oneLine(method)} ${oneLine(target)}`;
  const isOfApi = target.startsWith(`${versionPrefix}/`);
  const url = isOfApi ? `{{baseUrl}}${target.slice(versionPrefix.length)}` : originOf(entry) + target;
  return [title, `${method} ${url}`, ...headers.map(([name, value]) => `${name}: ${value}`)].join("\n");
}

/** Whether nothing of a request is read as a variable or a line of its own. */
function isWritable({ method, target }: JournalEntry, headers: readonly (readonly string[])[]): boolean {
  const isPlain = (text: string) => /^[\x20-\x7e]*$/.test(text) && !text.includes("{{");
  const values = headers.map(([name, value = ""]) =>
    name === "authorization" ? value.replace("{{apiKey}}", "") : value,
  );
  return /^[A-Z]+$/.test(method) && /^\/\S*$/.test(target) && [target, ...values].every(isPlain);
}
