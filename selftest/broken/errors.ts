/** Servers whose 401 or 404 is no Error object. */

import type { Json } from "../../base/json.ts";
import { headerOf, type MockReply, type MockRequest } from "../../mocks/http/reply.ts";
import {
  alterReplies,
  authorizationOf,
  cancelledId,
  isCancel,
  isList,
  page,
  textOf,
  type WrongRow,
  withHeaders,
  withJson,
  withoutHeaders,
  withText,
  wrong,
} from "./broken-server.ts";
import { answersWrongly } from "./steps.ts";

type Fields = Record<string, Json>;
type Breaks = (reply: MockReply) => MockReply;
type IsMeant = (request: MockRequest, nth: number) => boolean;

const changed =
  (change: (error: Fields) => unknown): Breaks =>
  (reply) =>
    withJson(reply, change);
const altered = (
  id: string,
  what: string,
  words: string,
  statuses: readonly number[],
  breaks: Breaks,
  isMeant: IsMeant,
) =>
  wrong(
    id,
    `The ${statuses.join(" and the ")} ${what}.`,
    statuses.map((status) => words.replace(/\S+/g, (word) => `errors/${status}-${word}`)).join(" "),
    (mock) => {
      let nth = 0;
      return alterReplies((reply, request) =>
        statuses.includes(reply.status) && reply.body.length > 0 && isMeant(request, ++nth)
          ? breaks(reply)
          : undefined,
      )(mock);
    },
  );
/** Of the 401 alone, of the 404 alone, and of both. @param words the requirements that notice, by their last words */
const each = (id: string, what: string, words: string, breaks: Breaks): readonly WrongRow[] =>
  [[401], [404], [401, 404]].map((statuses) =>
    altered(`${statuses.length > 1 ? "error" : statuses}-${id}`, what, words, statuses, breaks, () => true),
  );
const json = (id: string, what: string, words: string, change: (error: Fields) => unknown) =>
  each(id, what, words, changed(change));
/** Texts that are no JSON object. */
const text = (id: string, what: string, change: (text: string) => string) =>
  each(id, what, "object", (reply) => withText(reply, change(textOf(reply))));
const typed = (type: string) =>
  each(`typed-${type.replace("/", "-")}`, `calls its JSON ${type}`, "media-type", (reply) =>
    withHeaders(reply, { "content-type": type }),
  );

const allFields = "code message status";
const bodies: readonly WrongRow[] = [
  text("empty-body", "has no body", () => ""),
  text("html-body", "is a page for people", () => "<h1>Error</h1>"),
  text("plain-body", "is a word", () => "Unauthorized"),
  text("cut-body", "ends in the middle", (body) => body.slice(0, -3)),
  text("body-twice", "comes twice", (body) => body + body),
  text("single-quotes", "is quoted as in Python", (body) => body.replaceAll('"', "'")),
  text("array-body", "wraps its Error in an array", (body) => `[${body}]`),
  text("json-text-body", "is JSON in a JSON string", (body) => JSON.stringify(body)),
  text("null-body", "is null", () => "null"),
  text("true-body", "is true", () => "true"),
  each("page", "is a page, and says so", "object media-type", ({ status }) => page(status)),
  each("nothing", "has no body and no type", "object media-type-stated", (reply) =>
    withoutHeaders(withText(reply, ""), "content-type"),
  ),
  each("no-type", "does not say what it is", "media-type-stated", (reply) =>
    withoutHeaders(reply, "content-type"),
  ),
  ...["text/html", "text/plain", "application/xml", "application/octet-stream", "application/javascript"].map(
    typed,
  ),
  json("empty-object", "is {}", allFields, () => ({})),
  json("nested-body", "hides its Error under `error`", allFields, (error) => ({ error })),
  json("list-of-errors", "lists errors", allFields, (error) => ({ errors: [error] })),
  json("problem", "is a problem of RFC 9457 alone", "code message", ({ message: title, status }) => ({
    title,
    status,
  })),
  json("spring-body", "is as Spring has it", "code message", ({ status }) => ({
    timestamp: "now",
    status,
    error: "No",
    path: "/",
  })),
  json("capital-fields", "has capital letters", allFields, ({ code, message, status }) => ({
    Code: code,
    Message: message,
    Status: status,
  })),
].flat();

