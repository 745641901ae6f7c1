/** Servers whose 401 or 404 is no Error object. */

import type { Json } from "../../base/json.ts";
import type { MockReply } from "../../mocks/http/reply.ts";
import { alterReplies, type BrokenServer, textOf, withJson, withText } from "./broken-server.ts";

type Fields = Record<string, Json>;
type Breaks = (reply: MockReply) => MockReply;

/** What is broken, how, and the requirements that notice, by their last word. */
type Fault = readonly [id: string, description: string, notices: string, breaks: Breaks];

const changed = (change: (error: Fields) => unknown) => (reply: MockReply) => withJson(reply, change);
const text = (change: (text: string) => string) => (reply: MockReply) =>
  withText(reply, change(textOf(reply)));
const typed = (type: string) => (reply: MockReply) => ({
  ...reply,
  headers: { ...reply.headers, "content-type": type },
});

const bodies: readonly Fault[] = [
  ["empty-body", "has no body", "object", text(() => "")],
  ["blank-body", "is a line break", "object", text(() => "\n")],
  ["html-body", "is a page for people", "object", text(() => "<h1>Error</h1>")],
  ["plain-body", "is a word", "object", text(() => "Unauthorized")],
  ["body-cut-short", "ends in the middle", "object", text((json) => json.slice(0, -3))],
  ["body-twice", "comes twice", "object", text((json) => json + json)],
  ["body-in-single-quotes", "is quoted as in Python", "object", text((json) => json.replaceAll('"', "'"))],
  ["array-body", "wraps its Error in an array", "object", changed((error) => [error])],
  ["wrapped-body", "is a JSON string", "object", changed((error) => JSON.stringify(error.message))],
  ["null-body", "is null", "object", text(() => "null")],
  ["number-body", "is its status and no more", "object", changed(({ status }) => status)],
  ["true-body", "is true", "object", text(() => "true")],
  ["empty-object", "is {}", "code message status", text(() => "{}")],
  ["nested-body", "hides its Error under `error`", "code message status", changed((error) => ({ error }))],
  [
    "problem-body",
    "is a problem of RFC 9457 without a code or a message",
    "code message",
    changed(({ message, status }) => ({ type: "about:blank", title: message, status, detail: message })),
  ],
  [
    "capital-fields",
    "has its fields in capitals",
    "code message status",
    changed(({ code, message, status }) => ({ Code: code, Message: message, Status: status })),
  ],
];

const strings = { number: 1001n, fraction: 0.5, true: true, null: null, object: {}, array: ["one"] } as const;
const statuses = {
  fraction: 401.5,
  true: true,
  null: null,
  object: {},
  array: [401n],
  zero: 0n,
  word: "error",
} as const;

/** Each field, missing and of each other type. */
const fields: readonly Fault[] = [
  ...(["code", "message", "status"] as const).flatMap((field): Fault[] => [
    [`no-${field}`, `has no ${field}`, field, changed(({ [field]: _, ...rest }) => rest)],
    ...Object.entries<Json>(field === "status" ? statuses : strings).map(
      ([name, value]): Fault => [
        `${field}-${name}`,
        `has a ${field} that is ${name === "word" ? "a word" : name}`,
        field,
        changed((error) => ({ ...error, [field]: value })),
      ],
    ),
  ]),
  [
    "status-text",
    "has its status in quotes",
    "status",
    changed((error) => ({ ...error, status: String(error.status) })),
  ],
  [
    "other-status",
    "has the status of another error",
    "status",
    changed((error) => ({ ...error, status: error.status === 401n ? 404n : 401n })),
  ],
];

const mediaTypes: readonly Fault[] = [
  ...["text/html", "text/plain", "application/xml", "application/octet-stream", "application/jsonp"].map(
    (type): Fault => [`typed-${type.replace("/", "-")}`, `calls its JSON ${type}`, "media-type", typed(type)],
  ),
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
  [...bodies, ...fields, ...mediaTypes].map(([id, description, notices, breaks]) => ({
    id: `${status}-${id}`,
    description: `The ${status} ${description}.`,
    caughtBy: notices.split(" ").map((word) => `errors/${status}-${word}`),
    build: alterReplies((reply) =>
      reply.status === status && reply.body.length > 0 ? breaks(reply) : undefined,
    ),
  })),
);
