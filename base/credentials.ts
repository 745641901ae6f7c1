/** Finds credentials by their place: in headers, parameters, members and addresses with names of credentials. */

import { charactersOf, decodeBase64 } from "./bytes.ts";
import { endOfString } from "./json-limits.ts";
import { shortestSecret } from "./secret-forms.ts";

export type Pairs = readonly (readonly [name: string, value: string])[];

const words =
  /auth(?!ors?$|enticated$)|key|token|secret|session|passw|pwd|signature|(?<![a-z])sig(?![a-z])|credential|cookie/i;
/** Names that contain the name of a credential, although their values are not credentials. */
const openNames = /^(?:www-authenticate|proxy-authenticate|access-control-.*)$/i;

export const isCredentialName = (name: string): boolean => words.test(name) && !openNames.test(name);

interface Value {
  readonly start: number;
  readonly end: number;
  /** A quotation mark to put on both sides of the replacement. */
  readonly quote?: string;
}

/** A text that is searched. Each answer is computed once. */
interface Searched {
  readonly text: string;
  /** Whether it is a form as a whole. */
  readonly isForm: boolean;
  /** The end of the JSON string around a place, or of the text. */
  endAround(place: number): number;
}

/** The places of values after their names: up to a delimiter, with any characters, and in doubt to the end. */
interface Grammar {
  /** Matches up to a value. Its last group that matches is the name; without one, each value is a credential. */
  readonly name: RegExp;
  read(searched: Searched, match: RegExpExecArray, from: number): Value;
}

/** The first place of a global pattern, or the end of the text. */
function find(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}

const authorityEnd = /[/?#\s]/g;
const lineEnd = /[\r\n]/g;
const formEnd = /&/g;
const addressEnd = /[&\s]/g;
const parameterEnd = /[;&\s]/g;
const wordEnd = /[,}\]\r\n]/g;

/** User and password of an address: up to the last @ of its authority (RFC 3986, 3.2). */
const userinfo: Grammar = {
  name: /:\\*\/\\*\//g,
  read({ text, endAround }, _match, from) {
    const authority = text.slice(from, Math.min(find(authorityEnd, text, from), endAround(from)));
    return { start: from, end: from + authority.lastIndexOf("@") };
  },
};

/** A query, a fragment, a form, parameters of a path, and cookies. A blank ends an address, but not a form. */
const pair: Grammar = {
  name: /(^|[?&;#\n])([^=&;#?\s"]+)=/g,
  read({ text, isForm, endAround }, [, before = ""], from) {
    const inForm = before === "\n" ? lineEnd : isForm && /^&?$/.test(before) ? formEnd : undefined;
    const delimiter = inForm ?? (before === ";" ? parameterEnd : addressEnd);
    return { start: from, end: Math.min(find(delimiter, text, from), endAround(from)) };
  },
};

/** A member of JSON, which may itself be in a string of JSON: then each of its quotes has backslashes before it. */
const member: Grammar = {
  name: /"([^"]*)"\s*:\s*/g,
  read({ text }, [, name = ""], from) {
    const slashes = /\\*$/.exec(name)![0].length;
    const quote = `${"\\".repeat(slashes)}"`;
    if (text.startsWith(quote, from)) {
      const start = from + quote.length;
      return { start, end: endOfString(text, start, slashes) - slashes };
    }
    if (/[[{]/.test(text[from] ?? "")) return { start: from, end: endOfBracket(text, from, slashes), quote };
    const word = text.slice(from, find(wordEnd, text, from)).trimEnd();
    return { start: from, end: from + (/^(?:null|true|false)$/.test(word) ? 0 : word.length), quote };
  },
};

/** A part of a multipart form: up to the boundary, which is the line before the part's headers (RFC 2046, 5.1.1). */
const part: Grammar = {
  name: /;\s*name\s*=\s*(?:"([^"\r\n]*)"|([^\s";]+))/gi,
  read({ text }, { index }, from) {
    const start = /\r?\n\r?\n/.exec(text.slice(from));
    if (!start) return { start: text.length, end: text.length };
    const line = text.lastIndexOf("\n--", index) + 1;
    const boundary = text.slice(line, find(lineEnd, text, line));
    const value = from + start.index + start[0].length;
    const end = boundary.startsWith("--") ? text.indexOf(`\n${boundary}`, value - 1) : -1;
    return { start: value, end: end < 0 ? text.length : text[end - 1] === "\r" ? end - 1 : end };
  },
};

/** The text with another value for each credential in it. */
export function replaceCredentials(text: string, put: (value: string) => string): string {
  const made = text.includes("@") ? replaceValues(text, userinfo, put) : text;
  // A name may be escaped.
  if (!words.test(made) && !/%[\da-f]|\\u/i.test(made)) return made;
  const signs = [
    ["=", pair],
    ['"', member],
    ["\n", part],
  ] as const;
  return signs.reduce(
    (now, [sign, grammar]) => (now.includes(sign) ? replaceValues(now, grammar, put) : now),
    made,
  );
}

