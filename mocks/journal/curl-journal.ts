/** A journal as curl commands, a line for each, to be run in a shell. */

import { startWorldName } from "../http/world.ts";
import type { JournalEntry } from "./journal-entry.ts";
import { headersToReplay, oneLine, originOf } from "./replayed-request.ts";

const keyVariable = "$STORE_ORDERS_API_KEY";

/** @param world whose key is to be sent */
export function formatCurl(entries: readonly JournalEntry[], world: string): string {
  const key = world === startWorldName ? keyVariable : `${keyVariable}~${world}`;
  return entries
    .map((entry) => `# ${entry.status || "no answer"}: ${oneLine(entry.why)}\n${command(entry, key)}\n`)
    .join("");
}

function command(entry: JournalEntry, key: string): string {
  const { method, target } = entry;
  // With -X HEAD, curl would wait for a body.
  const verb = method === "HEAD" ? "-I" : method === "GET" ? "-i" : `-i -X ${shellWord(oneLine(method))}`;
  const headers = headersToReplay(entry, key).map(([name, value]) =>
    name === "authorization" && value.endsWith(key)
      ? // In double quotes, for the variable's sake; the rest of it is a scheme's name.
        ` -H "Authorization: ${value}"`
      : ` -H ${shellWord(`${name}: ${value}`)}`,
  );
  const path = target.startsWith("/") ? target : `/${target}`;
  // By itself, curl reads brackets as patterns and takes dot segments away.
  const asIs = `${/[[\]{}]/.test(path) ? " --globoff" : ""}${path.includes("/.") ? " --path-as-is" : ""}`;
  return `curl ${verb}${asIs}${headers.join("")} ${shellWord(originOf(entry) + urlText(path))}`;
}

/** A word that a POSIX shell takes as it is (XCU 2.2.2). */
function shellWord(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** What no URL holds, encoded. A fragment's sign too: curl would not send what follows. */
function urlText(target: string): string {
  return target.toWellFormed().replace(/[^\x21-\x7e]|#/gu, encodeURIComponent);
}
