/**
 * The ways in which servers check a key wrongly, a row for each. From the same row come the values of Authorization that a run
 * sends, and the words of the likely mistake.
 */

import type { HeaderList } from "../evidence/exchange.ts";
import {
  asAddition,
  beforeWorld,
  encodeFirst,
  firstHalf,
  inEightBits,
  likePattern,
  otherSigns,
  sorted,
  strangeKey,
  swappedCase,
  withOtherFirst,
  withOtherLast,
  withoutSigns,
} from "./key-forms.ts";

/** Kinds of credentials without a valid key. A fault concerns a kind; calls of one kind take its forms in turn. */
export const badKinds = [
  "none",
  "empty",
  "wrongKey",
  "cutShort",
  "lengthened",
  "otherCase",
  "surrounded",
  "bareKey",
  "basic",
  "otherScheme",
] as const;
type BadKind = (typeof badKinds)[number];

/** Writes the value of Authorization; undefined for no such header. */
type Write = (key: string) => string | undefined;

/** Whether a server lets in a call with this value of Authorization. */
type LetsIn = (authorization: string, key: string) => boolean;

/**
 * A wrong check, with the likely mistake as reports name it. A server fits one of the rules: there are several right ways of
 * reading a token that is compared wrongly.
 */
type KeyCheck = readonly [name: string, words: string, rules: readonly LetsIn[], ...sends: readonly Write[]];

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

/** The key in another form; another key if it has none. */
const changed =
  (change: (key: string) => string): Write =>
  (key) =>
    `Bearer ${change(key) === key ? strangeKey(key) : change(key)}`;

/**
 * The values of each kind, in the order in which they are sent: those that a named check lets in, and others. Likely mistakes
 * are named in this order, too.
 */