const others: Fields = { number: 1001n, fraction: 0.5, true: true, null: null, object: {}, array: ["one"] };
const otherStatuses: Fields = { ...others, zero: 0n, word: "error" };
/** Each field, missing and of each other type. */
const fields: readonly WrongRow[] = [
  ...(["code", "message", "status"] as const).flatMap((field) => [
    json(`no-${field}`, `has no ${field}`, field, ({ [field]: _, ...rest }) => rest),
    ...Object.entries(field === "status" ? otherStatuses : others).map(([name, value]) =>
      json(`${field}-${name}`, `has a ${field} that is ${name}`, field, (error) => ({
        ...error,
        [field]: value,
      })),
    ),
  ]),
  json("code-of-status", "has its status for a code", "code", (error) => ({
    ...error,
    code: error.status ?? null,
  })),
  json("status-text", "has its status in quotes", "status", (error) => ({
    ...error,
    status: String(error.status),
  })),
]
  .flat()
  .filter(({ id }) => /^error-no-|^\d/.test(id));

const noCode = changed(({ code: _, ...rest }) => rest);
const noMessage = changed((error) => ({ ...error, message: null }));
const detail = changed(({ message }) => ({ detail: message }));
/** Wrong for some requests alone, or not each time. */
const some = (status: 401 | 404, id: string, what: string, words: string, breaks: Breaks, isMeant: IsMeant) =>
  altered(`${status}-${id}`, what, words, [status], breaks, isMeant);
const asks =
  (name: string, value = /./): IsMeant =>
  ({ headers }) =>
    value.test(headerOf(headers, name) ?? "");
const idIs =
  (pattern: RegExp): IsMeant =>
  (request) =>
    isCancel(request) && pattern.test(cancelledId(request));
const keyIs =
  (pattern: RegExp): IsMeant =>
  (request) =>
    pattern.test(authorizationOf(request));

export const errorRows: readonly WrongRow[] = [
  ...bodies,
  ...fields,
  some(401, "of-cancel", "of a cancel has no code", "code", noCode, isCancel),
  some(401, "of-list", "of a list has no message", "message", noMessage, isList),
  some(401, "for-basic", "to the Basic scheme has no message", "message", noMessage, keyIs(/^Basic/)),
  some(401, "for-empty-key", "to an empty key has no code", "code", noCode, keyIs(/^Bearer *$/)),
  some(401, "for-none", "to no key has no message", "message", noMessage, keyIs(/^$/)),
  some(401, "each-third", "has no message each third time", "message", noMessage, (_, nth) => nth % 3 === 0),
  some(401, "later", "is another object from the fortieth on", "code", detail, (_, nth) => nth > 40),
  some(404, "each-second", "has no code each second time", "code", noCode, (_, nth) => nth % 2 === 0),
  some(404, "for-large", "to a long id has no message", "message", noMessage, idIs(/^\d{16,}$/)),
  some(404, "for-negative", "to a negative id is another object", "code", detail, idIs(/^-/)),
  some(404, "by-language", "in a language has no message", "message", noMessage, asks("accept-language")),
  some(404, "by-origin", "to a page of elsewhere has no code", "code", noCode, asks("origin")),
  some(404, "for-scripts", "to a script has no code", "code", noCode, asks("x-requested-with")),
  some(404, "for-pages", "is a page to who wants one", "object", () => page(404), asks("accept", /html/)),
  answersWrongly(
    "404-of-cancelled",
    "The 404 of a cancelled order is a text.",
    "errors/404-object",
    "again",
    (_, reply) => (reply.status === 404 ? withText(reply, "gone") : undefined),
  ),
];
