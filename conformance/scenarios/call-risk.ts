/** What a request may do to the server's orders. */

import type { Cast } from "../history/cast.ts";
import type { OutgoingRequest } from "../history/exchange.ts";

/**
 * read: GET or HEAD. refused: a DELETE that a right server refuses (no valid key,
 * no such order, a shipped one). cancels: a DELETE that uses an order up.
 */
export type Risk = "read" | "refused" | "cancels";

export function riskOf(request: OutgoingRequest, cast: Cast, apiKey: string): Risk {
  if (request.method === "GET" || request.method === "HEAD") return "read";
  return cancelledOrder(request, cast, apiKey) === undefined ? "refused" : "cancels";
}

/** The pending order that a request cancels on a right server. */
export function cancelledOrder(
  { path, headers }: OutgoingRequest,
  cast: Cast,
  apiKey: string,
): bigint | undefined {
  const hasKey = headers.some(([name, value]) => name === "authorization" && value === `Bearer ${apiKey}`);
  if (!hasKey) return undefined;
  const { shipped: _, ...pending } = cast;
  return Object.values(pending).find((id) => path.endsWith(`/${id}`));
}