function replaceValues(text: string, { name, read }: Grammar, put: (value: string) => string): string {
  const pattern = new RegExp(name);
  const searched = searchedText(text);
  let made = "";
  let shown = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const named = match.length === 1 ? undefined : match.findLast((group) => group !== undefined);
    if (named !== undefined && !isCredentialName(plainName(named))) continue;
    const { start, end, quote = "" } = read(searched, match, pattern.lastIndex);
    pattern.lastIndex = Math.max(pattern.lastIndex, end);
    if (end <= start) continue;
    made += text.slice(shown, start) + quote + put(text.slice(start, end)) + quote;
    shown = end;
  }
  return made + text.slice(shown);
}

export const isJson = (text: string) => /^\s*["[{]/.test(text);

function searchedText(text: string): Searched {
  let stringEnd = isJson(text) ? -1 : text.length;
  return {
    text,
    isForm: /^[^=&;#?\s"]+=/.test(text),
    endAround(place) {
      if (stringEnd < place) stringEnd = endOfString(text, place);
      return stringEnd;
    },
  };
}

function plainName(name: string): string {
  return name.replace(/%([\da-f]{2})|\\u00([\da-f]{2})/gi, (_all, percent?: string, unit?: string) =>
    String.fromCharCode(Number.parseInt(percent ?? unit!, 16)),
  );
}

function endOfBracket(text: string, from: number, slashes: number): number {
  const mark = /["[\]{}]/g;
  mark.lastIndex = from;
  let depth = 0;
  for (let match = mark.exec(text); match; match = mark.exec(text)) {
    if (match[0] === '"') mark.lastIndex = endOfString(text, match.index + 1, slashes) + 1;
    else depth += match[0] === "[" || match[0] === "{" ? 1 : -1;
    if (depth === 0) return match.index + 1;
  }
  return text.length;
}

/** Maximum number of credentials of one exchange. */
const maxCredentials = 256;

/** The value of a credential, and its parts, such as those of `Basic dTpw`, `user:p`, `a=1; b=2` and `["1"]`. */
export function partsOf(value: string): readonly string[] {
  const password = /^basic\s/i.test(value) ? decodeBasic(value.slice(6).trim()) : "";
  const strings = Array.from(value.matchAll(/"((?:[^"\\]|\\.)*)"/gs), ([, text]) => text!);
  const parts = [value, ...strings, ...value.split(/[\s;,~"'<>\\&#]+/)].flatMap((part) => [
    part,
    part.slice(part.indexOf("=") + 1),
    part.slice(part.search(/:(?!\\*\/\\*\/)/) + 1),
  ]);
  return [...parts, password].filter(({ length }) => length >= shortestSecret);
}

/** The password in it, with a character for each of its bytes. */
function decodeBasic(key: string): string {
  const credentials = charactersOf(decodeBase64(key) ?? new Uint8Array());
  return credentials.split(":").slice(1).join(":");
}

/**
 * The credentials that an exchange carries.
 * @param texts its target and its bodies
 */
export function credentialsOf(headers: Pairs, texts: readonly string[]): readonly string[] {
  const found = new Set<string>();
  const add = (value: string) => {
    for (const each of partsOf(value)) if (found.size < maxCredentials) found.add(each);
    return "";
  };
  for (const [name, value] of headers) {
    if (!isCredentialName(name)) continue;
    if (/cookie$/i.test(name)) replaceCookies(name, value, add);
    else if (/^basic\s/i.test(value)) add(value);
    else add(/^(?:proxy-)?authorization$/i.test(name) ? splitAuthorization(value).key : value);
  }
  for (const text of texts) replaceCredentials(text, add);
  return [...found];
}

/** A cookie header with another text for each value. Names and attributes stay. */
export function replaceCookies(name: string, value: string, put: (value: string) => string): string {
  if (!value.includes("=")) return put(value);
  const pattern = /^set-cookie$/i.test(name) ? /=([^;]*)/ : /=([^;]*)/g;
  return value.replace(pattern, (_all, given: string) => `=${put(given)}`);
}

/** Schemes that may come before a key. Any other word may be the key itself. */
export const authorizationScheme = /^(?:bearer|basic|digest|negotiate|token|apikey)$/i;

export function splitAuthorization(value: string): { readonly scheme: string; readonly key: string } {
  const [, first = "", rest = ""] = /^(\S*)\s*(.*)$/s.exec(value)!;
  if (authorizationScheme.test(first)) return { scheme: `${first} `, key: rest.trim() };
  return { scheme: "", key: value };
}
