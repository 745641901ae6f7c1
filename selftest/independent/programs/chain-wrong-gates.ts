/** Gates in front of the orders that let in, turn away or tell too much. */

import {
  auth,
  type Context,
  cancelPattern,
  errors,
  HttpError,
  list,
  memo,
  nothing,
  route,
  usual,
  write,
} from "./chain-shop.ts";
import {
  authIf,
  bearer,
  before,
  cancelOrder,
  compares,
  lets,
  letsAct,
  withAuth,
  wrong,
} from "./chain-wrong-parts.ts";
import type { WrongProgram } from "./program.ts";

const says = (context: Context) => context.body as Record<string, unknown>;
const accepts = ({ request }: Context, type: string) => String(request.headers.accept ?? "").includes(type);

export const wrongGates: readonly WrongProgram[] = [
  compares("any-three-parts", "what looks like a JWT is read and not verified", (given, key) => {
    const token = bearer(given) ?? "";
    return token === key || token.split(".").length === 3;
  }),
  compares("key-in-list", "each letter of the key is a key", (given, key) =>
    key.includes(bearer(given) || "?"),
  ),
  compares("key-word-count", "a key of the same number of words", (given, key) => {
    const token = bearer(given) ?? "";
    return token !== "" && token.split("_").length === key.split("_").length;
  }),
  compares("key-in-any-scheme", "the last word counts", (given, key) => given.split(" ").at(-1) === key),
  compares(
    "key-without-dashes",
    "letters and digits count",
    (given, key) => (bearer(given) ?? "").replace(/\W|_/g, "") === key.replace(/\W|_/g, ""),
  ),
  compares("key-decoded", "base64 is a key as well", (given, key) => {
    const token = bearer(given) ?? "";
    return token === key || Buffer.from(token, "base64").toString() === key;
  }),
  withAuth(
    "docs-are-free",
    "what mentions the docs is free",
    authIf(({ request }) => !/docs|health|public|\.css/.test(request.url!)),
    letsAct,
  ),
  withAuth(
    "options-of-cancel",
    "whoever asks with a Range",
    authIf(({ request }) => !request.headers.range),
    letsAct,
  ),
  withAuth(
    "known-agent",
    "browsers have logged in elsewhere",
    authIf(({ request }) => !/Mozilla/.test(String(request.headers["user-agent"]))),
    letsAct,
  ),
  withAuth(
    "html-is-free",
    "pages are public",
    authIf((context) => !accepts(context, "text/html")),
    letsAct,
  ),
  before("login-for-pages", "who wants a page is sent to log in", lets, async (context, next) => {
    await next();
    if (context.status !== 401 || !accepts(context, "text/html")) return;
    context.status = 302;
    context.headers.location = "/login";
    context.body = undefined;
  }),
  before("login-page", "who wants a page gets one, with 200", lets, async (context, next) => {
    await next();
    if (context.status !== 401 || !accepts(context, "text/html")) return;
    context.status = 200;
    context.headers["content-type"] = "text/html";
    context.body = "<form></form>";
  }),
  before("second-refusal-403", "from the tenth on a refusal is a 403", lets, async (context, next) => {
    await next();
    const seen = memo(context, "refused", () => ({ n: 0 }));
    if (context.status === 401 && ++seen.n > 10) context.status = says(context).status === 401 ? 403 : 401;
  }),
  wrong(
    "404-then-401",
    "an order is looked for before the key, if the id is a number",
    /^authentication\/|^errors\/404/,
    [
      errors,
      route("DELETE", cancelPattern, async (context, id) => {
        if (/^\d+$/.test(id) && !context.app.orders.has(id)) throw new HttpError(404, "ORDER_NOT_FOUND");
        await auth(context, async () => cancelOrder(context, id));
      }),
      auth,
      list,
      nothing,
    ],
  ),
  wrong("409-then-401", "a shipped order is refused before the key", lets, [
    errors,
    route("DELETE", cancelPattern, async (context, id) => {
      if (context.app.orders.get(id)?.status === "shipped") throw new HttpError(409, "SHIPPED");
      await auth(context, async () => cancelOrder(context, id));
    }),
    auth,
    list,
    nothing,
  ]),
  wrong("audit-before-key", "a cancel without a key is noted as done, and refused", letsAct, [
    errors,
    route("DELETE", cancelPattern, async (context, id) => {
      const order = context.app.orders.get(id);
      if (order?.status === "pending" && !context.request.headers.authorization) order.status = "cancelled";
      await auth(context, async () => cancelOrder(context, id));
    }),
    auth,
    list,
    nothing,
  ]),
  wrong("204-with-null", "the body of a cancel is null, chunked", /^cancel-order\//, usual, (context) => {
    if (context.status !== 204) return write(context);
    context.request.socket.end(
      "HTTP/1.1 204 No Content\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n4\r\nnull\r\n0\r\n\r\n",
    );
  }),
  wrong("200-empty", "a cancel is a 200 without a word", /^cancel-order\//, usual, (context) => {
    if (context.status === 204) context.status = 200;
    return write(context);
  }),
  wrong(
    "204-for-browsers-302",
    "a browser's cancel is sent back to the list",
    /^cancel-order\//,
    usual,
    (context) => {
      if (context.status === 204 && accepts(context, "text/html")) {
        context.status = 302;
        context.headers.location = "/v1/store/orders";
      }
      return write(context);
    },
  ),
  wrong(
    "prefer-representation",
    "who prefers it gets the cancelled order",
    /^cancel-order\//,
    usual,
    (context) => {
      if (context.status === 204 && context.request.headers.prefer) {
        context.status = 200;
        context.body = { cancelled: true };
      }
      return write(context);
    },
  ),
];
