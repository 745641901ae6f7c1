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

type KeyForm = readonly [sign: string, words: string, expression: string];

const changedBy = (command: string) => `$(printf %s "$${keyVariable}" | ${command})`;

/**
 * The forms in which a suite sends the key: a sign behind the mask, words for a reader, and the shell expression (POSIX,
 * 2.6.2 and 2.6.3).
 */
const keyForms = {
  whole: ["", "", `$${keyVariable}`],
  withoutLast: ["%?", "%?", `\${${keyVariable}%?}`],
  withoutFirst: ["#?", "#?", `\${${keyVariable}#?}`],
  upperCase: ["^^", "^^", changedBy("tr a-z A-Z")],
  lowerCase: [",,", ",,", changedBy("tr A-Z a-z")],
  swappedCase: ["~~", " in swapped case", changedBy("tr a-zA-Z A-Za-z")],
  sorted: ["<>", " with its characters sorted", changedBy("fold -w 1 | LC_ALL=C sort | tr -d '\\n'")],
  withoutSigns: ["@a", " without signs", changedBy("tr -dc a-zA-Z0-9")],
  otherSigns: ["@s", " with the signs of base64url", changedBy("tr '_+/\\055' '/\\055_+'")],
  firstHalf: ["@2", " cut to its first half", changedBy(`cut -c -$(((\${#${keyVariable}} + 1) / 2))`)],
  eightBits: ["@8", " with the highest bits set", changedBy("LC_ALL=C tr '!-~' '\\241-\\376'")],
  base64: ["@64", " in base64", changedBy("base64 | tr -d '=\\n'")],
  firstEncoded: [
    "%%",
    " percent-encoded",
    `%$(printf %.1s "$${keyVariable}" | od -An -tx1 | tr -d ' ')\${${keyVariable}#?}`,
  ],
} as const satisfies Record<string, KeyForm>;
const formBySign = new Map<string, KeyForm>(Object.values(keyForms).map((form) => [form[0], form]));
const anySign = [...formBySign.keys()]
  .filter((sign) => sign !== "")
  .map((sign) => sign.replace(/\W/g, "\\$&"))
  .join("|");

/** Texts in place of the key, one for each form. */
export const keyMasks = Object.fromEntries(
  Object.entries(keyForms).map(([name, [sign]]) => [name, masked + sign]),
) as Readonly<Record<keyof typeof keyForms, string>>;

/** In traffic the mask is followed by the name of a known key, or by digits in base 16 that distinguish clients. */
export const nameInTraffic = /\*\*\*(?:key\d+|[\da-f]{8})(?![\w-])/;
const isNameInTraffic = new RegExp(`^${nameInTraffic.source}$`);
const anyMask = new RegExp(`(${nameInTraffic.source}|\\*\\*\\*(?:${anySign})?)`);
const readableMask = new RegExp(`\\*\\*\\*(${anySign})?(?=(\\w)?)`, "g");

const expansionOf = (part: string): string | undefined =>
  part.startsWith(masked)
    ? formBySign.get(isNameInTraffic.test(part) ? "" : part.slice(masked.length))?.[2]
    : undefined;

/** Text for a reader, in which a short name replaces the key: `Bearer x***` becomes `Bearer x$KEY`. */
export function nameKey(text: string): string {
  return text.replace(readableMask, (_, sign: string | undefined, next: string | undefined) =>
    sign || next ? `\${KEY${formBySign.get(sign ?? "")![1]}}` : "$KEY",
  );
}

/** Maximum number of lines with an argument each; more arguments share lines. */
const maxLines = 6;

/**
 * The command in one line, or in several where one would be wider than `width`. In a header or the
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
  if (line.length <= width) return line;
  return (words.length <= maxLines ? words : fillLines(words, width - 4)).join(" \\\n  ");
}

function fillLines(words: readonly string[], width: number): readonly string[] {
  const lines = [""];
  for (const word of words) {
    const joined = `${lines.at(-1)} ${word}`.trimStart();
    if (joined.length <= width) lines[lines.length - 1] = joined;
    else lines.push(word);
  }
  return lines;
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
