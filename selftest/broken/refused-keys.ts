/** Servers that let in some calls without a key, or refuse them in another way than by a 401. */

import { emptyReply, headerOf, type MockReply, type MockRequest } from "../../mocks/http/reply.ts";
import { defaultApiKey as key } from "../../mocks/mock-options.ts";
import {
  alterReplies,
  authorizationOf,
  done,
  isLetIn,
  refusal,
  type WrongRow,
  withHeaders,
  withoutHeaders,
  withText,
  wrong,
} from "./broken-server.ts";
import { badKeys, is, isKeyless, ofBoth, opens, requirementsOf, wrongKeys } from "./keys.ts";
import { instead } from "./steps.ts";

type ChangeRefusal = (request: MockRequest, nth: number, reply: MockReply) => MockReply | undefined;
/** Refusals of another kind. */
const refuses = (id: string, description: string, caughtBy: string, change: ChangeRefusal) =>
  wrong(id, description, caughtBy, (mock) => {
    let nth = 0;
    return alterReplies((reply, request) =>
      reply.status === 401 ? change(request, ++nth, reply) : undefined,
    )(mock);
  });

const taken = (id: string, description: string, caughtBy: string, takes: Parameters<typeof opens>[0]) =>
  wrong(id, description, caughtBy, opens(takes));

export const refusedKeyRows: readonly WrongRow[] = [
  wrong(
    "key-fails-open",
    "After 15 refusals every call is let in.",
    requirementsOf("list", "wrong-key"),
    (mock) => {
      let refused = 0;
      return opens((request) => !isLetIn(mock, request) && ++refused > 15)(mock);
    },
  ),
  wrong(
    "key-remembered",
    "Just after a call with the key every call is let in.",
    requirementsOf("list", "wrong-key"),
    (mock) => {
      let until = 0;
      return opens((request) => {
        if (isLetIn(mock, request)) until = performance.now() + 30;
        return performance.now() < until;
      })(mock);
    },
  ),
  wrong("scheme-in-one-case", "Only `Bearer` is understood.", "authentication/scheme-in-any-case", (mock) => {
    mock.control.setProfile({ ...mock.control.profile(), schemeCase: "exact" });
    return mock.handle;
  }),
  taken(
    "split-at-blanks",
    "Words behind the key are ignored.",
    "authentication/key-with-further-word",
    is(`^Bearer ${key} `),
  ),
  taken(
    "open-head",
    "HEAD of the list needs no key.",
    "authentication/head-without-key",
    ({ method }) => method === "HEAD",
  ),
  taken("key-in-query", "The key is taken from the query, too.", "exposed-key/in-query", ({ target }) =>
    target.endsWith(`=${key}`),
  ),
  taken(
    "key-in-another-header",
    "The key is taken from X-API-Key, too.",
    "exposed-key/in-other-header",
    ({ headers }) => headerOf(headers, "x-api-key") === key,
  ),
  refuses("open-pets", "The pet operation needs no key.", "authentication/every-operation", ({ target }) =>
    target.startsWith("/v1/pets/") ? emptyReply(200, "a pet for everyone") : undefined,
  ),
  refuses("basic-challenge", "A 401 asks for Basic.", "authentication/challenge", (_, _nth, reply) =>
    withHeaders(reply, { "www-authenticate": 'Basic realm="orders"' }),
  ),
  refuses(
    "no-challenge",
    "A 401 does not say how to authenticate.",
    "authentication/challenge",
    (_, _nth, reply) => withoutHeaders(reply, "www-authenticate"),
  ),
  refuses("wrong-key-403", "A missing key is a 401, a wrong one a 403.", ofBoth(wrongKeys), (request) =>
    /^Bearer /.test(authorizationOf(request)) ? refusal(403) : undefined,
  ),
  refuses("missing-key-500", "A missing key is a 500.", ofBoth("without-key"), (request) =>
    isKeyless(request) ? refusal(500) : undefined,
  ),
  refuses("refused-with-200", "A refusal is a 200 with an empty list.", ofBoth(badKeys), (_, _nth, reply) =>
    withText({ ...reply, status: 200 }, "[]"),
  ),
  wrong(
    "cancels-kept-by-path",
    "A 204 is cached by its path, and answers calls without a key.",
    "authentication/before-cancelled-state",
    instead("refused cancel", ({ times, id }) => (times("pending", id) > 0 ? done : undefined)),
  ),
];
