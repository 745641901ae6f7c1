/** A request of the journal as something to run: with the mock's real key in place of the one that the journal hides. */

import { formatCurl, quoteWord } from "../../base/curl.ts";
import { masked } from "../../base/masked.ts";
import { versionPrefix } from "../../spec/wire.ts";
import type { JournalEntry } from "../model/page-control.ts";
import type { Session } from "../model/session.ts";

interface Call {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string | undefined;
}

/** Those that matter to the mock. */
const sentHeaders = ["accept", "content-type", "prefer"];

function callOf(
  session: Session,
  { method, target, requestHeaders, requestBody, admitted }: JournalEntry,
): Call {
  const { authorization } = requestHeaders;
  // A key that was refused is not known here; any wrong one is refused alike.
  const key = admitted ? session.keyOf(session.world.value) : "wrong-key";
  const others = sentHeaders.flatMap((name) => {
    const value = requestHeaders[name];
    return value === undefined || value === "*/*" ? [] : [[name, value] as const];
  });
  const path = target.startsWith(versionPrefix) ? target.slice(versionPrefix.length) : undefined;
  return {
    method,
    url: path === undefined ? new URL(target, session.address).href : session.address + path,
    headers: [
      ...(authorization === undefined
        ? []
        : [["authorization", authorization.replace(masked, () => key)] as const]),
      ...others,
    ],
    body: requestBody,
  };
}

export function curlOf(session: Session, entry: JournalEntry): string {
  return curlText(callOf(session, entry));
}

export function fetchOf(session: Session, entry: JournalEntry): string {
  return fetchText(callOf(session, entry));
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

/** A list with the key of the world that is shown. */
export function listCall(session: Session): Call {
  return {
    method: "GET",
    url: `${session.address}/store/orders`,
    headers: [["authorization", `Bearer ${session.keyOf(session.world.value)}`]],
  };
}
