/** Finds credentials by where they stand: in headers, parameters, members and addresses that are named like them. */

export type Pairs = readonly (readonly [name: string, value: string])[];

const words = /auth(?!ors?$|enticated$)|key|token|secret|session|passw|pwd|signature|credential|cookie/i;
/** Say nothing of a key although they are named like it. */
const openNames = /^(?:www-authenticate|proxy-authenticate|access-control-.*)$/i;

export const isCredentialName = (name: string): boolean => words.test(name) && !openNames.test(name);

const parameter = /(^|[?&;])([^=&;#?\s"'<>\\]{1,128})=([^&;#\s"'<>\\]*)/g;
const userinfo = /(:\\?\/\\?\/)([^/?#\s"'<>\\]*)@/g;
/** A part of a multipart form, up to its value. */
const formPart = /\bname="([^"\r\n]{1,128})"[^\r\n]{0,256}(?:\r?\n[^\r\n]{1,256}){0,8}\r?\n\r?\n/g;
const memberName = /"([^"]{1,128})"\s{0,8}:\s{0,8}/g;

/** The text with another value for each credential that stands in it. */
export function replaceCredentials(text: string, put: (value: string) => string): string {
  let made = text;
  if (made.includes("@"))
    made = made.replace(userinfo, (_all, start: string, value: string) => `${start}${put(value)}@`);
  // A name may be escaped.
  if (!words.test(made) && !/%[\da-f]|\\u/i.test(made)) return made;
  if (made.includes("="))
    made = made.replace(parameter, (all, start: string, name: string, value: string) =>
      value !== "" && isCredentialName(plainName(name)) ? `${start}${name}=${put(value)}` : all,
    );
  made = replaceValues(made, memberName, readMember, put);
  return made.includes('name="') ? replaceValues(made, formPart, readPart, put) : made;
}

interface Value {
  readonly start: number;
  readonly end: number;
  /** What is to stand on both sides of what takes its place. */
  readonly quote: string;
}

type ReadValue = (text: string, from: number, name: string) => Value;

function replaceValues(text: string, name: RegExp, read: ReadValue, put: (value: string) => string): string {
  const pattern = new RegExp(name);
  let made = "";
  let shown = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    if (!isCredentialName(plainName(match[1]!))) continue;
    const { start, end, quote } = read(text, pattern.lastIndex, match[1]!);
    if (end <= start) continue;
    made += text.slice(shown, start) + quote + put(text.slice(start, end)) + quote;
    shown = end;
    pattern.lastIndex = end;
  }
  return made + text.slice(shown);
}

function plainName(name: string): string {
  return name.replace(/%([\da-f]{2})|\\u00([\da-f]{2})/gi, (_all, percent?: string, unit?: string) =>
    String.fromCharCode(Number.parseInt(percent ?? unit!, 16)),
  );
}

/** JSON may stand in a string of JSON: then each of its quotes has backslashes before it. */
const readMember: ReadValue = (text, from, name) => {
  const slashes = /\\*$/.exec(name)![0].length;
  const quote = `${"\\".repeat(slashes)}"`;
  if (text.startsWith(quote, from)) {
    const start = from + quote.length;
    return { start, end: stringEnd(text, start, slashes) - slashes, quote: "" };
  }
  const first = text[from];
  if (first === "[" || first === "{") return { start: from, end: bracketEnd(text, from, slashes), quote };
  const word = /(?!(?:null|true|false)\b)[\w.+-]{1,400}/y;
  word.lastIndex = from;
  return { start: from, end: from + (word.exec(text)?.[0].length ?? 0), quote };
};

/** The place of the quote that ends a string, or the end of the text. */
function stringEnd(text: string, from: number, slashes: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let before = at;
    while (before > from && text[before - 1] === "\\") before--;
    if ((at - before) % (2 * (slashes + 1)) === slashes) return at;
  }
  return text.length + slashes;
}

function bracketEnd(text: string, from: number, slashes: number): number {
  const mark = /["[\]{}]/g;
  mark.lastIndex = from;
  let depth = 0;
  for (let match = mark.exec(text); match; match = mark.exec(text)) {
    if (match[0] === '"') mark.lastIndex = stringEnd(text, match.index + 1, slashes) + 1;
    else depth += match[0] === "[" || match[0] === "{" ? 1 : -1;
    if (depth === 0) return match.index + 1;
  }
  return text.length;
}

const readPart: ReadValue = (text, start) => {
  const end = text.indexOf("\n--", start);
  return { start, end: end < 0 ? text.length : text[end - 1] === "\r" ? end - 1 : end, quote: "" };
};

/** Shorter values stand in too many other places. */
const shortest = 6;
/** Of one exchange. */
const most = 256;

/**
 * The credentials that an exchange carries, in each way in which it may say them again.
 * @param texts its target and its bodies
 */
export function credentialsOf(headers: Pairs, texts: readonly string[]): readonly string[] {
  const found = new Set<string>();
  const add = (value: string) => {
    for (const part of [value, plainName(value), ...value.split(/[\s;,~]+/)])
      if (part.length >= shortest && found.size < most) found.add(part);
    return "";
  };
  for (const [name, value] of headers) {
    if (!isCredentialName(name)) continue;
    const key = /^(?:proxy-)?authorization$/i.test(name) ? splitAuthorization(value).key : value;
    if (/cookie$/i.test(name)) replaceCookies(name, value, add);
    else add(key);
    if (/^basic /i.test(value) && /^[\w+/=]+$/.test(key)) add(decodeBasic(key));
  }
  for (const text of texts) replaceCredentials(text, add);
  return [...found];
}

function decodeBasic(key: string): string {
  try {
    return atob(key).split(":").slice(1).join(":");
  } catch {
    return "";
  }
}

/** A cookie's name is shown, and what else its header says. */
export function replaceCookies(name: string, value: string, put: (value: string) => string): string {
  if (!value.includes("=")) return put(value);
  const pair = /^set-cookie$/i.test(name) ? /=([^;]*)/ : /=([^;]*)/g;
  return value.replace(pair, (_all, given: string) => `=${put(given)}`);
}

/** What may stand before a key. A word that is none of these may be the key itself. */
const scheme = /^(?:bearer|basic|digest|negotiate|token|apikey)$/i;

export function splitAuthorization(value: string): { readonly scheme: string; readonly key: string } {
  const [, first = "", rest = ""] = /^(\S*)\s*(.*)$/s.exec(value)!;
  if (scheme.test(first)) return { scheme: `${first} `, key: rest.trim() };
  return { scheme: "", key: value };
}
