/** Errors whose bodies are wrong for some, now and then, or in one field. */

import { type Context, cancelPattern } from "./chain-shop.ts";
import { before } from "./chain-wrong-parts.ts";
import type { WrongProgram } from "./program.ts";

const says = (context: Context) => context.body as Record<string, unknown>;
const errorsOf = (
  id: string,
  why: string,
  blames: RegExp,
  change: (body: Record<string, unknown>, context: Context) => unknown,
) =>
  before(id, why, blames, async (context, next) => {
    await next();
    if (context.status === 401 || context.status === 404) context.body = change(says(context), context);
  });

export const wrongErrorsOfGates: readonly WrongProgram[] = [
  errorsOf(
    "error-for-pages",
    "an error is text unless JSON alone is asked for",
    /^errors\//,
    (body, context) => {
      if (context.request.headers.accept === "application/json") return body;
      context.headers["content-type"] = "text/plain";
      return String(body.message);
    },
  ),
  errorsOf(
    "404-for-clients",
    "an unknown order is a page for who takes anything",
    /^errors\/404/,
    (body, context) => {
      if (context.status !== 404 || context.request.headers.accept !== "*/*") return body;
      context.headers["content-type"] = "text/html";
      return "<h1>404</h1>";
    },
  ),
  errorsOf("404-in-words", "in another language the message is a list", /^errors\/404/, (body, context) =>
    context.status === 404 && context.request.headers["accept-language"]
      ? { ...body, message: [body.message] }
      : body,
  ),
  errorsOf("404-short-for-scripts", "scripts get the code alone", /^errors\/404/, (body, context) =>
    context.status === 404 && context.request.headers["x-requested-with"] ? { code: body.code } : body,
  ),
  errorsOf("404-by-origin", "a page of elsewhere learns nothing", /^errors\/404/, (body, context) =>
    context.status === 404 && context.request.headers.origin ? {} : body,
  ),
  errorsOf("401-by-origin", "a page of elsewhere learns nothing", /^errors\/401/, (body, context) =>
    context.status === 401 && context.request.headers.origin ? {} : body,
  ),
  errorsOf("error-wrapped", "errors are in a list", /^errors\//, (body) => ({ errors: [body] })),
  errorsOf("error-typed", "codes are numbers", /^errors\/\d+-code$/, (body) => ({ ...body, code: 1042 })),
  errorsOf(
    "401-of-cancel",
    "the refusal of a cancel has no message",
    /^errors\/401-message$/,
    (body, context) =>
      context.status === 401 && context.method === "DELETE" ? { code: body.code, status: 401 } : body,
  ),
  errorsOf(
    "401-of-wrong-key",
    "the refusal of a wrong key has no code",
    /^errors\/401-code$/,
    (body, context) =>
      context.status === 401 && context.request.headers.authorization
        ? { message: body.message, status: 401 }
        : body,
  ),
  errorsOf(
    "404-of-large",
    "an id beyond 32 bits is echoed instead of a status",
    /^errors\/40[14]-status$/,
    (body, context) => {
      const [, id] = cancelPattern.exec(context.path) ?? [];
      return Number(id) > 2 ** 32 ? { ...body, status: id } : body;
    },
  ),
  errorsOf(
    "404-again",
    "the second time an order is not found it is told so in a text",
    /^errors\/404/,
    (body, context) => {
      const [, id = ""] = cancelPattern.exec(context.path) ?? [];
      if (context.status !== 404 || !context.app.orders.has(id)) return body;
      context.headers["content-type"] = "text/plain";
      return "gone";
    },
  ),
];
