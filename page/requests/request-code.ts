/** A request as code to run, with the mock's real key, or sent from the page. */

import { type CurlRequest, formatCurl, quoteWord } from "../../base/curl.ts";
import { masked } from "../../base/secrets.ts";
import { clientHeader } from "../../spec/control-protocol.ts";
import { versionPrefix } from "../../spec/wire.ts";
import type { JournalEntry } from "../model/page-control.ts";
import type { Session } from "../model/session.ts";

interface Call extends CurlRequest {
  readonly body?: string | undefined;
}

/** Headers that a page may set and that matter to the mock. */
const sentHeaders = ["authorization", "accept", "content-type"];

/** Sends a request of the journal again. */
export function callOf(session: Session, entry: JournalEntry): Call {
  const { method, target, requestHeaders, requestBody, admitted } = entry;
  // A refused key is not known here; any wrong key is refused in the same way.
  const key = admitted ? session.keyOf(session.world.value) : "wrong-key";
  const isBelow = target.startsWith(versionPrefix);
  return {
    method,
    url: isBelow
      ? session.address + target.slice(versionPrefix.length)
      : new URL(target, session.address).href,
    headers: sentHeaders.flatMap((name) => {
      const value = requestHeaders[name] ?? "*/*";
      return value === "*/*" ? [] : [[name, value.replace(masked, () => key)] as const];
    }),
    body: requestBody,
  };
}

/** Requests the list with the key of the shown world. */
export function listCall(session: Session): Call {
  return {
    method: "GET",
    url: `${session.address}/store/orders`,
    headers: [["authorization", `Bearer ${session.keyOf(session.world.value)}`]],
  };
}

export function curlText({ body, ...call }: Call): string {
  const command = formatCurl(call);
  return body === undefined ? command : `${command} --data-raw ${quoteWord(body)}`;
}

export function fetchText({ method, url, headers, body }: Call): string {
  const init = {
    ...(method !== "GET" && { method }),
    headers: Object.fromEntries(headers),
    ...(body !== undefined && { body }),
  };
  return `const response = await fetch(${JSON.stringify(url)}, ${JSON.stringify(init, null, 2)});
console.log(response.status, await response.text());`;
}

/** Sends a request. Resolves to a text about the answer. */
export async function sendAgain(session: Session, entry: JournalEntry): Promise<string> {
  const { method, url, headers } = callOf(session, entry);
  const call = `${method} ${entry.target}`;
  try {
    const response = await fetch(url, {
      method,
      headers: { ...Object.fromEntries(headers), [clientHeader]: "page" },
      cache: "no-store",
    });
    // Read to its end, so that the connection is free again.
    await response.arrayBuffer();
    return `${call} answered ${response.status}.`;
  } catch {
    return `${call} got no whole answer.`;
  }
}
