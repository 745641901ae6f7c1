/** A journal as curl commands, a line for each, to be run in a shell. */

import { formatCurl, oneLine } from "../../base/curl.ts";
import { masked } from "../../base/masked.ts";
import { startWorldName } from "../http/world.ts";
import type { JournalEntry } from "./journal-entry.ts";
import { headersToReplay, originOf } from "./replayed-request.ts";

/** @param world whose key is to be sent */
export function formatCurlJournal(entries: readonly JournalEntry[], world: string): string {
  const key = world === startWorldName ? masked : `${masked}~${world}`;
  return entries
    .map((entry) => `# ${entry.status || "no answer"}: ${oneLine(entry.why)}\n${command(entry, key)}\n`)
    .join("");
}

function command(entry: JournalEntry, key: string): string {
  const { method, target } = entry;
  // In an address, `***` may stand for a key that was refused.
  const path = (target.startsWith("/") ? target : `/${target}`).replaceAll("*", "%2A");
  return formatCurl({ method, url: originOf(entry) + path, headers: headersToReplay(entry, key) });
}
