/** Servers whose 401 or 404 is not an Error object. */

import type { Json } from "../../base/json.ts";
import type { MockReply, MockRequest } from "../../mocks/http/reply.ts";
import {
  alterReplies,
  type Build,
  cancelledId,
  hasHeader,
  isCancel,
  isList,
  type NamedRows,
  page,
  textOf,
  type WrongTable,
  withHeaders,
  withJson,
  withoutHeaders,
  withText,
} from "./broken-server.ts";
import { wrongTexts } from "./forms.ts";
import { answers } from "./steps.ts";

type Fields = Record<string, Json>;
type Breaks = (reply: MockReply) => MockReply;
type Status = 401 | 404;

/** Breaks errors of these statuses where this holds. */
const errors =
  (statuses: readonly Status[], breaks: Breaks, condition = (_: MockRequest, _nth: number) => true): Build =>
  (mock) => {
    let nth = 0;
    return alterReplies((reply, request) =>
      statuses.some((status) => reply.status === status) && reply.body.length > 0 && condition(request, ++nth)
        ? breaks(reply)
        : undefined,
    )(mock);
  };
const both = (breaks: Breaks) => errors([401, 404], breaks);
const changed =
  (change: (error: Fields) => unknown): Breaks =>
  (reply) =>
    withJson(reply, change);
const json = (change: (error: Fields) => unknown) => both(changed(change));
/** The requirements of both errors, by their last words. */
const ofBoth = (words: string) =>
  [401, 404].map((status) => words.replace(/\S+/g, (word) => `errors/${status}-${word}`)).join(" ");

const missing = (field: string): NamedRows => ({
  [`error-no-${field}: An error has no ${field}.`]: json(({ [field]: _, ...rest }) => rest),
});
const withStatus = (status: Status, value: Json) =>
  errors(
    [status],
    changed((error) => ({ ...error, status: value })),
  );
const noCode = changed(({ code: _, ...rest }) => rest);
const noMessage = changed((error) => ({ ...error, message: null }));
const detail = changed(({ message }) => ({ detail: message }));
const isNegative = (request: MockRequest) => isCancel(request) && /^-/.test(cancelledId(request));
const wantsPage = (request: MockRequest) => hasHeader(request, "accept", /html/);
const spring = ({ status }: Fields) => ({ timestamp: "now", status, error: "No", path: "/" });
const inArray: Breaks = (reply) => withText(reply, wrongTexts["in-array"](textOf(reply)));
const asPage: Breaks = (reply) => withHeaders(reply, { "content-type": "text/html" });
const goneAsText = answers("again", (_, reply) =>
  reply.status === 404 ? withText(reply, "gone") : undefined,
);
const noType: Breaks = (reply) => withoutHeaders(reply, "content-type");

export const wrongErrors: WrongTable = {
  [ofBoth("object")]: {
    "error-array-body: An Error is in an array.": both(inArray),
  },
  [ofBoth("object media-type")]: {
    "error-page: An error is a page, and says so.": both(({ status }) => page(status)),
  },
  [ofBoth("object media-type-stated")]: {
    "error-nothing: An error has no body and no type.": both((reply) => noType(withText(reply, ""))),
  },
  [ofBoth("media-type-stated")]: { "error-no-type: An error does not name its media type.": both(noType) },
  [ofBoth("media-type")]: {
    "error-typed-text-html: An error calls its JSON text/html.": both(asPage),
  },
  [ofBoth("code message status")]: {
    "error-nested-body: An Error is in a field `error`.": json((error) => ({ error })),
  },
  [ofBoth("code message")]: { "error-spring-body: An error is the one of Spring.": json(spring) },
  [ofBoth("code")]: { ...missing("code") },
  [ofBoth("message")]: { ...missing("message") },
  [ofBoth("status")]: { ...missing("status") },
  "errors/401-code": {
    "401-later: A 401 is another object from the fortieth on.": errors([401], detail, (_, nth) => nth > 40),
  },
  "errors/401-message": {
    "401-of-list: The 401 of a list has no message.": errors([401], noMessage, isList),
  },
  "errors/401-status": { "401-status-digits: The status of a 401 is a text.": withStatus(401, "401") },
  "errors/404-code": {
    "404-each-second: Each second 404 has no code.": errors([404], noCode, (_, nth) => nth % 2 === 0),
    "404-for-negative: The 404 of a negative id is another object.": errors([404], detail, isNegative),
  },
  "errors/404-status": { "404-status-zero: The status of a 404 is 0.": withStatus(404, 0n) },
  "errors/404-object": {
    "404-for-pages: A 404 is a page where one is accepted.": errors([404], () => page(404), wantsPage),
    "404-of-cancelled: The 404 of a cancelled order is a text.": goneAsText,
  },
};
