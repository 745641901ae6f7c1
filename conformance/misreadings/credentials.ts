/** Authorization values: the right one, and kinds without a valid key, each with its reason. */

import type { HeaderList } from "../evidence/exchange.ts";

type Write = (key: string) => string | undefined;

/** The forms of each kind. A fault concerns a kind; calls of one kind take its forms in turn. */
export const credentialForms = {
  key: [(key) => `Bearer ${key}`],
  none: [() => undefined],
  // Accepted by a check of the scheme only, or by a key that is used as a pattern.
  empty: [() => "Bearer", () => "Bearer null", () => "Bearer undefined", () => "Bearer *", () => "Bearer .*"],
  // Accepted where any token is valid, or any of this length, or any with these letters; or where a quote breaks a query.
  wrongKey: [
    (key) => `Bearer ${strangeKey(key)}`,
    (key) => `Bearer ${sorted(key) === key ? strangeKey(key) : sorted(key)}`,
    // Accepted by a comparison without the first or the last character.
    (key) => `Bearer ${otherLetter(key[0])}${key.slice(1)}`,
    (key) => `Bearer ${beforeWorld(key).slice(0, -1)}${otherLetter(beforeWorld(key).at(-1))}`,
    // Beyond ASCII, with as many bytes as the key: code that compares bytes of another encoding fails.
    (key) => `Bearer ${"\u00c3\u00bc".repeat(key.length).slice(0, key.length)}`,
    // A name that every object inherits.
    () => "Bearer constructor",
    () => "Bearer 'or'1'='1",
    () => "Bearer %",
    // An unsigned token.
    () => `Bearer ${btoa('{"alg":"none"}')}.${btoa('{"sub":"store"}')}.`,
    // Accepted by a comparison of seven bits of each character, or of patterns, where _ is any character.
    (key) => `Bearer ${inEightBits(key)}`,
    (key) => `Bearer ${likePattern(key)}`,
    // Accepted by a check that decodes once more, or compares only letters and digits.
    (key) => `Bearer ${encodeFirst(key)}`,
    (key) => `Bearer ${withoutSigns(key) === key ? strangeKey(key) : withoutSigns(key)}`,
    (key) => `Bearer ${otherSigns(key) === key ? strangeKey(key) : otherSigns(key)}`,
    // Accepted where keys are compared only if the scheme is written `Bearer`.
    (key) => `bearer ${strangeKey(key)}`,
    (key) => `BEARER ${strangeKey(key)}`,
    () => "Bearer test",
    () => "Bearer demo",
  ],
  // Accepted by a comparison of beginnings or endings. After a ~ a mock's key names a world, and any name is valid.
  cutShort: [
    (key) => `Bearer ${beforeWorld(key).slice(0, -1)}`,
    (key) => `Bearer ${key.slice(1)}`,
    (key) => `Bearer ${key.slice(0, 1)}`,
    (key) => `Bearer ${firstHalf(beforeWorld(key))}`,
  ],
  lengthened: [
    (key) => `Bearer ${key}${key.includes("~") ? "+" : "x"}`,
    (key) => `Bearer x${key}`,
    (key) => `Bearer ${key}.${key.slice(0, maxAdded)}`,
    // Accepted where a token is cut at a sign, or a sign is dropped.
    (key) => `Bearer ${key}:x`,
    // Padding of base64.
    (key) => `Bearer ${key}=`,
    (key) => `Bearer ${key},`,
    (key) => `Bearer ${key}/x`,
    // Accepted by a hash or a column of limited length; tokens of this length are usual.
    (key) => `Bearer ${key}${key.repeat(Math.ceil(maxAdded / Math.max(1, key.length))).slice(0, maxAdded)}`,
  ],
  // Accepted by a comparison that ignores case.
  otherCase: [(key) => `Bearer ${swappedCase(key)}`],
  // Accepted where the header is searched for the key.
  surrounded: [
    (key) => `Bearer "${key}"`,
    (key) => `Bearer <${key}>`,
    (key) => `Bearer ${strangeKey(key).slice(0, maxAdded)},${key}`,
    (key) => `Bearer user:${key}`,
    (key) => `Bearer user/${key}`,
    (key) => `Bearer ${strangeKey(key).slice(0, maxAdded)} ${key}`,
  ],
  // Malformed (RFC 6750, 2.1), but accepted by servers that split at blanks.
  furtherWord: [(key) => `Bearer ${key} ${strangeKey(key).slice(0, maxAdded)}`],
  // Accepted where the scheme is not checked.
  bareKey: [(key) => key, (key) => `Bearer:${key}`, (key) => `Bearer${key}`, (key) => `Bearer: ${key}`],
  basic: [
    (key) => `Basic ${btoa(`${key}:`)}`,
    (key) => `Basic ${btoa(`user:${key}`)}`,
    (key) => `Basic ${key}`,
    (key) => `Basic ${btoa(key)}`,
    // Accepted by servers that rely on another layer to check Basic credentials.
    (key) => `Basic ${btoa(`user:${strangeKey(key)}`)}`,
  ],
  otherScheme: [
    (key) => `Token ${key}`,
    (key) => `ApiKey ${key}`,
    (key) => `Bearer Bearer ${key}`,
    (key) => `Digest username="user", response="${key}"`,
    (key) => `X-Bearer ${key}`,
    (key) => `Bearer ${btoa(key)}`,
    (key) => `Token ${strangeKey(key)}`,
  ],
  // Valid by HTTP: schemes are case-insensitive (RFC 9110, 11.1).
  lowerCase: [(key) => `bearer ${key}`],
} as const satisfies Record<string, readonly Write[]>;

