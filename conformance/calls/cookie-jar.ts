/** The cookies that a server gave, as a client that keeps them sends them back (RFC 6265, 5). */

import type { HeaderList } from "../evidence/exchange.ts";

export interface CookieJar {
  /** Takes what an answer sets. */
  take(headers: HeaderList): void;
  /** The header to send; undefined where there is no cookie. */
  header(): string | undefined;
}

/** More than a service sets: a server that names each one anew must not make headers that nobody takes. */
const mostCookies = 20;

export function createCookieJar(): CookieJar {
  const cookies = new Map<string, string>();
  return {
    take(headers) {
      for (const [name, value] of headers) {
        if (name !== "set-cookie") continue;
        const [, cookie, given] = /^\s*([^=;\s]+)\s*=\s*([^;]*)/.exec(value) ?? [];
        if (cookie === undefined || given === undefined) continue;
        if (given.trim() === "" || /;\s*max-age\s*=\s*(?:0|-)/i.test(value)) cookies.delete(cookie);
        else if (cookies.size < mostCookies || cookies.has(cookie)) cookies.set(cookie, given.trim());
      }
    },
    header: () =>
      cookies.size === 0 ? undefined : [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
  };
}
