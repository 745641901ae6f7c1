/** The keys that a run sends, and the ways in which servers check a key wrongly: a check lets in at least one of these keys. */

import type { HeaderList } from "../evidence/exchange.ts";
import * as keyForms from "./key-forms.ts";

/** Writes the value of Authorization; undefined for no such header. */
type Write = (key: string) => string | undefined;

/** The key in another form; another key if it has none. */
const changed =
  (change: (key: string) => string): Write =>
  (key) =>
    `Bearer ${change(key) === key ? keyForms.strangeKey(key) : change(key)}`;

/** The forms of each kind. A fault concerns a kind; calls of one kind take its forms in turn. */
export const credentialForms = {
  key: [(key) => `Bearer ${key}`],
  none: [() => undefined],
  empty: [() => "Bearer", () => "Bearer null", () => "Bearer undefined", () => "Bearer *", () => "Bearer .*"],
  wrongKey: [
    (key) => `Bearer ${keyForms.strangeKey(key)}`,
    changed(keyForms.sorted),
    (key) => `Bearer ${keyForms.withOtherFirst(key)}`,
    (key) => `Bearer ${keyForms.withOtherLast(keyForms.beforeWorld(key))}`,
    // Beyond ASCII, with as many bytes as the key: code that compares bytes of another encoding fails.
    (key) => `Bearer ${"\u00c3\u00bc".repeat(key.length).slice(0, key.length)}`,
    // A name that every object inherits.
    () => "Bearer constructor",
    () => "Bearer 'or'1'='1",
    () => "Bearer %",
    // A token of three parts that cannot be decoded, and an unsigned one.
    () => "Bearer a.b.c",
    () => `Bearer ${btoa('{"alg":"none"}')}.${btoa('{"sub":"store","exp":4102444800}')}.`,
    () => "Bearer test",
    () => "Bearer demo",
    // Accepted by a comparison of seven bits of each character, or of patterns, where _ is any character.
    (key) => `Bearer ${keyForms.inEightBits(key)}`,
    changed(keyForms.likePattern),
    // Accepted by a check that decodes once more, or compares only letters and digits.
    (key) => `Bearer ${keyForms.encodeFirst(key)}`,
    changed(keyForms.withoutSigns),
    changed(keyForms.otherSigns),
    // Accepted where keys are compared only if the scheme is written `Bearer`.
    (key) => `bearer ${keyForms.strangeKey(key)}`,
    (key) => `BEARER ${keyForms.strangeKey(key)}`,
  ],
  cutShort: [
    (key) => `Bearer ${keyForms.beforeWorld(key).slice(0, -1)}`,
    (key) => `Bearer ${key.slice(1)}`,
    (key) => `Bearer ${key.slice(0, 1)}`,
    (key) => `Bearer ${keyForms.firstHalf(keyForms.beforeWorld(key))}`,
  ],
  lengthened: [
    (key) => `Bearer ${key}${key.includes("~") ? "+" : "x"}`,
    (key) => `Bearer x${key}`,
    (key) => `Bearer ${key}.${keyForms.asAddition(key)}`,
    // Accepted where a token is cut at a sign, or a sign is dropped.
    (key) => `Bearer ${key}:x`,
    (key) => `Bearer ${key}=`,
    (key) => `Bearer ${key},`,
    // A letter beyond ASCII, which some comparisons drop.
    (key) => `Bearer ${key}\u00e9`,
    (key) => `Bearer ${key}/x`,
    // Accepted by a hash or a column of limited length; tokens of this length are usual.
    (key) => `Bearer ${key}${keyForms.asAddition(key.repeat(Math.ceil(512 / Math.max(1, key.length))))}`,
  ],
  otherCase: [changed(keyForms.swappedCase)],
  surrounded: [
    (key) => `Bearer "${key}"`,
    (key) => `Bearer <${key}>`,
    (key) => `Bearer ${keyForms.asAddition(keyForms.strangeKey(key))},${key}`,
    (key) => `Bearer user:${key}`,
    (key) => `Bearer user/${key}`,
    (key) => `Bearer ${keyForms.asAddition(keyForms.strangeKey(key))} ${key}`,
  ],
  // Malformed (RFC 6750, 2.1), but accepted by servers that split at blanks.
  furtherWord: [(key) => `Bearer ${key} ${keyForms.asAddition(keyForms.strangeKey(key))}`],
  bareKey: [(key) => key, (key) => `Bearer:${key}`, (key) => `Bearer${key}`, (key) => `Bearer: ${key}`],
  basic: [
    (key) => `Basic ${btoa(`${key}:`)}`,
    (key) => `Basic ${btoa(`user:${key}`)}`,
    (key) => `Basic ${key}`,
    (key) => `Basic ${btoa(key)}`,
    // Accepted by servers that rely on another layer to check Basic credentials.
    (key) => `Basic ${btoa(`user:${keyForms.strangeKey(key)}`)}`,
  ],
  otherScheme: [
    (key) => `Token ${key}`,
    (key) => `ApiKey ${key}`,
    (key) => `Bearer Bearer ${key}`,
    (key) => `Digest username="user", response="${key}"`,
    (key) => `X-Bearer ${key}`,
    (key) => `Bearer ${btoa(key)}`,
    (key) => `Token ${keyForms.strangeKey(key)}`,
  ],
  // Valid by HTTP: schemes are case-insensitive (RFC 9110, 11.1).
  lowerCase: [(key) => `bearer ${key}`],
} as const satisfies Record<string, readonly Write[]>;

