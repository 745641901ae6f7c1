/** Servers that accept a key that is not valid. */

import { headerOf, type MockRequest } from "../../mocks/http/reply.ts";
import type { Mock } from "../../mocks/mock.ts";
import { defaultApiKey as key } from "../../mocks/mock-options.ts";
import {
  alterRequests,
  authorizationOf,
  type Build,
  isCancel,
  isList,
  letIn,
  tokenOf,
  type WrongRow,
  wrong,
} from "./broken-server.ts";

type Takes = (request: MockRequest, mock: Mock) => boolean;
export const opens = (takes: Takes): Build =>
  alterRequests((request, mock) => (takes(request, mock) ? letIn(request) : request));

export const wrongKeys = "wrong-key key-cut-short key-lengthened";
export const requirementsOf = (operation: "list" | "cancel", words: string) =>
  words.replace(/\S+/g, (word) => `authentication/${operation}-${word}`);
export const ofBoth = (words: string) =>
  `${requirementsOf("list", words)} ${requirementsOf("cancel", words)}`;
/** The requirements about an operation without the key, by their last words. */
export const badKeys = `without-key ${wrongKeys} empty-key key-without-scheme basic-scheme other-scheme`;
export const listWithoutKey = `${requirementsOf("list", badKeys)} exposed-key/in-other-header`;
export const cancelWithoutKey = requirementsOf("cancel", badKeys);
const allEffects = "authentication/before-pending-state authentication/refused-cancel-has-no-effect";
const exposed = "exposed-key/in-query exposed-key/in-other-header";

/** How keys are compared, for both operations. */
const compared = (id: string, how: string, words: string, takes: Takes): WrongRow =>
  wrong(`key-${id}`, `Keys are compared ${how}.`, requirementsOf("list", words), opens(takes));
/** Keys are equal where a text made of each is. */
const same = (id: string, how: string, words: string, change: (text: string) => unknown): WrongRow =>
  compared(id, how, words, (request) => change(tokenOf(request) ?? "") === change(key));
const token = (id: string, how: string, words: string, isTaken: (token: string) => boolean): WrongRow =>
  compared(id, how, words, (request) => isTaken(tokenOf(request) ?? ""));
const header = (id: string, how: string, words: string, name: string, value: RegExp): WrongRow =>
  compared(id, how, words, ({ headers }) => value.test(headerOf(headers, name) ?? ""));

export const isKeyless = (request: MockRequest) => authorizationOf(request) === "";
export const is = (pattern: RegExp | string): Takes => {
  const whole = new RegExp(pattern);
  return (request) => whole.test(authorizationOf(request));
};
const hasToken = is(/^Bearer ./);
/** User and password behind Basic. */
function basic(request: MockRequest): readonly string[] {
  const [, word = ""] = /^Basic ([\w+/=]+)$/i.exec(authorizationOf(request)) ?? [];
  try {
    return atob(word).split(":");
  } catch {
    return [];
  }
}
/** Keys that are let in, and the requirements that notice, by their last words. */
const letIns: readonly (readonly [id: string, what: string, words: string, takes: Takes])[] = [
  ["no-header", "treats a missing header as a valid key", "without-key", isKeyless],
  ["anything", "never looks at the header", badKeys, () => true],
  ["any-token", "asks for a token and never looks at it", wrongKeys, hasToken],
  [
    "part",
    "compares only as far as the token goes",
    "key-cut-short",
    (r) => key.startsWith(tokenOf(r) || "?"),
  ],
  ["longer-key", "compares only as far as the key goes", "key-lengthened", is(`^Bearer ${key}`)],
  ["empty-token", "takes `Bearer` without a token for a valid key", "empty-key", is(/^Bearer *$/)],
  ["bare-key", "takes the key without its scheme", "key-without-scheme", is(`^${key}$`)],
  ["basic", "takes the key under the Basic scheme", "basic-scheme", is(/^Basic /)],
  ["any-scheme", "takes the key under whatever scheme", "other-scheme", is(`^Token ${key}$`)],
];
const openings: readonly WrongRow[] = letIns.map(([id, what, words, takes]) =>
  wrong(`lets-in-${id}`, `The server ${what}.`, ofBoth(words), opens(takes)),
);
/** One operation alone looks at the key in this way. */
const ofOneOperation: readonly WrongRow[] = [
  wrong(
    "list-lets-in-no-header",
    "The list treats a missing header as a valid key.",
    // A key in the wrong place comes without a header, too.
    `${requirementsOf("list", "without-key")} ${exposed}`,
    opens((request) => isList(request) && isKeyless(request)),
  ),
  wrong(
    "list-lets-in-any-token",
    "The list asks for a token and never looks at it.",
    requirementsOf("list", wrongKeys),
    opens((request, mock) => isList(request) && hasToken(request, mock)),
  ),
  wrong(
    "cancel-lets-in-any-token",
    "Cancelling asks for a token and never looks at it.",
    `${requirementsOf("cancel", wrongKeys)} ${allEffects}`,
    opens((request, mock) => isCancel(request) && hasToken(request, mock)),
  ),
  wrong(
    "cancel-lets-in-anything",
    "Cancelling never looks at the header.",
    `${cancelWithoutKey} ${allEffects}`,
    opens(isCancel),
  ),
];

const comparisons: readonly WrongRow[] = [
  same("any-case", "without regard to the letters' case", "wrong-key", (text) => text.toLowerCase()),
  same("first-half", "by their first halves", wrongKeys, (text) => text.slice(0, key.length / 2)),
  same("length-only", "by their lengths", "wrong-key", (text) => text.length),
  token("ends-with", "from the end", "key-lengthened", (text) => text.endsWith(key)),
  token("comma-list", "one by one, split at commas", "key-lengthened", (text) =>
    text.split(",").includes(key),
  ),
  token("sql", "in a statement of SQL", "wrong-key", (text) => /'\s*or\s*'?1'?\s*=\s*'?1/i.test(text)),
  compared("within", "anywhere in the header", "key-without-scheme", is(key)),
  compared("second-word", "with the header's second word", "other-scheme", is(`^\\S+ ${key}(?: |$)`)),
  compared("last-word", "with the header's last word", "key-without-scheme", is(`(?:^| )${key}$`)),
  compared("glued-to-scheme", "also without a blank behind the scheme", "wrong-key", is(`^Bearer${key}$`)),
  compared("basic-word", "also behind Basic, as they are", "basic-scheme", is(`^Basic ${key}$`)),
  compared("basic-user", "with the user of Basic", "basic-scheme", (request) => basic(request)[0] === key),
  compared(
    "basic-password",
    "with the password of Basic",
    "basic-scheme",
    (request) => basic(request)[1] === key,
  ),
  compared("undefined", "with what is undefined", "wrong-key", is(/^Bearer (?:undefined|null)$/)),
  compared("any-header", "with nothing: any header will do", "wrong-key other-scheme", is(/./)),
  header("none-for-conditions", "unless a condition comes with them", "without-key", "if-none-match", /./),
  header("none-for-scripts", "unless a script of a page asks", "without-key", "x-requested-with", /XMLHttp/),
  header("none-by-origin", "unless an origin is sent", "without-key", "origin", /./),
  header("none-if-forwarded", "unless forwarded from here", "without-key", "x-forwarded-for", /127\.0\.0\.1/),
];

export const keyRows: readonly WrongRow[] = [...openings, ...ofOneOperation, ...comparisons];
