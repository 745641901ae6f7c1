/** Servers whose 401 or 404 is no Error object. */

import type { Json } from "../../spec/json.ts";
import type { MockReply } from "../http/reply.ts";
import { alterReplies, type BrokenServer, withJson, withText } from "./broken-server.ts";

type Fields = Record<string, Json>;
const changed = (change: (error: Fields) => unknown) => (reply: MockReply) => withJson(reply, change);
const without = (field: string) => changed(({ [field]: _, ...rest }) => rest);
const having = (field: string, value: unknown) => changed((error) => ({ ...error, [field]: value as Json }));

/** What is broken, how, and the requirement that notices. */
const faults: readonly (readonly [
  id: string,
  story: string,
  notices: string,
  breaks: (reply: MockReply) => MockReply,
])[] = [
  ["empty-body", "has no body", "object", (reply) => withText(reply, "")],
  ["html-body", "is a page for people", "object", (reply) => withText(reply, "<h1>Error</h1>")],
  ["array-body", "wraps its Error in an array", "object", changed((error) => [error])],
  [
    "wrapped-body",
    "is a JSON string with an Error inside",
    "object",
    changed((error) => JSON.stringify(error.message)),
  ],
  ["no-code", "has no code", "code", without("code")],
  ["numeric-code", "has a number for a code", "code", having("code", 1001n)],
  ["null-code", "has null for a code", "code", having("code", null)],
  ["no-message", "has no message", "message", without("message")],
  ["list-message", "has a list of messages", "message", having("message", ["one", "two"])],
  ["no-status", "has no status", "status", without("status")],
  [
    "text-status",
    "has its status in quotes",
    "status",
    changed((error) => ({ ...error, status: String(error.status) })),
  ],
  ["other-status", "has the status of another error", "status", having("status", 400n)],
  ["fraction-status", "has a status with a fraction", "status", having("status", 401.5)],
  [
    "html-type",
    "calls its JSON text/html",
    "media-type",
    (reply) => ({ ...reply, headers: { ...reply.headers, "content-type": "text/html" } }),
  ],
  [
    "no-type",
    "does not say what it is",
    "media-type-stated",
    (reply) => {
      const { "content-type": _, ...headers } = reply.headers;
      return { ...reply, headers };
    },
  ],
];

export const brokenErrors: readonly BrokenServer[] = [401, 404].flatMap((status) =>
  faults.map(([id, story, notices, breaks]) => ({
    id: `${status}-${id}`,
    story: `The ${status} ${story}.`,
    caughtBy: [`errors/${status}-${notices}`],
    build: alterReplies((reply) =>
      reply.status === status && reply.body.length > 0 ? breaks(reply) : undefined,
    ),
  })),
);
