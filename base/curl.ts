/** A request as a curl command that is safe to paste into a POSIX shell, whatever the request contains. */

import { masked } from "./secrets.ts";

export interface CurlRequest {
  readonly method: string;
  readonly url: string;
  /** The request target, where it differs from the URL's. */
  readonly target?: string | undefined;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** The variable that holds the key, which is written into no command. */
const keyVariable = "STORE_ORDERS_API_KEY";

/** Texts in place of the key, and the shell expression for each (POSIX, 2.6.2 and 2.6.3). */
export const keyMasks = {
  whole: masked,
  withoutLast: `${masked}%?`,
  withoutFirst: `${masked}#?`,
  upperCase: `${masked}^^`,
  lowerCase: `${masked},,`,
  swappedCase: `${masked}~~`,
  firstEncoded: `${masked}%%`,
  base64: `${masked}@64`,
} as const;

const expansions: Readonly<Record<string, string>> = {
  [keyMasks.whole]: `$${keyVariable}`,
  [keyMasks.withoutLast]: `\${${keyVariable}%?}`,
  [keyMasks.withoutFirst]: `\${${keyVariable}#?}`,
  [keyMasks.upperCase]: `$(printf %s "$${keyVariable}" | tr a-z A-Z)`,
  [keyMasks.lowerCase]: `$(printf %s "$${keyVariable}" | tr A-Z a-z)`,
  [keyMasks.swappedCase]: `$(printf %s "$${keyVariable}" | tr a-zA-Z A-Za-z)`,
  [keyMasks.firstEncoded]: `%$(printf %.1s "$${keyVariable}" | od -An -tx1 | tr -d ' ')\${${keyVariable}#?}`,
  [keyMasks.base64]: `$(printf %s "$${keyVariable}" | base64 | tr -d '=\\n')`,
};
/** In traffic the mask is followed by the name of a known key, or by a number that distinguishes clients. */
const nameInTraffic = /^\*\*\*(?:key\d+|[\da-f]{8})$/;
const anyMask = /(\*\*\*(?:%\?|#\?|\^\^|,,|~~|%%|@64|(?:key\d+|[\da-f]{8})(?![\w-]))?)/;

const expansionOf = (part: string): string | undefined =>
  expansions[nameInTraffic.test(part) ? keyMasks.whole : part];

const codings: Readonly<Record<string, string>> = {
  "~~": " with capitals and small letters swapped",
  "%%": " percent-encoded",
  "@64": " in base64",
};

/** Text for a reader, in which a short name replaces the key: `Bearer x***` becomes `Bearer x$KEY`. */
export function nameKey(text: string): string {
  return text.replace(
    /\*\*\*(%\?|#\?|\^\^|,,|~~|%%|@64)?(?=(\w)?)/g,
    (_, change: string | undefined, next: string | undefined) =>
      change || next ? `\${KEY${(change && codings[change]) ?? change ?? ""}}` : "$KEY",
  );
}

/**
 * The command in one line, or with a line for each argument where one line would be wider than `width`. In a header or the
 * URL, `***` replaces the key, and `***%?` and similar masks replace parts of it.
 */
export function formatCurl(
  { method, url, target, headers }: CurlRequest,
  width = Number.POSITIVE_INFINITY,
): string {
  const words = [
    ["curl", "-i", ...pathFlags(url), ...methodFlags(method)].join(" "),
    ...(target === undefined ? [] : [`--request-target ${quoteArgument(target)}`]),
    ...headers.map(formatHeader),
    quoteArgument(urlText(url)),
  ];
  const line = words.join(" ");
  return line.length <= width ? line : words.join(" \\\n  ");
}

/** A word that a POSIX shell does not change (XCU, 2.2.2). */
export function quoteWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Text that does not end a line of a shell, a header or a comment. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
}

/** Without this option curl removes dot segments and reads brackets as patterns. */
function pathFlags(url: string): readonly string[] {
  return [...(url.includes("/.") ? ["--path-as-is"] : []), ...(/[[\]{}]/.test(url) ? ["--globoff"] : [])];
}

function methodFlags(method: string): readonly string[] {
  if (method === "GET") return [];
  // With `-X HEAD` curl would wait for a body that is never sent.
  return method === "HEAD" ? ["--head"] : ["-X", quoteWord(oneLine(method))];
}

function formatHeader([name, given]: readonly [string, string]): string {
  const value = oneLine(given);
  // The mask replaces the key in base64, as a user name: curl encodes it in the same way.
  if (name.toLowerCase() === "authorization" && value === `Basic ${masked}`) return `-u "$${keyVariable}:"`;
  // curl sends an empty header only when it is written with a semicolon.
  return `-H ${quoteArgument(value === "" ? `${oneLine(name)};` : `${oneLine(name)}: ${value}`)}`;
}

function quoteArgument(text: string): string {
  const parts = text.split(anyMask).filter((part) => part !== "");
  const isKey = (part: string) => expansionOf(part) !== undefined;
  if (!parts.some(isKey)) return quoteWord(text);
  // Plain text around the key is most readable in one pair of quotes; other text gets its own quotes.
  const isPlain = parts.every(
    (part, place) => isKey(part) || (place === 0 ? /^[\w :./~-]*$/ : /^[ :./~-][\w :./~-]*$/).test(part),
  );
  if (isPlain) return `"${parts.map((part) => expansionOf(part) ?? part).join("")}"`;
  return parts.map((part) => (isKey(part) ? `"${expansionOf(part)}"` : quoteWord(part))).join("");
}

/** A URL in which characters are encoded that a URL cannot contain; `#` too, since curl does not send a fragment. */
function urlText(url: string): string {
  return url.toWellFormed().replace(/[^\x21-\x7e]|#(?!\?)/gu, encodeURIComponent);
}
