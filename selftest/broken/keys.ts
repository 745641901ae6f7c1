/** Servers that accept a key that is not valid, or refuse one in another way than by a 401. */

import { charactersOf, decodeBase64 } from "../../base/bytes.ts";
import { emptyReply, type MockReply, type MockRequest } from "../../mocks/http/reply.ts";
import type { Mock } from "../../mocks/mock.ts";
import { defaultApiKey as key } from "../../mocks/mock-options.ts";
import {
  alterReplies,
  alterRequests,
  authorizationOf,
  type Build,
  hasHeader,
  isCancel,
  isLetIn,
  isList,
  letIn,
  refusal,
  tokenOf,
  toList,
  type WrongTable,
  withoutHeaders,
} from "./broken-server.ts";
import { answersWith } from "./steps.ts";

const wrongKeys = "wrong-key key-cut-short key-lengthened";
const badKeys = `without-key ${wrongKeys} empty-key key-without-scheme basic-scheme other-scheme`;
const ofOperation = (operation: "list" | "cancel", words: string) =>
  words.replace(/\S+/g, (word) => `authentication/${operation}-${word}`);
/** Requirements about both operations, by their last words. */
const both = (words: string) => `${ofOperation("list", words)} ${ofOperation("cancel", words)}`;
export const cancelWithoutKey = ofOperation("cancel", badKeys);
const listWithoutKey = `${ofOperation("list", badKeys)} exposed-key/in-other-header`;
const exposed = "exposed-key/in-query exposed-key/in-other-header";

type Takes = (request: MockRequest, mock: Mock) => boolean;
/** Accepts the requests for which a condition holds. */
const opens = (takes: Takes): Build =>
  alterRequests((request, mock) => (takes(request, mock) ? letIn(request) : request));
const isKeyless = (request: MockRequest) => authorizationOf(request) === "";
const isKeylessList = (request: MockRequest) => isList(request) && isKeyless(request);
const wholeKey = new RegExp(`^${key}$`);
/** Accepts requests with such an Authorization header. */
const takes = (header: RegExp | string) =>
  opens((request) => new RegExp(header).test(authorizationOf(request)));
/** Accepts requests with such a token. */
const token = (isTaken: (token: string) => boolean) => opens((request) => isTaken(tokenOf(request) ?? ""));
/** Accepts a token where a text made of it equals the text made of the key. */
const same = (change: (text: string) => unknown) => token((text) => change(text) === change(key));
const header = (name: string, value?: RegExp) => opens((request) => hasHeader(request, name, value));
/** The user of Basic credentials. */
function basicUser(request: MockRequest): string | undefined {
  const [, word = ""] = /^Basic ([\w+/=]+)$/i.exec(authorizationOf(request)) ?? [];
  return charactersOf(decodeBase64(word) ?? new Uint8Array()).split(":")[0];
}
const hasSqlInIt = (text: string) => /'\s*or\s*'?1'?\s*=\s*'?1/i.test(text);

/** Accepts requests because of earlier ones. */
const afterRefusals: Build = (mock) => {
  let refused = 0;
  return opens((request) => !isLetIn(mock, request) && ++refused > 15)(mock);
};
const afterTheKey: Build = (mock) => {
  let until = 0;
  return opens((request) => {
    if (isLetIn(mock, request)) until = performance.now() + 30;
    return performance.now() < until;
  })(mock);
};
const schemeInOneCase: Build = (mock) => {
  mock.control.setProfile({ ...mock.control.profile(), schemeCase: "exact" });
  return mock.handle;
};
/** Refuses in another way. */
const refuses = (change: (reply: MockReply, request: MockRequest) => MockReply | undefined) =>
  alterReplies((reply, request) => (reply.status === 401 ? change(reply, request) : undefined));
const refusesWith = (said: MockReply, condition: (request: MockRequest) => boolean) =>
  refuses((_, request) => (condition(request) ? said : undefined));
const isBearer = (request: MockRequest) => /^Bearer /.test(authorizationOf(request));
const isOfPets = ({ target }: MockRequest) => target.startsWith("/v1/pets/");
const aPet = emptyReply(200, "a pet for everyone");
const withoutChallenge = (reply: MockReply) => withoutHeaders(reply, "www-authenticate");

