/** Refusals and confirmations that say the right thing in odd ways. */

import { type Json, parseJson } from "../../base/json.ts";
import { emptyReply, errorReply, type MockReply, textReply } from "../../mocks/http/reply.ts";
import { alterReplies, isCancel, isList, textOf, withJson, withText } from "../broken/broken-server.ts";
import type { RightServer } from "./right-server.ts";

const isError = ({ status }: MockReply) => status === 401 || status === 404;
const alterErrors = (change: (reply: MockReply) => MockReply): RightServer["build"] =>
  alterReplies((reply) => (isError(reply) && reply.body.length > 0 ? change(reply) : undefined));
const typed = (type: string) => (reply: MockReply) => ({
  ...reply,
  headers: { ...reply.headers, "content-type": type },
});
const conflicts = (change: (reply: MockReply) => MockReply): RightServer["build"] =>
  alterReplies((reply) => (reply.status === 409 ? change(reply) : undefined));

const without =
  (...names: string[]) =>
  (reply: MockReply) => ({
    ...reply,
    headers: Object.fromEntries(Object.entries(reply.headers).filter(([name]) => !names.includes(name))),
  });

/** Every third answer is put off; the one after it is given. */
const puttingOff =
  (status: 429 | 503): RightServer["build"] =>
  (mock) => {
    let calls = 0;
    return (request) => {
      const reply = errorReply(status, "slow_down", "Slow down.", "json", { "retry-after": "0" });
      return ++calls % 3 === 0 ? reply : mock.handle(request);
    };
  };

export const oddAnswers: readonly RightServer[] = [
  {
    id: "errors-with-more",
    description: "Errors carry more than three fields.",
    build: alterErrors((reply) =>
      withJson(reply, (error: Record<string, Json>) => ({
        ...error,
        traceId: "t-1",
        details: [],
        type: "about:blank",
      })),
    ),
  },
  {
    id: "errors-with-empty-texts",
    description: "An Error's code and message are empty strings.",
    build: alterErrors((reply) =>
      withJson(reply, (error: Record<string, Json>) => ({ ...error, code: "", message: "" })),
    ),
  },
  {
    id: "errors-with-decimal-status",
    description: "An Error's status is written 401.0.",
    build: alterErrors((reply) =>
      withText(reply, textOf(reply).replace(/"status":(\d+)(?![\d.eE])/, '"status":$1.0')),
    ),
  },
  {
    id: "errors-typed-with-parameters",
    description: "Media types come in capitals and with parameters.",
    build: alterErrors(typed("Application/JSON ; Charset=UTF-8; profile=x")),
  },
  {
    id: "errors-typed-by-vendor",
    description: "Errors have a media type of the vendor's own, ending in +json.",
    build: alterErrors(typed("application/vnd.store.error+json")),
  },
  {
    id: "answers-untyped",
    description: "No answer says its media type.",
    build: alterReplies(without("content-type")),
  },
  {
    id: "no-challenge-or-length",
    description: "Answers carry neither a challenge nor a length.",
    build: alterReplies(without("www-authenticate", "content-length")),
  },
  {
    id: "conflict-in-html",
    description: "A 409 is a page for people.",
    build: conflicts(() => textReply(409, "text/html", "<h1>Shipped</h1>", "shipped")),
  },
  {
    id: "conflict-in-an-array",
    description: "A 409 is a JSON array.",
    build: conflicts(() => textReply(409, "application/json", "[]", "shipped")),
  },
  {
    id: "conflict-of-null",
    description: "A 409 is the JSON text null.",
    build: conflicts(() => textReply(409, "application/json", "null", "shipped")),
  },
  {
    id: "conflict-with-broken-json",
    description: "A 409 calls itself JSON and is none.",
    build: conflicts(() => textReply(409, "application/json", "{oops", "shipped")),
  },
  {
    id: "conflict-of-another-status",
    description: "A 409's body is an Error that says 400.",
    build: conflicts(() =>
      textReply(409, "application/json", '{"code":"x","message":"y","status":400}', "shipped"),
    ),
  },
  {
    id: "conflict-of-a-megabyte",
    description: "A 409's body is very long.",
    build: conflicts(() => textReply(409, "text/plain", "x".repeat(1_000_000), "shipped")),
  },
  {
    id: "second-cancel-either-way",
    description: "A second cancel is a 404 one time and a 409 the next.",
    build: (mock) => {
      let times = 0;
      return (request) => {
        const repeatedCancel = ++times % 2 === 0 ? "404" : "409";
        mock.control.setProfile({ ...mock.control.profile(), cancelledInList: "unchanged", repeatedCancel });
        return mock.handle(request);
      };
    },
  },
  {
    id: "head-refused",
    description: "HEAD is a 405.",
    build: alterReplies((reply, { method }) =>
      method === "HEAD" && reply.status === 200 ? emptyReply(405, "no HEAD", { allow: "GET" }) : undefined,
    ),
  },
  {
    id: "pets-not-found",
    description: "The deprecated pet path is gone: 404 for everyone.",
    build: alterReplies((reply, { target }) =>
      target.startsWith("/v1/pets") ? errorReply(404, "gone", "Gone.") : reply,
    ),
  },
  {
    id: "queries-refused-with-422",
    description: "A query parameter is a 422.",
    build: alterReplies((reply, request) =>
      isList(request) && request.target.includes("?") && reply.status === 200
        ? errorReply(422, "unknown_parameter", "No.")
        : undefined,
    ),
  },
  {
    id: "queries-redirected",
    description: "A query parameter is redirected to the plain list.",
    build: alterReplies((reply, request) =>
      isList(request) && request.target.includes("?") && reply.status === 200
        ? emptyReply(308, "redirect", { location: "/v1/store/orders" })
        : undefined,
    ),
  },
  {
    id: "long-ids-too-long",
    description: "An id of thirty digits is a 414.",
    build: alterReplies((reply, request) =>
      isCancel(request) && /\d{30}/.test(request.target) && reply.status === 404
        ? errorReply(414, "too_long", "Too long.")
        : undefined,
    ),
  },
  {
    id: "cookies-and-cache-headers",
    description: "Every answer sets a cookie and forbids caching.",
    build: alterReplies((reply) => ({
      ...reply,
      headers: { ...reply.headers, "set-cookie": "a=b", "cache-control": "no-store", etag: '"x"' },
    })),
  },
  {
    id: "rate-limited",
    description: "Every third answer is a 429 with Retry-After.",
    build: puttingOff(429),
  },
  { id: "overloaded", description: "Every third answer is a 503 with Retry-After.", build: puttingOff(503) },
  {
    id: "bodies-with-a-bom",
    description: "JSON begins with a byte order mark.",
    build: alterReplies((reply) =>
      reply.body.length > 0 && isJson(reply) ? withText(reply, `\ufeff${textOf(reply)}`) : undefined,
    ),
  },
];

function isJson(reply: MockReply): boolean {
  try {
    parseJson(textOf(reply));
    return true;
  } catch {
    return false;
  }
}