export type CredentialKind = keyof typeof credentialForms;

/** Kinds without a valid key. */
export const badKinds = (Object.keys(credentialForms) as readonly CredentialKind[]).filter(
  (kind) => kind !== "key" && kind !== "lowerCase" && kind !== "furtherWord",
);

/** @param form index of the form; after the last one, the first follows */
export function authorization(kind: CredentialKind, apiKey: string, form = 0): HeaderList {
  const forms: readonly Write[] = credentialForms[kind];
  const value = forms[form % forms.length]!(apiKey);
  return value === undefined ? [] : [["authorization", value]];
}

/** Whether a server lets in a call with this value of Authorization. */
type LetsIn = (authorization: string, key: string) => boolean;

/** Tokens that a server may take from an Authorization header. */
type ReadTokens = (authorization: string) => readonly string[];
const matched =
  (pattern: RegExp): ReadTokens =>
  (text) => {
    const found = pattern.exec(text);
    return found ? [found[1] ?? ""] : [];
  };
const bearerToken = matched(/^Bearer +(.*)$/is);

/** Right ways of reading the token: they differ in letter case, and in a header that ends with the scheme. */
const rightReadings = [bearerToken, matched(/^Bearer(?: +(.*))?$/is), matched(/^Bearer +(.*)$/s)];

/** Reads the token rightly, and compares it with the key in a wrong way. */
const compares = (isSame: (token: string, key: string) => boolean): readonly LetsIn[] =>
  rightReadings.map(
    (read) => (authorization, key) =>
      read(authorization).some((token) => token !== key && isSame(token, key)),
  );
const comparesBy = (of: (text: string) => unknown) => compares((token, key) => of(token) === of(key));
/** Reads the token wrongly, and compares it rightly. */
const reads = (read: ReadTokens): readonly LetsIn[] => [
  (authorization, key) => read(authorization).includes(key),
];

function basicParts(authorization: string): readonly string[] {
  try {
    return atob(/^Basic +(.*)$/i.exec(authorization)?.[1] ?? "").split(":");
  } catch {
    return [];
  }
}

/**
 * Wrong checks with the likely mistakes as reports name them. A server fits one of the rules: there are several right ways of
 * reading a token that is compared wrongly.
 */
export const keyChecks: readonly (readonly [name: string, words: string, rules: readonly LetsIn[]])[] = [
  ["letter-case", "token.toLowerCase() === key.toLowerCase()", comparesBy((text) => text.toLowerCase())],
  ["starts-with", "token.startsWith(key)", compares((token, key) => token.startsWith(key))],
  ["ends-with", "token.endsWith(key)", compares((token, key) => token.endsWith(key))],
  ["prefix-of", "key.startsWith(token)", compares((token, key) => token !== "" && key.startsWith(token))],
  ["length", "token.length === key.length", comparesBy((text) => text.length)],
  ["same-letters", "the letters of the key in any order", comparesBy(keyForms.sorted)],
  ["letters-only", "signs in a key do not count", comparesBy(keyForms.withoutSigns)],
  ["padding", "a = at the end of a key does not count", comparesBy((text) => text.replace(/=+$/, ""))],
  ["first-dropped", "the first character of a key is not compared", comparesBy((text) => text.slice(1))],
  [
    "beginning",
    "only the first half of a key is compared",
    compares((token, key) => token.startsWith(keyForms.firstHalf(key))),
  ],
  ["any", "any token that is not empty", compares((token) => token.trim() !== "")],
  ["empty", "an empty token", compares((token) => token === "")],
  ["undefined", "the words undefined and null", compares((token) => /^(?:undefined|null)$/.test(token))],
  ["sql", "the token is pasted into a query", compares((token) => /' *OR/i.test(token))],
  ["any-scheme", "the scheme is not checked", reads((text) => text.split(/ +/).slice(1, 2))],
  ["last-word", "authorization.split(' ').pop()", reads(matched(/(\S+)$/))],
  ["no-scheme", "authorization.replace('Bearer ', '')", reads(matched(/^(?:Bearer +)?(.*)$/is))],
  ["glued-to-scheme", "authorization.slice('Bearer'.length)", reads(matched(/^Bearer\s*(.*)$/is))],
  ["token-scheme", "the scheme may be Token", reads(matched(/^Token +(.*)$/is))],
  ["basic-word", "the key is accepted unencoded after Basic", reads(matched(/^Basic +(.*)$/is))],
  [
    "basic-password",
    "the key is accepted as a Basic password",
    reads((text) => basicParts(text).slice(1, 2)),
  ],
  ["basic-user", "the key is accepted as a Basic user name", reads((text) => basicParts(text).slice(0, 1))],
  [
    "comma-list",
    "token.split(',').includes(key)",
    reads((text) => bearerToken(text).flatMap((token) => token.split(/ *, */))),
  ],
  ["within", "authorization.includes(key)", [(authorization, key) => authorization.includes(key)]],
  ["any-header", "any Authorization header", [() => true]],
  ["basic", "any Basic credentials", [(authorization) => /^basic /i.test(authorization)]],
];
