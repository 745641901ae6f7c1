/**
 * Cases for tests of hidden secrets: the characters of a secret, its form, its place, and the cut of the text; and a reader
 * that decodes every common encoding.
 */

import { createSeededChance } from "../seeded-chance.ts";

/** Each run draws the same cases; `SEED=N` draws others. */
export const seed = Number(process.env.SEED ?? 1);
export const draw = createSeededChance(seed);
export const pick = <T>(values: readonly T[]): T => values[Math.floor(draw() * values.length)]!;

const plain = "abcdefghkmnpqrstuvwxyzABCDEFGHKMNPQRSTUVWXYZ23456789";
/** Characters that secrets are made of. */
export const alphabets = {
  "letters of ASCII": plain,
  "signs that some encoders leave": `${plain.slice(0, 12)}'\\<>"&;=+/~!$()*,:@[]{}|^#?%`,
  "letters of Latin-1": `${plain.slice(0, 12)}äöüßéèçñÅØ'`,
  "letters of Unicode": `${plain.slice(0, 12)}ключсекрÄß€漢字`,
} as const;
export type Alphabet = keyof typeof alphabets;

/** Characters that would look like an escape. */
const ownEscape = /%[\da-f]{0,2}|\\["'\\/bfnrtux]|\\$|&#?\w+;|&[#\w]*$|=[\da-f]{2}/i;

/** A random secret. By default it has only ASCII letters, which every part of a message can contain. */
export function random(length: number, alphabet: Alphabet = "letters of ASCII"): string {
  for (;;) {
    const secret = Array.from({ length }, () => pick([...alphabets[alphabet]])).join("");
    // It does not look like an address, whose user and password are hidden anyway.
    if (/:\/\//.test(secret)) continue;
    // It begins with a letter or digit, so that it does not become part of an escape before it.
    if (!ownEscape.test(secret) && /^[a-z]/i.test(secret)) return secret;
  }
}

const isLatin1 = (text: string) => !/[^\0-\xff]/.test(text);
/** Its bytes in UTF-8, or in Latin-1 where that is requested and possible. */
const bytesOf = (text: string, coding: "utf8" | "latin1" = "utf8") =>
  Buffer.from(text, isLatin1(text) ? coding : "utf8");
const eachByte = (text: string, write: (code: string) => string, coding?: "utf8" | "latin1") =>
  Array.from(bytesOf(text, coding), (byte) => write(byte.toString(16).padStart(2, "0"))).join("");
const eachUnit = (text: string, write: (code: number) => string) =>
  Array.from({ length: text.length }, (_, at) => write(text.charCodeAt(at))).join("");
const unit = (code: number) => code.toString(16).padStart(4, "0");
const percent = (text: string) => eachByte(text, (code) => `%${code}`);
const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
const inHtml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
/** With a line broken in the middle, as mail has it. */
const printable = (text: string) =>
  Array.from(bytesOf(text), (byte) =>
    /[\w.]/.test(String.fromCharCode(byte))
      ? String.fromCharCode(byte)
      : `=${byte.toString(16).toUpperCase().padStart(2, "0")}`,
  )
    .toSpliced(text.length >> 1, 0, "=\r\n")
    .join("");

/** The forms of a secret in a text that was decoded as UTF-8. */
export const forms: Readonly<Record<string, (text: string) => string>> = {
  "as it is": (text) => text,
  "capital letters": (text) => text.toUpperCase(),
  "small letters": (text) => text.toLowerCase(),
  "UTF-8 that is read as Latin-1": (text) => bytesOf(text).toString("latin1"),
  "Latin-1 that is read as UTF-8": (text) => bytesOf(text, "latin1").toString(),
  encodeURIComponent,
  percent,
  "percent of Latin-1": (text) => eachByte(text, (code) => `%${code}`, "latin1"),
  "percent twice": (text) => encodeURIComponent(percent(text)),
  "percent three times": (text) => encodeURIComponent(encodeURIComponent(percent(text))),
  JSON: inJson,
  "JSON in JSON": (text) => inJson(inJson(text)),
  "JSON's numbers": (text) => eachUnit(text, (code) => `\\u${unit(code)}`),
  "JSON's numbers in JSON": (text) => eachUnit(text, (code) => `\\\\u${unit(code)}`),
  "hexadecimal escapes": (text) => eachByte(text, (code) => `\\x${code}`),
  HTML: inHtml,
  "HTML's numbers": (text) => Array.from(text, (letter) => `&#${letter.codePointAt(0)};`).join(""),
  "HTML's numbers in HTML": (text) =>
    Array.from(text, (letter) => `&amp;#x${letter.codePointAt(0)!.toString(16)};`).join(""),
  "HTML in JSON": (text) => inJson(inHtml(text)),
  base64: (text) => bytesOf(text).toString("base64"),
  "base64 of Latin-1": (text) => bytesOf(text, "latin1").toString("base64"),
  "base64url in something": (text) => Buffer.from(`x=${text}:y`).toString("base64url"),
  "user and password of Basic": (text) => Buffer.from(`bob:${text}`).toString("base64"),
  "quoted-printable": printable,
  "quoted-printable in JSON": (text) => inJson(printable(text)),
  hexadecimal: (text) => eachByte(text, (code) => code),
  "hexadecimal of Latin-1, capital": (text) => eachByte(text, (code) => code, "latin1").toUpperCase(),
};

/** Percent-encoded where a grammar has to, and nowhere else. */
const but = (delimiters: RegExp, text: string) => text.replace(delimiters, percent);
const multipart = (name: string, value: string) =>
  `--b-1\r\nContent-Disposition: form-data; name=user\r\n\r\nbob\r\n--b-1\r\nContent-Disposition: form-data; ${name}\r\n\r\n${value}\r\n--b-1\r\nContent-Disposition: form-data; name=page\r\n\r\n7\r\n--b-1--\r\n`;

/** The places where a credential is recognized by a name, with the text around it. */
export const places: Readonly<Record<string, (value: string) => string>> = {
  "a query": (value) => `/v1/store/orders?page=7&api_key=${but(/[&#\s]/g, value)}&size=7`,
  "the first of a query": (value) => `https://host/cb?access_token=${but(/[&#\s]/g, value)} page 7`,
  "a fragment": (value) => `https://app/cb#access_token=${but(/[&\s]/g, value)}&page=7`,
  "a later part of a fragment": (value) => `https://app/cb#page=7&id_token=${but(/[&\s]/g, value)}`,
  "a path's parameter": (value) => `/page/7;jsessionid=${but(/[;&\s]/g, value)}`,
  "user and password": (value) => `https://bob:${but(/[/?#\s]/g, value)}@host:7/page`,
  "an address in JSON": (value) =>
    JSON.stringify({
      url: `https://a:${but(/[/?#\s]/g, value)}@host?token=${but(/[&#\s]/g, value)}`,
      page: 7,
    }),
  "a form": (value) => `page=7&password=${but(/&/g, value)}`,
  "the first of a form": (value) => `password=${but(/&/g, value)}&page=7`,
  "lines of a form": (value) => `page=7\r\npassword=${value}\r\n`,
  "a multipart form": (value) => multipart('name="password"', value),
  "a multipart form, its name without quotation marks": (value) => multipart("name=password", value),
  "a member": (value) => JSON.stringify({ page: 7, token: value }),
  "a member in JSON in JSON": (value) =>
    JSON.stringify({ log: JSON.stringify({ page: 7, "api-key": value }), id: 7 }),
  "a member that is no string": (value) => JSON.stringify({ keys: [{ value }], page: 7 }),
};

/** Cuts a text after a number of characters, as servers and the kit itself do. */
export const cuts: Readonly<Record<string, (text: string, length: number) => string>> = {
  "not at all": (text) => text,
  "at the end": (text, length) => text.slice(0, length),
  "with dots": (text, length) => `${text.slice(0, length)}...`,
  "with an ellipsis": (text, length) => `${text.slice(0, length)}…`,
  "between bytes": (text, length) => Buffer.from(text).subarray(0, length).toString(),
};

const character = (digits: string, base = 16) =>
  String.fromCodePoint(Math.min(Number.parseInt(digits, base), 0x10ffff));
const readers: readonly ((text: string) => string)[] = [
  (text) => text.replace(/%([\da-f]{2})/gi, (_all, code: string) => character(code)),
  (text) =>
    text.replace(/\\(?:u([\da-f]{4})|x([\da-f]{2})|([^ux]))/gi, (_all, four, two, letter) =>
      four || two ? character(four ?? two) : letter,
    ),
  (text) =>
    text
      .replace(
        /&(amp|lt|gt|quot);/g,
        (_all, name: string) => ({ amp: "&", lt: "<", gt: ">", quot: '"' })[name]!,
      )
      .replace(/&#(?:x([\da-f]+)|(\d+));/gi, (_all, code?: string, decimal?: string) =>
        code ? character(code) : character(decimal!, 10),
      ),
  (text) => text.replace(/=\r?\n/g, "").replace(/=([\da-f]{2})/gi, (_all, code: string) => character(code)),
];

/** All but quoted-printable at once: of a long text, each alone would take long. */
const fewReaders = [
  (text: string) => readers.slice(0, 3).reduce((now, read) => read(now), text),
  readers[3]!,
];
const long = 20_000;

/** A text and its decoded forms, each with one character for each byte. */
function views(text: string): ReadonlySet<string> {
  const seen = new Set([text]);
  for (let layer = 0; layer < 3; layer++)
    for (const each of [...seen])
      for (const read of text.length > long ? fewReaders : readers) seen.add(read(each));
  for (const [run] of text.matchAll(/[\w+/-]{8,}/g)) {
    for (const from of [0, 1, 2, 3]) seen.add(Buffer.from(run.slice(from), "base64").toString("latin1"));
    for (const from of [0, 1]) seen.add(Buffer.from(run.slice(from), "hex").toString("latin1"));
  }
  return seen;
}

/** Number of successive characters of a secret that reveal it. */
const telling = 6;
const rowsOf = (text: string) =>
  Array.from({ length: Math.max(0, text.length - telling + 1) }, (_, at) => text.slice(at, at + telling));

/** Successive characters of the secrets that can be read in a text, also in lower case. */
export function leaksOf(text: string, secrets: readonly string[]): readonly string[] {
  const rows = new Set(
    secrets
      .flatMap((secret) => [secret, bytesOf(secret).toString("latin1"), bytesOf(secret, "latin1").toString()])
      .flatMap((secret) => rowsOf(secret.toLowerCase())),
  );
  const leaks = new Set<string>();
  for (const view of views(text)) {
    const folded = view.toLowerCase();
    // A cut character or escape reveals nothing.
    for (let at = 0; at + telling <= folded.length; at++) {
      const row = folded.slice(at, at + telling);
      if (rows.has(row) && !/[\ufffd&\\%=]$/.test(row))
        leaks.add(`${row} (read: ${JSON.stringify(view.slice(Math.max(0, at - 60), at + 60))})`);
    }
  }
  return [...leaks];
}

/** Parts of secrets that outputs show, a line for each. */
export const leaksIn = (outputs: Readonly<Record<string, string>>, secrets: readonly string[]) =>
  Object.entries(outputs).flatMap(([name, text]) =>
    leaksOf(text, secrets).map((row) => {
      const at = Math.max(0, text.toLowerCase().indexOf(row));
      return `${name}: ${row} near ${JSON.stringify(text.slice(Math.max(0, at - 60), at + 60))}`;
    }),
  );
