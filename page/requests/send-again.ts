/** Sends a request of the journal once more, with a key that works now. */

import { versionPrefix } from "../../spec/wire.ts";
import type { JournalEntry } from "../model/page-control.ts";
import type { Session } from "../model/session.ts";

/** Those that a page may set and that matter to the mock. */
const replayed = ["accept", "content-type", "prefer"];

/** Resolves to what to say of the answer. */
export async function sendAgain(session: Session, entry: JournalEntry): Promise<string> {
  const { method, target, requestHeaders, admitted } = entry;
  const headers: Record<string, string> = {};
  for (const name of replayed) {
    const value = requestHeaders[name];
    if (value !== undefined) headers[name] = value;
  }
  // A key that was refused is not known here; any wrong one is refused alike.
  if (!admitted)
    headers.authorization = requestHeaders.authorization === undefined ? "" : "Bearer not-the-key";
  const path = target.startsWith(`${versionPrefix}/`) ? target.slice(versionPrefix.length) : target;
  try {
    const response = await session.callApi(method, path, headers);
    // To its end, so that the connection is free again.
    await response.arrayBuffer();
    return `${method} ${path} answered ${response.status}.`;
  } catch {
    return `${method} ${path} got no whole answer.`;
  }
}
