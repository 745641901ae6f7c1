/**
 * The pages that may call the mock, and the headers by which browsers know (Fetch standard). A known key must not open the
 * API to every page that a browser visits, so by default only pages of this machine may call it.
 */

import { BadInput, quoteValue } from "../../base/bad-input.ts";
import {
  emptyReply,
  errorReply,
  headerOf,
  headerText,
  type MockReply,
  type MockRequest,
  whyHeader,
} from "./reply.ts";

/** Names that never leave this machine (RFC 6761, 6.3; RFC 1122, 3.2.1.3). */
export function isLoopbackHost(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, "");
  return (
    /^(?:[a-z\d_-]+\.)*localhost$/.test(name) ||
    name === "[::1]" ||
    name === "::1" ||
    /^127(?:\.\d{1,3}){3}$/.test(name)
  );
}

/** Whether an origin is that of a page that this machine serves, on any port. Origins of extensions and files are not. */
export function isLoopbackOrigin(origin: string): boolean {
  return /^https?:\/\//i.test(origin) && URL.canParse(origin) && isLoopbackHost(new URL(origin).hostname);
}

/**
 * An origin as a browser sends it.
 * @param name of the option, for the message
 * @throws {BadInput} for a value that no browser would send
 */
export function readOrigin(value: unknown, name: string): string {
  // A page that was opened as a file, or that is kept apart in its frame.
  if (value === "null") return value;
  if (typeof value === "string" && URL.canParse(value)) {
    const { protocol, host } = new URL(value);
    // `URL.origin` of an extension is "null", but it sends its address as its origin.
    const origin = `${protocol}//${host}`;
    if (host !== "" && (value === origin || value === `${origin}/`)) return origin;
  }
  throw new BadInput(
    `Cannot use ${name}: it must be an origin, as in https://shop.test, without a path, got ${quoteValue(value)}.`,
  );
}

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
