/**
 * Follows a list or a cancel that is redirected to another spelling of its own path, so that the rest of the server can be
 * judged. Nothing is sent to another origin or for another resource.
 */

import { type Exchange, headerOf, notSent, type OutgoingRequest } from "../evidence/exchange.ts";
import { readRequest } from "../evidence/read-call.ts";
import type { Transport } from "../targets/transport.ts";

export function followRedirects(
  transport: Transport,
  { baseUrl, apiKey }: { readonly baseUrl: string; readonly apiKey: string },
  maxRequests = Number.POSITIVE_INFINITY,
): Transport {
  return {
    get sent() {
      return transport.sent;
    },
    async send(request, settings) {
      const redirected = await transport.send(request, settings);
      const { operation, isPlain, id } = readRequest(request, apiKey);
      const mayFollow = isPlain && (operation === "list" || operation === "head" || operation === "cancel");
      const path = mayFollow ? ownPathOf(redirected, new URL(baseUrl), id?.text) : undefined;
      if (path === undefined) return redirected;
      if (transport.sent >= maxRequests)
        return notSent(request, `the run may send at most ${maxRequests} requests`);
      const { together: _, ...others } = settings ?? {};
      const followed = await transport.send({ ...request, path }, others);
      const { sentAt, ms } = redirected;
      return { ...followed, request, sentAt, ms: ms + followed.ms, redirectedFrom: redirected };
    },
  };
}

/** Redirects that keep the method of a GET and of a DELETE (RFC 9110, 15.4). */
const statuses: readonly (number | undefined)[] = [301, 302, 307, 308];

const segmentsOf = (path: string) => path.split("/").filter((segment) => segment !== "");

/**
 * Whether two paths differ only in slashes or in letter case. Their ids must be identical: another id may be another
 * order's, and a path without an id is that of all orders.
 */
function isSamePath(one: string, other: string, id: string | undefined): boolean {
  const [own, others] = [segmentsOf(one), segmentsOf(other)];
  if (id !== undefined && (id === "" || own.at(-1) !== id || others.at(-1) !== id)) return false;
  return own.join("/").toLowerCase() === others.join("/").toLowerCase();
}

/** @returns the path and query below the base address to which a request was redirected, where it is the request's own */
function ownPathOf({ request, answer }: Exchange, base: URL, id: string | undefined): string | undefined {
  const location = answer && statuses.includes(answer.status) ? headerOf(answer, "location") : undefined;
  if (location === undefined) return undefined;
  const basePath = base.pathname.replace(/\/+$/, "");
  const path = basePath + pathOf(request);
  const from = URL.parse(base.origin + basePath + request.path);
  const to = URL.parse(location, from ?? base);
  // A path that the class URL would change is not sent again.
  if (!from || !to || from.pathname !== path || to.origin !== base.origin) return undefined;
  if (to.pathname === path || to.search !== from.search) return undefined;
  if (!isSamePath(to.pathname, path, id)) return undefined;
  if (!to.pathname.startsWith(`${basePath}/`)) return undefined;
  return to.pathname.slice(basePath.length) + to.search;
}

const pathOf = ({ path }: OutgoingRequest) => path.split("?", 1)[0]!;
