/** Redirects of a list or a cancel to another spelling of its own path. */

import { type Exchange, headerOf } from "../evidence/exchange.ts";
import type { ReadRequest } from "../evidence/read-call.ts";

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

/**
 * The path and query below the base address to which a call was redirected, where it is the call's own: then the rest of the
 * server can be judged. Nothing is sent to another origin or for another resource.
 */
export function redirectedPath(
  { request, answer }: Exchange,
  { operation, isPlain, id }: ReadRequest,
  base: URL,
): string | undefined {
  const location = answer && statuses.includes(answer.status) ? headerOf(answer, "location") : undefined;
  if (location === undefined || !isPlain || operation === "other" || operation === "pet") return undefined;
  const basePath = base.pathname.replace(/\/+$/, "");
  const path = basePath + request.path.split("?", 1)[0]!;
  const from = URL.parse(base.origin + basePath + request.path);
  const to = URL.parse(location, from ?? base);
  // A path that the class URL would change is not sent again.
  if (!from || !to || from.pathname !== path || to.origin !== base.origin) return undefined;
  if (to.pathname === path || to.search !== from.search) return undefined;
  if (!isSamePath(to.pathname, path, id?.text) || !to.pathname.startsWith(`${basePath}/`)) return undefined;
  return to.pathname.slice(basePath.length) + to.search;
}

/** The exchange of a call that was redirected to its own path. */
export function afterRedirect(redirected: Exchange, followed: Exchange): Exchange {
  const { request, sentAt, ms } = redirected;
  // A try before the redirect may have taken effect.
  const hadUnclearTry = redirected.hadUnclearTry === true || followed.hadUnclearTry === true;
  if (followed.notSent) return redirected.hadUnclearTry ? redirected : { ...followed, request };
  return {
    ...followed,
    request,
    sentAt,
    ms: ms + followed.ms,
    redirectedFrom: redirected,
    ...(hadUnclearTry && { hadUnclearTry }),
  };
}