export type CredentialKind = keyof typeof credentialForms;
const credentialKinds = Object.keys(credentialForms) as readonly CredentialKind[];

/** Kinds without a valid key. */
export const badKinds = credentialKinds.filter(
  (kind) => kind !== "key" && kind !== "lowerCase" && kind !== "furtherWord",
);

/** @param form index of the form; after the last one, the first follows */
export function authorization(kind: CredentialKind, apiKey: string, form = 0): HeaderList {
  const forms: readonly Write[] = credentialForms[kind];
  const value = forms[form % forms.length]!(apiKey);
  return value === undefined ? [] : [["authorization", value]];
}

/** Maximum number of characters added to a key: servers limit the length of a head (RFC 9110, 5.4). */
const maxAdded = 512;

/**
 * Another letter that also encodes other bits at the end of base64, where only the first two bits of some letters count
 * (RFC 4648, 3.5): to a decoder the letters from g to v are the same there.
 */
const otherLetter = (letter = "") => (/[g-v]/.test(letter) ? "w" : "q");

/** A key whose characters differ from those of another key only in their highest bit. */
export const inEightBits = (key: string) =>
  key.replace(/[\x21-\x7e]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) | 0x80));

/** A pattern of SQL that matches keys of this length and with this end; another key if the key is such a pattern. */
function likePattern(key: string): string {
  const pattern = "_".repeat(key.length - 1) + key.slice(-1);
  return pattern === key ? strangeKey(key) : pattern;
}

/** The key with its first character percent-encoded. */
export const encodeFirst = (key: string) =>
  `%${(key.codePointAt(0) ?? 0).toString(16).padStart(2, "0")}${key.slice(1)}`;

export const withoutSigns = (key: string) => key.replace(/[^a-z\d]/gi, "");

/** The key with the signs of the other alphabet of base64 (RFC 4648, 5). */
export const otherSigns = (key: string) => key.replace(/[-_+/]/g, (sign) => "+/-_"["-_+/".indexOf(sign)]!);

export const firstHalf = (key: string) => key.slice(0, Math.ceil(key.length / 2));

const beforeWorld = (key: string) => key.replace(/~.*$/, "");

/** A key of the same length and shape that shares nothing with the real one. */
function strangeKey(key: string): string {
  const letters = "abcdefghijklmnopqrstuvwxyz0123456789";
  const random = crypto.getRandomValues(new Uint8Array(Math.max(key.length, 8)));
  return Array.from(random, (byte) => letters[byte % letters.length]).join("");
}

/** The same characters in the order of their codes. */
export const sorted = (key: string) => [...key].sort().join("");

/** The key with capitals and small letters swapped; another key if it has no letters. */
export function swappedCase(key: string): string {
  const swapped = [...key]
    .map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))
    .join("");
  return swapped === key ? strangeKey(key) : swapped;
}
