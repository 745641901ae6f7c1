/** An exchange that passed, as the judge reads it. */

import type { Exchange } from "../evidence/exchange.ts";
import type { PassingExchange } from "./passing-exchange.ts";

/**
 * @param basePath of the API, without a slash at its end
 * @param body of the answer, content coding undone; undefined where it cannot be had
 * @returns undefined for what is not the API's, and for an answer whose body could not be kept
 */
export function toExchange(
  passing: PassingExchange,
  basePath: string,
  body: Uint8Array | undefined,
): Exchange | undefined {
  const { request, answer, startedAt, endedAt = startedAt, failure, connection } = passing;
  const path = pathBelow(request.target, basePath);
  if (path === undefined) return undefined;
  const common = {
    request: { method: request.method, path, headers: request.headers },
    ms: endedAt - startedAt,
    sentAt: performance.timeOrigin + startedAt,
    endedAt: performance.timeOrigin + endedAt,
    connection: String(connection),
  };
  if (!answer || failure !== undefined) return { ...common, failure: failure ?? "no answer", once: true };
  if (!body) return undefined;
  const headers = answer.headers.map(([name, value]) => [name.toLowerCase(), value] as const);
  const { status, stray } = answer;
  return { ...common, answer: { status, headers, body, stray: stray.bytes() } };
}

/** Path and query below the base; a request line may carry a whole address (RFC 9112, 3.2.2). */
export function pathBelow(target: string, basePath: string): string | undefined {
  const path = target.startsWith("/") ? target : target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, "");
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : undefined;
}