const values: Readonly<Record<BadKind, readonly (KeyCheck | Write)[]>> = {
  none: [() => undefined],
  otherCase: [
    [
      "letter-case",
      "token.toLowerCase() === key.toLowerCase()",
      comparesBy((text) => text.toLowerCase()),
      changed(swappedCase),
    ],
  ],
  lengthened: [
    [
      "starts-with",
      "token.startsWith(key)",
      compares((token, key) => token.startsWith(key)),
      (key) => `Bearer ${key}${key.includes("~") ? "+" : "x"}`,
    ],
    [
      "ends-with",
      "token.endsWith(key)",
      compares((token, key) => token.endsWith(key)),
      (key) => `Bearer x${key}`,
      (key) => `Bearer ${key}.${asAddition(key)}`,
    ],
    // Accepted where a token is cut at a sign.
    (key) => `Bearer ${key}:x`,
    [
      "padding",
      "a = at the end of a key does not count",
      comparesBy((text) => text.replace(/=+$/, "")),
      (key) => `Bearer ${key}=`,
    ],
    (key) => `Bearer ${key},`,
    (key) => `Bearer ${key}/x`,
    // Accepted by a hash or a column of limited length; tokens of this length are usual.
    (key) => `Bearer ${key}${asAddition(key.repeat(Math.ceil(512 / Math.max(1, key.length))))}`,
  ],
  cutShort: [
    [
      "prefix-of",
      "key.startsWith(token)",
      compares((token, key) => token !== "" && key.startsWith(token)),
      (key) => `Bearer ${beforeWorld(key).slice(0, -1)}`,
    ],
    (key) => `Bearer ${key.slice(1)}`,
    (key) => `Bearer ${key.slice(0, 1)}`,
    [
      "beginning",
      "only the first half of a key is compared",
      compares((token, key) => token.startsWith(firstHalf(key))),
      (key) => `Bearer ${firstHalf(beforeWorld(key))}`,
    ],
  ],
  wrongKey: [
    [
      "length",
      "token.length === key.length",
      comparesBy((text) => text.length),
      (key) => `Bearer ${strangeKey(key)}`,
    ],
    ["same-letters", "the letters of the key in any order", comparesBy(sorted), changed(sorted)],
    [
      "first-dropped",
      "the first character of a key is not compared",
      comparesBy((text) => text.slice(1)),
      (key) => `Bearer ${withOtherFirst(key)}`,
    ],
    (key) => `Bearer ${withOtherLast(beforeWorld(key))}`,
    // Beyond ASCII, with as many bytes as the key: code that compares bytes of another encoding fails.
    (key) => `Bearer ${"\u00c3\u00bc".repeat(key.length).slice(0, key.length)}`,
    // A name that every object inherits.
    () => "Bearer constructor",
    [
      "sql",
      "the token is pasted into a query",
      compares((token) => /' *OR/i.test(token)),
      () => "Bearer 'or'1'='1",
    ],
    () => "Bearer %",
    // An unsigned token.
    () => `Bearer ${btoa('{"alg":"none"}')}.${btoa('{"sub":"store"}')}.`,
    // Accepted by a comparison of seven bits of each character, or of patterns, where _ is any character.
    (key) => `Bearer ${inEightBits(key)}`,
    changed(likePattern),
    // Accepted by a check that decodes once more.
    (key) => `Bearer ${encodeFirst(key)}`,
    [
      "letters-only",
      "signs in a key do not count",
      comparesBy(withoutSigns),
      changed(withoutSigns),
      changed(otherSigns),
    ],
    // Accepted where keys are compared only if the scheme is written `Bearer`.
    (key) => `bearer ${strangeKey(key)}`,
    (key) => `BEARER ${strangeKey(key)}`,
    [
      "any",
      "any token that is not empty",
      compares((token) => token.trim() !== ""),
      () => "Bearer test",
      () => "Bearer demo",
    ],
  ],
  empty: [
    ["empty", "an empty token", compares((token) => token === ""), () => "Bearer"],
    [
      "undefined",
      "the words undefined and null",
      compares((token) => /^(?:undefined|null)$/.test(token)),
      () => "Bearer null",
      () => "Bearer undefined",
    ],
    // Accepted where the token is used as a pattern.
    () => "Bearer *",
    () => "Bearer .*",
  ],
  surrounded: [
    [
      "within",
      "authorization.includes(key)",
      [(authorization, key) => authorization.includes(key)],
      (key) => `Bearer "${key}"`,
      (key) => `Bearer <${key}>`,
    ],
    [
      "comma-list",
      "token.split(',').includes(key)",
      reads((authorization) => bearerToken(authorization).flatMap((token) => token.split(/ *, */))),
      (key) => `Bearer ${asAddition(strangeKey(key))},${key}`,
    ],
    (key) => `Bearer user:${key}`,
    (key) => `Bearer user/${key}`,
    [
      "last-word",
      "authorization.split(' ').pop()",
      reads(matched(/(\S+)$/)),
      (key) => `Bearer ${asAddition(strangeKey(key))} ${key}`,
    ],
  ],
  bareKey: [
    [
      "no-scheme",
      "authorization.replace('Bearer ', '')",
      reads(matched(/^(?:Bearer +)?(.*)$/is)),
      (key) => key,
    ],
    (key) => `Bearer:${key}`,
    [
      "glued-to-scheme",
      "authorization.slice('Bearer'.length)",
      reads(matched(/^Bearer\s*(.*)$/is)),
      (key) => `Bearer${key}`,
    ],
    (key) => `Bearer: ${key}`,
  ],
  basic: [
    [
      "basic-user",
      "the key is accepted as a Basic user name",
      reads((authorization) => basicParts(authorization).slice(0, 1)),
      (key) => `Basic ${btoa(`${key}:`)}`,
    ],
    [
      "basic-password",
      "the key is accepted as a Basic password",
      reads((authorization) => basicParts(authorization).slice(1, 2)),
      (key) => `Basic ${btoa(`user:${key}`)}`,
    ],
    [
      "basic-word",
      "the key is accepted unencoded after Basic",
      reads(matched(/^Basic +(.*)$/is)),
      (key) => `Basic ${key}`,
    ],
    (key) => `Basic ${btoa(key)}`,
    // By servers that rely on another layer to check Basic credentials.
    [
      "basic",
      "any Basic credentials",
      [(authorization) => /^basic /i.test(authorization)],
      (key) => `Basic ${btoa(`user:${strangeKey(key)}`)}`,
    ],
  ],
  otherScheme: [
    ["token-scheme", "the scheme may be Token", reads(matched(/^Token +(.*)$/is)), (key) => `Token ${key}`],
    [
      "any-scheme",
      "the scheme is not checked",
      reads((authorization) => authorization.split(/ +/).slice(1, 2)),
      (key) => `ApiKey ${key}`,
    ],
    (key) => `Bearer Bearer ${key}`,
    (key) => `Digest username="user", response="${key}"`,
    (key) => `X-Bearer ${key}`,
    (key) => `Bearer ${btoa(key)}`,
    ["any-header", "any Authorization header", [() => true], (key) => `Token ${strangeKey(key)}`],
  ],
};

const isCheck = (row: KeyCheck | Write): row is KeyCheck => typeof row !== "function";
export const keyChecks = Object.values(values).flatMap((rows) => rows.filter(isCheck));

const formsOf = (kind: BadKind): readonly Write[] =>
  values[kind].flatMap((row) => {
    if (!isCheck(row)) return [row];
    const [, , , ...sends] = row;
    return sends;
  });

/** The values of each kind. */
export const credentialForms = {
  key: [(key: string) => `Bearer ${key}`],
  // Valid by HTTP: schemes are case-insensitive (RFC 9110, 11.1).
  lowerCase: [(key: string) => `bearer ${key}`],
  // Malformed (RFC 6750, 2.1), but accepted by servers that split at blanks.
  furtherWord: [(key: string) => `Bearer ${key} ${asAddition(strangeKey(key))}`],
  ...(Object.fromEntries(badKinds.map((kind) => [kind, formsOf(kind)])) as Record<BadKind, readonly Write[]>),
};
export type CredentialKind = keyof typeof credentialForms;

/** @param form index of the form; after the last one, the first follows */
export function authorization(kind: CredentialKind, apiKey: string, form = 0): HeaderList {
  const forms: readonly Write[] = credentialForms[kind];
  const value = forms[form % forms.length]!(apiKey);
  return value === undefined ? [] : [["authorization", value]];
}
