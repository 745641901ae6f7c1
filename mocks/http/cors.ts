/**
 * Cross-origin access for a frontend served from another port. The API may be
 * called from any page: the key is what lets a request in.
 */

import { emptyReply, headerOf, type MockReply, type MockRequest } from "./reply.ts";

const exposed = "Allow, Content-Length, Preference-Applied, Retry-After, WWW-Authenticate, X-Mock-Why";

/** The answer to a preflight, or undefined when the request is none (Fetch standard, CORS-preflight). */
export function preflightReply(request: MockRequest, methods: string): MockReply | undefined {
  if (request.method !== "OPTIONS") return undefined;
  if (headerOf(request.headers, "access-control-request-method") === undefined) return undefined;
  return emptyReply(204, "CORS preflight", {
    "access-control-allow-methods": methods,
    "access-control-allow-headers":
      headerOf(request.headers, "access-control-request-headers") ?? "Authorization, Content-Type",
    "access-control-allow-private-network": "true",
    "access-control-max-age": "600",
  });
}

/** The reply as a page of another origin may read it. */
export function withCors(reply: MockReply, request: MockRequest): MockReply {
  const origin = headerOf(request.headers, "origin");
  if (origin === undefined) return reply;
  return {
    ...reply,
    headers: {
      ...reply.headers,
      "access-control-allow-origin": origin,
      "access-control-allow-credentials": "true",
      "access-control-expose-headers": exposed,
      vary: "Origin",
    },
  };
}
