/** Services that throttle, validate and guard in ways of their own: right, and odd. */

import { setTimeout as later } from "node:timers/promises";
import { before, right } from "./chain-right-parts.ts";
import {
  auth,
  type Context,
  cancelPattern,
  errors,
  HttpError,
  type Middleware,
  memo,
  nothing,
  route,
  startChain,
  usual,
  write,
} from "./chain-shop.ts";
import type { Program } from "./program.ts";

const say = (context: Context, status: number, code: string, headers: Record<string, string> = {}) => {
  context.status = status;
  context.headers = headers;
  context.body = { code, message: code, status };
};
const sometimes = (id: string, why: string, every: number, stop: (context: Context) => void) =>
  before(id, why, async (context, next) => {
    const seen = memo(context, "seen", () => ({ n: 0 }));
    if (++seen.n % every === 0) return stop(context);
    await next();
  });
const refuses = (
  id: string,
  why: string,
  isRefused: (context: Context) => boolean,
  status: number,
  code: string,
) =>
  before(id, why, async (context, next) => {
    if (isRefused(context)) return say(context, status, code);
    await next();
  });
/** Only who has the key meets what comes behind. */
const withKey = (id: string, why: string, step: Middleware) =>
  right(id, why, [errors, auth, step, ...usual.slice(2)]);

export const rightGateways: readonly Program[] = [
  ...[2, 4, 8].map((most) => ({
    id: `chain-${most}-connections-at-most`,
    why: `who comes while ${most} connections are open is cut off`,
    start: startChain(usual, write, most),
  })),
  sometimes("503-now-and-then", "one in forty is told to come back", 40, (context) =>
    say(context, 503, "BUSY", { "retry-after": "1" }),
  ),
  sometimes("503-bare-now-and-then", "one in thirty is turned away without a word", 31, (context) => {
    context.status = 503;
    context.body = "<html>Service Unavailable</html>";
    context.headers = { "content-type": "text/html" };
  }),
  sometimes("429-by-date", "one in fifty is told a date", 50, (context) =>
    say(context, 429, "SLOW_DOWN", { "retry-after": new Date(Date.now() + 1000).toUTCString() }),
  ),
  sometimes("429-half-a-second", "a wait that is no integer", 50, (context) =>
    say(context, 429, "SLOW_DOWN", { "retry-after": "0.5" }),
  ),
  before("trims-controls", "what is no sign at the ends of a path is white space", async (context, next) => {
    context.path = context.path.replace(/(?:%[01][\da-f]|%20)+$/i, "");
    await next();
  }),
  before("429-for-cancels", "cancels have a limit of their own", async (context, next) => {
    const bucket = memo(context, "bucket", () => ({ level: 40, at: performance.now() }));
    if (context.method !== "DELETE") return next();
    const now = performance.now();
    bucket.level = Math.min(40, bucket.level + ((now - bucket.at) / 1000) * 60);
    bucket.at = now;
    if (bucket.level < 1) return say(context, 429, "SLOW_DOWN", { "retry-after": "1" });
    bucket.level--;
    await next();
  }),
  before(
    "429-for-strangers",
    "who has no key is told to slow down after thirty tries",
    async (context, next) => {
      await next();
      const tries = memo(context, "tries", () => ({ n: 0 }));
      if (context.status === 401 && ++tries.n > 30) say(context, 429, "SLOW_DOWN", { "retry-after": "60" });
    },
  ),
  refuses(
    "agents-only",
    "a gateway wants to know who calls",
    ({ request }) => !request.headers["user-agent"],
    403,
    "NO_AGENT",
  ),
  refuses(
    "no-body-on-get",
    "a body where none belongs is refused",
    ({ request }) => Number(request.headers["content-length"] ?? 0) > 0,
    400,
    "BODY",
  ),
  withKey("query-is-404", "a path with a query is another path", async (context, next) => {
    if (context.request.url!.includes("?")) return say(context, 404, "NO_ROUTE");
    await next();
  }),
  withKey("query-is-422", "unknown parameters are refused with the key", async (context, next) => {
    if ([...context.query].length > 0) return say(context, 422, "UNKNOWN_PARAMETER");
    await next();
  }),
  withKey("query-is-redirected", "parameters are taken off by a redirect", async (context, next) => {
    if (!context.request.url!.includes("?")) return next();
    context.status = 302;
    context.headers = { location: context.path };
  }),
  withKey(
    "numbers-first",
    "what is no number is told so by a validator, with all that is wrong",
    async (context, next) => {
      const [, id] = cancelPattern.exec(context.path) ?? [];
      if (id === undefined || /^-?\d{1,19}$/.test(decodeURIComponent(id))) return next();
      context.status = 422;
      context.body = {
        detail: [{ loc: ["path", "orderId"], msg: "value is not a valid integer", type: "int_parsing" }],
      };
    },
  ),
  withKey("slashes-redirected", "a slash at the end is sent elsewhere by 308", async (context, next) => {
    if (!/.\/$/.test(context.path)) return next();
    context.status = 308;
    context.headers = { location: context.path.slice(0, -1) };
  }),
  before("slow-200", "each answer takes 200 ms", async (_context, next) => {
    await later(200);
    await next();
  }),
  before("slow-now-and-then", "one answer in fifty takes 1.5 s", async (context, next) => {
    const seen = memo(context, "seen", () => ({ n: 0 }));
    if (++seen.n % 50 === 0) await later(1500);
    await next();
  }),
  before("slow-lists", "a list takes 250 ms, a cancel none", async (context, next) => {
    if (context.method === "GET" && context.request.headers.authorization) await later(250);
    await next();
  }),
  right("again-says-when", "a second cancel is told when the first was, with a header", [
    errors,
    auth,
    ...usual.slice(2, 3),
    route("DELETE", cancelPattern, (context, id) => {
      const order = context.app.orders.get(id);
      if (!order) throw new HttpError(404, "ORDER_NOT_FOUND");
      if (order.status === "pending") {
        order.status = "cancelled";
        context.status = 204;
        return;
      }
      say(context, 409, order.status.toUpperCase(), { warning: '199 - "late"' });
    }),
    nothing,
  ]),
  right("empty-then-json", "204 with a type, 404 with a language", usual, (context) => {
    if (context.status === 204) context.headers = { "content-type": "application/json", "x-request-id": "1" };
    if (context.status === 404)
      context.headers = {
        "content-type": "application/problem+json; charset=UTF-8",
        "content-language": "de",
      };
    return write(context);
  }),
  right("closes-on-strangers", "who has no key is answered, and the connection closed", usual, (context) => {
    if (context.status === 401)
      context.headers = {
        ...context.headers,
        connection: "close",
        "www-authenticate": 'Bearer realm="store", error="invalid_token"',
      };
    return write(context);
  }),
];
