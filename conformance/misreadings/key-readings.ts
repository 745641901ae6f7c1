/** Ways in which servers compare keys, and read them from the Authorization header, as reports name them. */

import { firstHalf, sorted, withoutSigns } from "./credentials.ts";

type Compare = (token: string, key: string) => boolean;
const sameBy =
  (of: (text: string) => unknown): Compare =>
  (token, key) =>
    of(token) === of(key);

export const comparisons: readonly (readonly [id: string, text: string, compare: Compare])[] = [
  ["letter-case", "token.toLowerCase() === key.toLowerCase()", sameBy((text) => text.toLowerCase())],
  ["starts-with", "token.startsWith(key)", (token, key) => token.startsWith(key)],
  ["ends-with", "token.endsWith(key)", (token, key) => token.endsWith(key)],
  ["prefix-of", "key.startsWith(token)", (token, key) => token !== "" && key.startsWith(token)],
  ["length", "token.length === key.length", sameBy((text) => text.length)],
  ["same-letters", "the letters of the key in any order", sameBy(sorted)],
  ["letters-only", "signs in a key do not count", sameBy(withoutSigns)],
  ["padding", "a = at the end of a key does not count", sameBy((text) => text.replace(/=+$/, ""))],
  ["first-dropped", "the first character of a key is not compared", sameBy((text) => text.slice(1))],
  ["beginning", "only the first half of a key is compared", (token, key) => token.startsWith(firstHalf(key))],
  ["any", "any token that is not empty", (token) => token.trim() !== ""],
  ["empty", "an empty token", (token) => token === ""],
  ["undefined", "the words undefined and null", (token) => /^(?:undefined|null)$/.test(token)],
  ["sql", "the token is pasted into a query", (token) => /' *OR/i.test(token)],
];

/** Tokens that a server may take from an Authorization header. */
type Read = (authorization: string) => readonly string[];
const matched =
  (pattern: RegExp): Read =>
  (text) => {
    const found = pattern.exec(text);
    return found ? [found[1] ?? ""] : [];
  };

/** Right ways of reading the token: they differ in letter case, and in a header that ends with the scheme. */
export const rightReadings = [/^Bearer +(.*)$/is, /^Bearer(?: +(.*))?$/is, /^Bearer +(.*)$/s].map(matched);

const decoded = (text: string): string => {
  try {
    return atob(/^Basic +(.*)$/i.exec(text)?.[1] ?? "");
  } catch {
    return "";
  }
};
export const wrongReadings: readonly (readonly [id: string, text: string, read: Read])[] = [
  ["any-scheme", "the scheme is not checked", (text) => text.split(/ +/).slice(1, 2)],
  ["last-word", "authorization.split(' ').pop()", matched(/(\S+)$/)],
  ["no-scheme", "authorization.replace('Bearer ', '')", matched(/^(?:Bearer +)?(.*)$/is)],
  ["glued-to-scheme", "authorization.slice('Bearer'.length)", matched(/^Bearer\s*(.*)$/is)],
  ["token-scheme", "the scheme may be Token", matched(/^Token +(.*)$/is)],
  ["basic-word", "the key is accepted unencoded after Basic", matched(/^Basic +(.*)$/is)],
  [
    "basic-password",
    "the key is accepted as a Basic password",
    (text) => [decoded(text).split(":")[1] ?? ""],
  ],
  ["basic-user", "the key is accepted as a Basic user name", (text) => [decoded(text).split(":")[0]!]],
  [
    "comma-list",
    "token.split(',').includes(key)",
    (text) => matched(/^Bearer +(.*)$/is)(text).flatMap((token) => token.split(/ *, */)),
  ],
];
