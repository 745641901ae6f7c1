/** The pages that may call the mock: those of this machine, and those whose origin was named. */

import { BadInput, quoteValue } from "../../base/bad-input.ts";

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
