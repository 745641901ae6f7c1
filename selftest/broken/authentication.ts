/** Servers that let the wrong people in, or look at something else first. */

import { emptyReply, headerOf, type MockRequest } from "../../mocks/http/reply.ts";
import { defaultApiKey } from "../../mocks/mock-options.ts";
import { letIn } from "./before-key.ts";
import { alterReplies, alterRequests, type BrokenServer, isCancel, isList } from "./broken-server.ts";

const authorizationOf = ({ headers }: MockRequest) => headerOf(headers, "authorization");
const tokenOf = (request: MockRequest) => /^Bearer (.*)$/.exec(authorizationOf(request) ?? "")?.[1];

/** What each slip takes for a key, and the requirements that notice, by their last word. */
const slips: readonly (readonly [
  id: string,
  description: string,
  takes: (request: MockRequest) => boolean,
  words: readonly string[],
])[] = [
  [
    "no-header",
    "takes a missing header for a valid key",
    (r) => authorizationOf(r) === undefined,
    ["without-key"],
  ],
  [
    "any-token",
    "asks for a token and never looks at it",
    (r) => (tokenOf(r) ?? "") !== "",
    ["wrong-key", "key-cut-short", "key-lengthened"],
  ],
  [
    "key-starts-with-token",
    "compares only as far as the token goes",
    (r) => !!tokenOf(r) && defaultApiKey.startsWith(tokenOf(r)!),
    ["key-cut-short"],
  ],
  [
    "token-starts-with-key",
    "compares only as far as the key goes",
    (r) => !!tokenOf(r)?.startsWith(defaultApiKey),
    ["key-lengthened"],
  ],
  [
    "empty-token",
    "takes `Bearer` without a token for a valid key",
    (r) => authorizationOf(r) === "Bearer",
    ["empty-key"],
  ],
  [
    "bare-key",
    "takes the key without its scheme",
    (r) => authorizationOf(r) === defaultApiKey,
    ["key-without-scheme"],
  ],
  [
    "basic",
    "takes the key under the Basic scheme",
    (r) => /^Basic /.test(authorizationOf(r) ?? ""),
    ["basic-scheme"],
  ],
  [
    "any-scheme",
    "takes the key under whatever scheme",
    (r) => authorizationOf(r) === `Token ${defaultApiKey}`,
    ["other-scheme"],
  ],
];

/** Slips that a cancel of a shipped order tries as well: none, wrong key. */
const triedOnShipped = new Set(["no-header", "any-token"]);

const listSlips: readonly BrokenServer[] = slips.map(([id, description, takes, words]) => ({
  id: `list-lets-in-${id}`,
  description: `The list ${description}.`,
  caughtBy: [
    ...words.map((word) => `authentication/list-${word}`),
    // A key in the wrong place comes without a header, too.
    ...(id === "no-header" ? ["exposed-key/in-query", "exposed-key/in-other-header"] : []),
  ],
  build: alterRequests((request) => (isList(request) && takes(request) ? letIn(request) : request)),
}));

const cancelSlips: readonly BrokenServer[] = slips.map(([id, description, takes, words]) => ({
  id: `cancel-lets-in-${id}`,
  description: `Cancelling ${description}.`,
  caughtBy: [
    ...words.map((word) => `authentication/cancel-${word}`),
    ...(id === "no-header" ? ["authentication/before-id-format"] : []),
    ...(triedOnShipped.has(id) ? ["authentication/before-shipped-state"] : []),
    "authentication/before-pending-state",
    "authentication/refused-cancel-has-no-effect",
  ],
  build: alterRequests((request) => (isCancel(request) && takes(request) ? letIn(request) : request)),
}));

export const brokenAuthentication: readonly BrokenServer[] = [
  ...listSlips,
  ...cancelSlips,
  {
    id: "cancels-then-refuses",
    description: "The order is cancelled, and only then is the missing key a 401.",
    caughtBy: ["authentication/refused-cancel-has-no-effect"],
    build: (mock) => (request) => {
      const reply = mock.handle(request);
      if (isCancel(request) && reply.status === 401) mock.handle(letIn(request));
      return reply;
    },
  },
  {
    id: "open-pets",
    description: "The deprecated pet operation needs no key.",
    caughtBy: ["authentication/every-operation"],
    build: alterReplies((reply, { target }) =>
      target.startsWith("/v1/pets/") && reply.status === 401
        ? emptyReply(200, "a pet for everyone")
        : undefined,
    ),
  },
  {
    id: "no-challenge",
    description: "A 401 does not say how to authenticate.",
    caughtBy: ["authentication/challenge"],
    build: alterReplies((reply) => {
      const { "www-authenticate": _, ...headers } = reply.headers;
      return { ...reply, headers };
    }),
  },
  {
    id: "scheme-in-one-case",
    description: "Only `Bearer` with a capital letter is understood.",
    caughtBy: ["authentication/scheme-in-any-case"],
    build: (mock) => {
      mock.control.setProfile({ ...mock.control.profile(), schemeCase: "exact" });
      return mock.handle;
    },
  },
  {
    id: "split-at-blanks",
    description: "Of the Authorization header the second word is the key, whatever follows.",
    caughtBy: ["authentication/key-with-further-word"],
    build: alterRequests((request) =>
      String(request.headers.authorization).startsWith(`Bearer ${defaultApiKey} `) ? letIn(request) : request,
    ),
  },
  {
    id: "open-head",
    description: "HEAD of the list needs no key.",
    caughtBy: ["authentication/head-without-key"],
    build: alterRequests((request) => (request.method === "HEAD" ? letIn(request) : request)),
  },
  {
    id: "key-in-query",
    description: "The key is taken from the query, too.",
    caughtBy: ["exposed-key/in-query"],
    build: alterRequests((request) =>
      request.target.endsWith(`=${defaultApiKey}`) ? letIn(request) : request,
    ),
  },
  {
    id: "key-in-another-header",
    description: "The key is taken from X-API-Key, too.",
    caughtBy: ["exposed-key/in-other-header"],
    build: alterRequests((request) =>
      headerOf(request.headers, "x-api-key") === defaultApiKey ? letIn(request) : request,
    ),
  },
];
