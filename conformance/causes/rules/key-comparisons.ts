/** How servers compare a key with the valid one. */

export type Compare = (token: string, key: string) => boolean;

const sorted = (text: string) => [...text].toSorted().join("");
const sum = (text: string) => [...text].reduce((total, letter) => total + letter.charCodeAt(0), 0);
const comparesBeginning = (length: number): Comparison => [
  "key-beginning",
  "only its beginning is compared",
  "Only the beginning of a key is compared",
  (token, key) => key.length > length && token.slice(0, length) === key.slice(0, length),
];

type Comparison = readonly [id: string, text: string, title: string, compare: Compare];
export const comparisons: readonly Comparison[] = [
  [
    "key-letter-case",
    "token.toLowerCase() === key.toLowerCase()",
    "Keys are compared without regard to letter case",
    (token, key) => token.toLowerCase() === key.toLowerCase(),
  ],
  [
    "key-starts-with",
    "token.startsWith(key)",
    "Keys are compared by their beginning",
    (token, key) => token.startsWith(key),
  ],
  [
    "key-prefix-of",
    "key.startsWith(token)",
    "The beginning of a key is enough",
    (token, key) => token !== "" && key.startsWith(token),
  ],
  [
    "key-prefix-of",
    "key.startsWith(token), also an empty one",
    "The beginning of a key is enough",
    (token, key) => key.startsWith(token),
  ],
  [
    "key-ends-with",
    "token.endsWith(key)",
    "Keys are compared by their end",
    (token, key) => token.endsWith(key),
  ],
  [
    "key-suffix-of",
    "key.endsWith(token)",
    "The end of a key is enough",
    (token, key) => token !== "" && key.endsWith(token),
  ],
  [
    "key-within",
    "token.includes(key)",
    "The key is searched for in the token",
    (token, key) => token.includes(key),
  ],
  [
    "key-part-of",
    "key.includes(token)",
    "A part of the key is enough",
    (token, key) => token !== "" && key.includes(token),
  ],
  [
    "key-part-of",
    "key.includes(token), also an empty one",
    "A part of the key is enough",
    (token, key) => key.includes(token),
  ],
  [
    "key-length",
    "token.length === key.length",
    "Only the length of a key is compared",
    (token, key) => token.length === key.length,
  ],
  [
    "key-same-letters",
    "the letters of the key in any order",
    "Keys with the same letters are taken for each other",
    (token, key) => sorted(token) === sorted(key),
  ],
  [
    "key-checksum",
    "a sum over the letters of the key",
    "Keys with the same letters are taken for each other",
    (token, key) => sum(token) === sum(key),
  ],
  [
    "key-letters-only",
    "signs in a key do not count",
    "Signs in a key do not count",
    (token, key) => token.replace(/\W|_/g, "") === key.replace(/\W|_/g, ""),
  ],
  [
    "key-last-dropped",
    "the last character of a key is not compared",
    "The last character of a key is not compared",
    (token, key) => token.slice(0, key.length - 1) === key.slice(0, -1),
  ],
  [
    "key-first-dropped",
    "the first character of a key is not compared",
    "The first character of a key is not compared",
    (token, key) => token.slice(1) === key.slice(1),
  ],
  ...[1, 4, 6, 8, 10, 12, 16, 20, 24, 32, 72].map(comparesBeginning),
  [
    "key-beginning",
    "only its beginning is compared",
    "Only the beginning of a key is compared",
    (token, key) => token.slice(0, Math.ceil(key.length / 2)) === key.slice(0, Math.ceil(key.length / 2)),
  ],
  ["key-any", "any token that is not empty", "Any token is taken for a key", (token) => token.trim() !== ""],
  ["key-any-or-empty", "any token, also an empty one", "The token is not looked at", () => true],
  ["key-empty", "an empty token", "An empty token is taken for a key", (token) => token === ""],
  [
    "key-undefined",
    "the words undefined and null",
    "The word undefined is taken for a key",
    (token) => /^(?:undefined|null)$/.test(token),
  ],
  [
    "key-sql",
    "the token is pasted into a query",
    "The token is pasted into a query",
    (token) => /' *OR/i.test(token),
  ],
  [
    "key-pattern",
    "the token is used as a pattern",
    "The token is used as a pattern",
    (token, key) => matchesPattern(token, key),
  ],
];

/** Signs that stand for any text, in SQL, in a shell or in a regular expression. */
function matchesPattern(token: string, key: string): boolean {
  return /^[%*.]+$/.test(token) || (/[%*]$/.test(token) && key.startsWith(token.slice(0, -1)));
}
