/** Servers whose 401 or 404 is not an Error object. */

import type { Json } from "../../base/json.ts";
import { headerOf, type MockReply, type MockRequest } from "../../mocks/http/reply.ts";
import {
  alterReplies,
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
import { wrongErrorValues, wrongTexts } from "./forms.ts";
import { answers } from "./steps.ts";

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
type Status = 401 | 404;
const both: readonly Status[] = [401, 404];
/**
 * Errors that are always wrong.
 * @param words the requirements that notice, by their last words
 */
const always = (id: string, what: string, words: string, breaks: Breaks, statuses = both) =>
  altered(`${statuses.length > 1 ? "error" : statuses}-${id}`, what, words, statuses, breaks, () => true);
const json = (id: string, what: string, words: string, change: (error: Fields) => unknown) =>
  always(id, what, words, changed(change));
const text = (id: string, what: string, change: (text: string) => string) =>
  always(id, what, "object", (reply) => withText(reply, change(textOf(reply))));

const allFields = "code message status";
/** Bodies of another form; most texts that are not JSON are among the lists. */
const bodies: readonly WrongRow[] = [
  text("array-body", "wraps its Error in an array", wrongTexts["in-array"]),
  always("page", "is a page, and says so", "object media-type", ({ status }) => page(status)),
  always("nothing", "has no body and no type", "object media-type-stated", (reply) =>
    withoutHeaders(withText(reply, ""), "content-type"),
  ),
  always("no-type", "does not name its media type", "media-type-stated", (reply) =>
    withoutHeaders(reply, "content-type"),
  ),
  ...["text/html", "text/plain"].map((type) =>
    always(`typed-${type.replace("/", "-")}`, `calls its JSON ${type}`, "media-type", (reply) =>
      withHeaders(reply, { "content-type": type }),
    ),
  ),
  json("empty-object", "is {}", allFields, () => ({})),
  json("nested-body", "hides its Error under `error`", allFields, (error) => ({ error })),
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
];

const values: readonly (readonly [status: Status, field: string, ...names: readonly string[]])[] = [
  [401, "code", "number", "object"],
  [404, "code", "null"],
  [401, "message", "fraction"],
  [404, "message", "true"],
  [401, "status", "word", "digits"],
  [404, "status", "array", "zero"],
];
const fields: readonly WrongRow[] = [
  ...["code", "message", "status"].map((field) =>
    json(`no-${field}`, `has no ${field}`, field, ({ [field]: _, ...rest }) => rest),
  ),
  ...values.flatMap(([status, field, ...names]) =>
    names.map((name) => {
      const breaks = changed((error) => ({ ...error, [field]: wrongErrorValues[field]![name]! }));
      return always(`${field}-${name}`, `has a ${field} that is ${name}`, field, breaks, [status]);
    }),
  ),
];

const noCode = changed(({ code: _, ...rest }) => rest);
const noMessage = changed((error) => ({ ...error, message: null }));
const detail = changed(({ message }) => ({ detail: message }));
/** Errors that are wrong for some requests, or some of the time. */
const some = (status: Status, id: string, what: string, words: string, breaks: Breaks, isMeant: IsMeant) =>
  altered(`${status}-${id}`, what, words, [status], breaks, isMeant);
const idIs =
  (pattern: RegExp): IsMeant =>
  (request) =>
    isCancel(request) && pattern.test(cancelledId(request));
const has =
  (name: string, value: RegExp): IsMeant =>
  ({ headers }) =>
    value.test(headerOf(headers, name) ?? "");

export const errorRows: readonly WrongRow[] = [
  ...bodies,
  ...fields,
  some(401, "of-list", "of a list has no message", "message", noMessage, isList),
  some(401, "later", "is another object from the fortieth on", "code", detail, (_, nth) => nth > 40),
  some(404, "each-second", "has no code each second time", "code", noCode, (_, nth) => nth % 2 === 0),
  some(404, "for-negative", "to a negative id is another object", "code", detail, idIs(/^-/)),
  some(404, "for-pages", "is a page where one is accepted", "object", () => page(404), has("accept", /html/)),
  wrong(
    "404-of-cancelled",
    "The 404 of a cancelled order is a text.",
    "errors/404-object",
    answers("again", (_, reply) => (reply.status === 404 ? withText(reply, "gone") : undefined)),
  ),
];
