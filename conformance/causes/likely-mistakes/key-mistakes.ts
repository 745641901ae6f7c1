/** Calls that are let in if a key is read or compared wrongly, and checks that come before that of the key. */

import type { CallFacts } from "../call-facts.ts";
import type { LikelyMistake } from "../likely-mistake.ts";

type Compare = (token: string, key: string) => boolean;
const sameBy =
  (of: (text: string) => unknown): Compare =>
  (token, key) =>
    of(token) === of(key);
const sorted = (text: string) => [...text].toSorted().join("");

const comparisons: readonly (readonly [id: string, text: string, compare: Compare])[] = [
  ["letter-case", "token.toLowerCase() === key.toLowerCase()", sameBy((text) => text.toLowerCase())],
  ["starts-with", "token.startsWith(key)", (token, key) => token.startsWith(key)],
  ["ends-with", "token.endsWith(key)", (token, key) => token.endsWith(key)],
  ["prefix-of", "key.startsWith(token)", (token, key) => token !== "" && key.startsWith(token)],
  ["length", "token.length === key.length", sameBy((text) => text.length)],
  ["same-letters", "the letters of the key in any order", sameBy(sorted)],
  ["letters-only", "signs in a key do not count", sameBy((text) => text.replace(/[\W_]/g, ""))],
  ["first-dropped", "the first character of a key is not compared", sameBy((text) => text.slice(1))],
  [
    "beginning",
    "only the first half of a key is compared",
    (token, key) => token.startsWith(key.slice(0, Math.ceil(key.length / 2))),
  ],
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

/** Right readings: they differ in letter case, and in a header that ends with the scheme. */
const rightReadings = [/^Bearer +(.*)$/is, /^Bearer(?: +(.*))?$/is, /^Bearer +(.*)$/s].map(matched);

const decoded = (text: string): string => {
  try {
    return atob(/^Basic +(.*)$/i.exec(text)?.[1] ?? "");
  } catch {
    return "";
  }
};
const wrongReadings: readonly (readonly [id: string, text: string, read: Read])[] = [
  ["any-scheme", "the scheme is not looked at", (text) => text.split(/ +/).slice(1, 2)],
  ["last-word", "authorization.split(' ').pop()", matched(/(\S+)$/)],
  ["no-scheme", "authorization.replace('Bearer ', '')", matched(/^(?:Bearer +)?(.*)$/is)],
  ["glued-to-scheme", "authorization.slice('Bearer'.length)", matched(/^Bearer\s*(.*)$/is)],
  ["token-scheme", "the scheme may be Token", matched(/^Token +(.*)$/is)],
  ["basic-word", "the key is accepted unencoded behind Basic", matched(/^Basic +(.*)$/is)],
  ["basic-password", "the key is taken as a Basic password", (text) => [decoded(text).split(":")[1] ?? ""]],
  ["basic-user", "the key is taken as a Basic user name", (text) => [decoded(text).split(":")[0]!]],
  [
    "comma-list",
    "token.split(',').includes(key)",
    (text) => matched(/^Bearer +(.*)$/is)(text).flatMap((token) => token.split(/ *, */)),
  ],
];

/** The key with a further word behind it is let in by many a right server. */
const isKeyAndMore = (authorization: string, key: string) =>
  /^bearer /i.test(authorization) && authorization.slice(7).trimStart().startsWith(`${key} `);

const letInBy = (
  id: string,
  text: string,
  letsIn: (authorization: string, key: string) => boolean,
): LikelyMistake => ({
  id: `key-${id}`,
  text,
  shows: ({ authorization = "" }, { apiKey }) =>
    isKeyAndMore(authorization, apiKey) ? undefined : authorization !== "" && letsIn(authorization, apiKey),
});

const letIn: readonly LikelyMistake[] = [
  ...comparisons.flatMap(([id, text, compare]) =>
    rightReadings.map((read) =>
      letInBy(id, text, (header, key) => read(header).some((token) => token !== key && compare(token, key))),
    ),
  ),
  ...wrongReadings.map(([id, text, read]) => letInBy(id, text, (header, key) => read(header).includes(key))),
  letInBy("within", "authorization.includes(key)", (header, key) => header.includes(key)),
  letInBy("any-header", "any Authorization header", () => true),
  letInBy("basic", "any Basic credentials", (header) => /^basic /i.test(header)),
  {
    id: "key-missing",
    text: "no Authorization header is taken for a valid one",
    shows: ({ authorization }) => authorization === undefined,
  },
  { id: "key-unchecked", text: "the key is not checked", isOfAll: true, shows: () => true },
];

/** A check that every route has, and one that the route of an operation lacks. */
const routes = [
  ["", ""],
  ["list", ", on lists alone"],
  ["cancel", ", on cancels alone"],
] as const;
const letInOn = routes.flatMap(([operation, words]) =>
  letIn.map(
    (mistake): LikelyMistake => ({
      ...mistake,
      id: operation === "" ? mistake.id : `${mistake.id}-${operation}`,
      text: mistake.text + words,
      // A call that is let in gets the answer of one with the key.
      shows: (facts, input) =>
        !facts.isWithoutEffect &&
        (operation === "" || facts.call.operation === operation) &&
        mistake.shows(facts, input),
    }),
  ),
);

/** A refusal that has the wrong status. */
const refusedAsDone: LikelyMistake = {
  id: "key-refused-2xx",
  text: "a refusal has the status of a success: nothing is done or shown",
  isOfAll: true,
  shows: ({ isWithoutEffect }) => isWithoutEffect || undefined,
};

export const statesBeforeKey = (["shipped", "cancelled"] as const).map(
  (state): LikelyMistake => ({
    id: `late-${state}`,
    text: `a cancel of a ${state} order is refused before the key is checked`,
    shows: (facts) => facts.state === state,
  }),
);

const pathOf = ({ call }: CallFacts) => call.exchange.request.path.split("?", 1)[0]!;
const spelled = (id: string, text: string, pattern: RegExp): LikelyMistake => ({
  id: `spelling-${id}`,
  text,
  // Only a list or a cancel of a pending order shows that a call was let in.
  shows: (facts) =>
    pattern.test(pathOf(facts)) &&
    (facts.call.id === undefined || facts.pending.includes(facts.call.id.value as bigint) || undefined),
});

export const keysLetIn: readonly LikelyMistake[] = [refusedAsDone, ...letInOn];
export const freeSpellings: readonly LikelyMistake[] = [
  spelled("trailing-slash", "a slash ends the path", /[^/]\/$/),
  spelled("letter-case", "a letter of the path is a capital", /[A-Z]/),
  spelled("percent-encoded", "a letter of the path is percent-encoded", /%(?!00)[0-9a-f]{2}/i),
  spelled("parameter", "the path has a parameter", /;/),
  spelled("suffix", "the path ends in .json", /\.json$/i),
];
