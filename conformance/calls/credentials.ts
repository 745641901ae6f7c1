/** Ways for a request to say who it is: the right one, and ways of being without a valid key, each kind with its reason. */

import type { HeaderList } from "../evidence/exchange.ts";

type Write = (key: string) => string | undefined;

/** Each kind with its forms: a fault is of a kind, and a run that tries a kind often tries its forms in turn. */
export const credentialForms = {
  key: [(key) => `Bearer ${key}`],
  none: [() => undefined],
  // A check for the scheme alone lets these in, and a search for what fits a pattern.
  empty: [() => "Bearer", () => "Bearer null", () => "Bearer undefined", () => "Bearer *", () => "Bearer .*"],
  // Any token will do, or any of this length, or any of these letters; and what a query makes of a quote.
  wrongKey: [
    (key) => `Bearer ${strangeKey(key)}`,
    (key) => `Bearer ${shuffled(key)}`,
    // A name that every object has.
    () => "Bearer constructor",
    () => "Bearer 'or'1'='1",
    () => "Bearer %",
    // A token that says who it is, and that nobody signed.
    () => `Bearer ${btoa('{"alg":"none"}')}.${btoa('{"sub":"store"}')}.`,
    // A comparison that takes ASCII alone, or counts bytes where another counts letters: as long as the key, in UTF-8.
    (key) => `Bearer ${"\u00c3\u00bc".repeat(key.length).slice(0, key.length)}`,
    // A comparison of what is decoded once more, or of letters and digits alone.
    (key) => `Bearer %${hexOf(key)}${key.slice(1)}`,
    (key) =>
      /[^a-z\d]/i.test(key) ? `Bearer ${key.replace(/[^a-z\d]/gi, "")}` : `Bearer ${strangeKey(key)}`,
    // A comparison that begins too late, or ends too soon.
    (key) => `Bearer ${otherLetter(key[0])}${key.slice(1)}`,
    (key) => `Bearer ${beforeWorld(key).slice(0, -1)}${otherLetter(beforeWorld(key).at(-1))}`,
    // A comparison that is made where the scheme is written so and not otherwise.
    (key) => `bearer ${strangeKey(key)}`,
    (key) => `BEARER ${strangeKey(key)}`,
    () => "Bearer test",
  ],
  // A comparison of beginnings or endings. After a ~ a mock's key may name a world, and other names are as valid.
  cutShort: [
    (key) => `Bearer ${beforeWorld(key).slice(0, -1)}`,
    (key) => `Bearer ${key.slice(1)}`,
    (key) => `Bearer ${key.slice(0, 1)}`,
    (key) => `Bearer ${beforeWorld(key).slice(0, Math.ceil(beforeWorld(key).length / 2))}`,
  ],
  lengthened: [
    (key) => `Bearer ${key}${key.includes("~") ? "+" : "x"}`,
    (key) => `Bearer x${key}`,
    (key) => `Bearer ${key}.${key.slice(0, longest)}`,
    // What is cut at a sign, or of which a sign is dropped.
    (key) => `Bearer ${key}:x`,
    (key) => `Bearer ${key},`,
    (key) => `Bearer ${key}/x`,
    // A hash or a column that takes so much and no more; tokens of that length are usual.
    (key) => `Bearer ${key}${key.repeat(Math.ceil(longest / Math.max(1, key.length))).slice(0, longest)}`,
  ],
  // A comparison without regard to case.
  otherCase: [(key) => `Bearer ${swappedCase(key)}`],
  // A key that is searched for in the header, not read from it.
  surrounded: [
    (key) => `Bearer "${key}"`,
    (key) => `Bearer <${key}>`,
    (key) => `Bearer ${strangeKey(key).slice(0, longest)},${key}`,
    (key) => `Bearer user:${key}`,
    (key) => `Bearer user/${key}`,
    (key) => `Bearer ${strangeKey(key).slice(0, longest)} ${key}`,
  ],
  // Malformed (RFC 6750, 2.1), and taken by servers that split at blanks.
  furtherWord: [(key) => `Bearer ${key} ${strangeKey(key).slice(0, longest)}`],
  // The scheme is not looked at.
  bareKey: [(key) => key, (key) => `Bearer:${key}`, (key) => `Bearer${key}`, (key) => `Bearer: ${key}`],
  basic: [
    (key) => `Basic ${btoa(`${key}:`)}`,
    (key) => `Basic ${btoa(`user:${key}`)}`,
    (key) => `Basic ${key}`,
    (key) => `Basic ${btoa(key)}`,
    // Left to another check that nobody made.
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
  // Legal by HTTP, where a scheme has no case (RFC 9110, 11.1).
  lowerCase: [(key) => `bearer ${key}`],
} as const satisfies Record<string, readonly Write[]>;

export type CredentialKind = keyof typeof credentialForms;
export const credentialKinds = Object.keys(credentialForms) as readonly CredentialKind[];

/** Kinds without a valid key. */
export const badKinds = credentialKinds.filter(
  (kind) => kind !== "key" && kind !== "lowerCase" && kind !== "furtherWord",
);

/** @param turn which of the kind's forms, counted on beyond the last */
export function authorization(kind: CredentialKind, apiKey: string, turn = 0): HeaderList {
  const forms: readonly Write[] = credentialForms[kind];
  const value = forms[turn % forms.length]!(apiKey);
  return value === undefined ? [] : [["authorization", value]];
}

/** No more is added to a key: a head may not be longer than a server takes (RFC 9110, 5.4). */
const longest = 512;

/**
 * Another one that also stands for other bits at the end of base64, where of some letters only the first two count
 * (RFC 4648, 3.5): who decodes a signed token takes one from g to v for any other of them.
 */
const otherLetter = (letter = "") => (/[g-v]/.test(letter) ? "w" : "q");

const hexOf = (text: string) => (text.codePointAt(0) ?? 0).toString(16).padStart(2, "0");

const beforeWorld = (key: string) => key.replace(/~.*$/, "");

/** A key of the same length and shape that shares nothing with the real one. */
function strangeKey(key: string): string {
  const letters = "abcdefghijklmnopqrstuvwxyz0123456789";
  const random = crypto.getRandomValues(new Uint8Array(Math.max(key.length, 8)));
  return Array.from(random, (byte) => letters[byte % letters.length]).join("");
}

/** The same letters in another order; of a key with too few, another one. */
function shuffled(key: string): string {
  const random = crypto.getRandomValues(new Uint16Array(key.length));
  const order = Array.from(random, (place, index) => ({ place, letter: key[index]! }));
  const text = order
    .toSorted((one, other) => one.place - other.place)
    .map(({ letter }) => letter)
    .join("");
  return text === key ? strangeKey(key) : text;
}

/** Capitals for small letters and the other way round; of a key without letters, another one. */
function swappedCase(key: string): string {
  const swapped = [...key]
    .map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))
    .join("");
  return swapped === key ? strangeKey(key) : swapped;
}
