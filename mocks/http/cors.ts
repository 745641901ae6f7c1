/**
 * Cross-origin access for a frontend on another port. A known key must not open the API to every page that a browser visits,
 * so by default only pages of this machine may call it.
 */

import { isLoopbackOrigin } from "./origins.ts";
import {
  emptyReply,
  errorReply,
  headerOf,
  headerText,
  type MockReply,
  type MockRequest,
  whyHeader,
} from "./reply.ts";

const exposed = "Allow, Content-Length, Retry-After, WWW-Authenticate, X-Mock-Why";

/** The answer to a preflight, or undefined for another request (Fetch standard, CORS-preflight). */
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

/** Whether pages of the request's origin may read answers; true where it names none. */
export function isOriginAllowed(request: MockRequest, allowed: ReadonlySet<string>): boolean {
  const origin = headerOf(request.headers, "origin");
  return (
    origin === undefined || request.anyOrigin === true || isLoopbackOrigin(origin) || allowed.has(origin)
  );
}

const originShown = ({ headers }: MockRequest) => (headerOf(headers, "origin") ?? "").slice(0, 80);

/**
 * The answer to a preflight of the API; undefined for another request. A refusal names the option that allows the origin: a
 * browser shows it beside its own.
 */
export function answerPreflight(
  request: MockRequest,
  methods: string,
  allowed: ReadonlySet<string>,
): MockReply | undefined {
  const reply = preflightReply(request, methods);
  if (!reply || isOriginAllowed(request, allowed)) return reply && withCors(reply, request);
  const message = `Pages of this machine may call the mock, got Origin ${originShown(request)}. Name it with --allow-origin, or in allowOrigins.`;
  return errorReply(403, "origin_not_allowed", message, "json", { vary: "Origin" });
}

/** The reply with headers by which a page of the request's origin may read it. */
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

/**
 * The API's reply to a page. One that may not read it gets no headers, as the log and X-Mock-Why say; a cache must not give
 * it to a page that may.
 */
export function forOrigin(reply: MockReply, request: MockRequest, allowed: ReadonlySet<string>): MockReply {
  if (isOriginAllowed(request, allowed)) return withCors(reply, request);
  const why = `pages of ${originShown(request)} may not read this, --allow-origin lets them: ${reply.why}`;
  return { ...reply, why, headers: { ...reply.headers, [whyHeader]: headerText(why), vary: "Origin" } };
}