/** Wrong comparisons of keys for both operations: lists show them. */
export const comparedKeys: WrongTable = {
  [ofOperation("list", "wrong-key")]: {
    "key-any-case: Keys are compared without regard to case.": same((text) => text.toLowerCase()),
    "key-length-only: Keys are compared by their lengths.": same((text) => text.length),
    "key-sql: Keys are compared in a statement of SQL.": token(hasSqlInIt),
    "key-glued-to-scheme: A key is read without a blank before it.": takes(`^Bearer${key}$`),
    "key-undefined: A key is equal to undefined.": takes(/^Bearer (?:undefined|null)$/),
    "key-fails-open: After 15 refusals every call is let in.": afterRefusals,
    "key-remembered: Just after a call with the key every call is let in.": afterTheKey,
  },
  [ofOperation("list", wrongKeys)]: {
    "key-first-half: Keys are compared by their first halves.": same((text) => text.slice(0, key.length / 2)),
  },
  [ofOperation("list", "key-lengthened")]: {
    "key-ends-with: Keys are compared from the end.": token((text) => text.endsWith(key)),
    "key-comma-list: Keys are split at commas.": token((text) => text.split(",").includes(key)),
  },
  [ofOperation("list", "key-without-scheme")]: {
    "key-within: Keys are found anywhere in the header.": takes(key),
  },
  [ofOperation("list", "other-scheme")]: {
    "key-second-word: The header's second word is the key.": takes(`^\\S+ ${key}(?: |$)`),
  },
  [ofOperation("list", "basic-scheme")]: {
    "key-basic-user: The user of Basic is the key.": opens((request) => basicUser(request) === key),
  },
  [ofOperation("list", "without-key")]: {
    "key-none-for-conditions: No key is needed with a condition.": header("if-none-match"),
    "key-none-for-probes: No key is needed by a health probe.": header("user-agent", /probe/),
  },
};

/** Keys that are accepted or refused wrongly. */
export const refusedKeys: WrongTable = {
  [both("without-key")]: {
    "lets-in-no-header: A missing header is a valid key.": opens(isKeyless),
    "missing-key-500: A missing key is a 500.": refusesWith(refusal(500), isKeyless),
  },
  [both(badKeys)]: {
    "lets-in-anything: The header is never read.": opens(() => true),
  },
  [both(wrongKeys)]: {
    "lets-in-any-token: Any token is a valid key.": takes(/^Bearer ./),
    "wrong-key-403: A missing key is a 401, a wrong one a 403.": refusesWith(refusal(403), isBearer),
  },
  [both("key-cut-short")]: {
    "lets-in-part: The beginning of a key is valid.": token((text) => key.startsWith(text || "?")),
  },
  [both("key-lengthened")]: {
    "lets-in-longer-key: Text behind the key is ignored.": takes(`^Bearer ${key}`),
  },
  [both("empty-key")]: { "lets-in-empty-token: `Bearer` without a token is valid.": takes(/^Bearer *$/) },
  [both("key-without-scheme")]: {
    "lets-in-bare-key: The key is valid without its scheme.": takes(`^${key}$`),
  },
  [both("basic-scheme")]: { "lets-in-basic: The Basic scheme is let in.": takes(/^Basic /) },
  [both("other-scheme")]: {
    "lets-in-any-scheme: The key is valid under another scheme.": takes(`^Token ${key}$`),
  },
  // A key in the wrong place comes without a header, too.
  [`${ofOperation("list", "without-key")} ${exposed}`]: {
    "list-lets-in-no-header: The list alone needs no header.": opens(isKeylessList),
  },
  [`${cancelWithoutKey} authentication/before-pending-state authentication/refused-cancel-has-no-effect`]: {
    "cancel-lets-in-anything: Cancelling alone never reads the header.": opens(isCancel),
  },
  "exposed-key/in-query": {
    "key-in-query: The key is taken from the query, too.": opens(({ target }) => target.endsWith(`=${key}`)),
  },
  "exposed-key/in-other-header": {
    "key-in-another-header: The key is taken from X-API-Key, too.": header("x-api-key", wholeKey),
  },
  "authentication/scheme-in-any-case": {
    "scheme-in-one-case: Only `Bearer` is understood.": schemeInOneCase,
  },
  "authentication/key-with-further-word": {
    "split-at-blanks: Words behind the key are ignored.": takes(`^Bearer ${key} `),
  },
  "authentication/head-without-key": {
    "open-head: HEAD of the list needs no key.": opens(({ method }) => method === "HEAD"),
  },
  "authentication/every-operation": {
    "open-pets: The pet operation needs no key.": refusesWith(aPet, isOfPets),
  },
  "authentication/challenge": {
    "no-challenge: A 401 does not say how to authenticate.": refuses(withoutChallenge),
  },
  [listWithoutKey]: {
    "list-unauthorized-302: A list without a key is a redirect.": answersWith("refused list", toList(302)),
  },
  [`${listWithoutKey} ${cancelWithoutKey}`]: {
    "errors-200: An error is a 200 with an Error in it.": alterReplies((reply) =>
      reply.status >= 400 ? { ...reply, status: 200 } : undefined,
    ),
  },
};
