/** The cookies that a server sets, kept as a client keeps them. */

import type { HeaderList } from "../evidence/exchange.ts";

/** Limit of kept cookies: a server that uses a new name each time must not make the header too long. */
const maxCookies = 20;

/** The cookies of a server, as a client that keeps them sends them back (RFC 6265, 5). */
export function createCookieJar() {
  const cookies = new Map<string, string>();
  return {
    /** Keeps the cookies that an answer sets. */
    take(headers: HeaderList): void {
      for (const [name, value] of headers) {
        if (name !== "set-cookie") continue;
        const [, cookie, given] = /^\s*([^=;\s]+)\s*=\s*([^;]*)/.exec(value) ?? [];
        if (cookie === undefined || given === undefined) continue;
        if (given.trim() === "" || /;\s*max-age\s*=\s*(?:0|-)/i.test(value)) cookies.delete(cookie);
        else if (cookies.size < maxCookies || cookies.has(cookie)) cookies.set(cookie, given.trim());
      }
    },
    /** The header to send; undefined where there is no cookie. */
    header: (): string | undefined =>
      cookies.size === 0 ? undefined : [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
  };
}
