/** Chains of middleware that keep the document, oddly. */

import { setTimeout as later } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { before, conflicts, forEver, headed, lockOut, lockOutStep, right } from "./chain-right-parts.ts";
import {
  auth,
  cancel,
  cancelPattern,
  errors,
  HttpError,
  listPattern,
  memo,
  nothing,
  route,
  usual,
  write,
} from "./chain-shop.ts";
import type { Program } from "./program.ts";

export const rightChains: readonly Program[] = [
  right("plain", "as the document has it", usual),
  lockOut("locks-out-401-for-good", 10, forEver, 401),
  lockOut("locks-out-403-for-good", 40, forEver, 403),
  lockOut("locks-out-429-for-good", 20, forEver, 429),
  lockOut("locks-out-401-for-a-while", 15, 700, 401),
  lockOut("locks-out-403-for-a-while", 5, 300, 403),
  lockOut("locks-out-at-the-third", 3, forEver, 401),
  right("locks-out-behind-a-router", "only a path that has a route is locked out", [
    async (context, next) => {
      if (listPattern.test(context.path) || cancelPattern.test(context.path)) return next();
      context.headers = { "content-type": "text/plain" };
      context.body = "404 page not found";
    },
    lockOutStep(60, forEver, 401),
    ...usual,
  ]),
  before("locks-out-by-key", "a wrong key is answered 429 after ten", async (context, next) => {
    await next();
    const bad = memo(context, "bad", () => new Map<string, number>());
    const key = context.request.headers.authorization ?? "";
    if (context.status !== 401) return;
    bad.set(key, (bad.get(key) ?? 0) + 1);
  }),
  headed("behind-a-proxy", "headers of a proxy", {
    via: "1.1 varnish, 2 cdn",
    age: "0",
    "x-cache": "MISS",
    "x-served-by": "cache-1",
    "alt-svc": 'h3=":443"',
    "set-cookie": "lb=1; Path=/",
    "content-security-policy": "default-src 'none'",
  }),
  before("sessions", "a session for each client, and none lets anybody in", async (context, next) => {
    const sessions = memo(context, "sessions", () => new Set<string>());
    const [, sent = ""] = /SESSION=([^;]*)/.exec(context.request.headers.cookie ?? "") ?? [];
    await next();
    if (sessions.has(sent)) return;
    sessions.add(`${sessions.size}`);
    context.headers["set-cookie"] = `SESSION=${sessions.size - 1}; Path=/v1; HttpOnly`;
  }),
  headed("big-headers", "twelve kilobytes of headers", { "x-trace": "t".repeat(12_000) }),
  headed("etags", "validators on all that comes", {
    etag: 'W/"1"',
    "last-modified": "Sun, 22 Nov 2026 00:00:00 GMT",
  }),
  headed("links", "a link to its own page", {
    link: '</v1/store/orders>; rel="self", </docs>; rel="service-doc"',
  }),
  before("not-modified", "304 to a condition that holds, with the key", async (context, next) => {
    await next();
    if (context.status !== 200) return;
    context.headers.etag = '"list"';
    const tags = context.request.headers["if-none-match"] ?? "";
    if (tags !== "*" && !tags.includes('"list"')) return;
    context.status = 304;
    context.body = undefined;
  }),
  before("ranges-first", "a range of no bytes is refused in front of the key", async (context, next) => {
    if (/^bytes=[\d,-]+$/.test(context.request.headers.range ?? "bytes=0-")) return next();
    context.status = 416;
  }),
  before("head-501", "HEAD is not implemented", async (context, next) => {
    if (context.method === "HEAD" && context.request.headers.authorization)
      throw Object.assign(new Error(), { status: 501 });
    await next();
  }),
  before("options-204", "OPTIONS is free and says what there is", async (context, next) => {
    if (context.method !== "OPTIONS") return next();
    context.status = 204;
    context.headers = { allow: "GET, HEAD, DELETE", "access-control-allow-origin": "*" };
  }),
  before(
    "redirects-to-no-slash",
    "a slash at the end is sent elsewhere, without a look at the key",
    async (context, next) => {
      if (!/.\/$/.test(context.path)) return next();
      context.status = 301;
      context.headers = { location: context.path.replace(/\/+$/, ""), "content-type": "text/html" };
      context.body = "<a>Moved</a>";
    },
  ),
  before(
    "cleans-paths",
    "double slashes and dots are cleaned up in front of the key",
    async (context, next) => {
      context.path = new URL(context.path.replace(/\/{2,}/g, "/"), "http://x").pathname;
      await next();
    },
  ),
  before("any-case", "paths have no case", async (context, next) => {
    context.path = context.path.toLowerCase();
    await next();
  }),
  before("overrides-methods", "a method may be overridden, with the key", async (context, next) => {
    const header = context.request.headers["x-http-method-override"];
    if (context.method === "POST" && header) context.method = String(header);
    await next();
  }),
  before("waf", "a guard refuses odd paths with 403 before all else", async (context, next) => {
    if (!/['%*;|\\]|\.\.|\/\/|__/.test(context.request.url!)) return next();
    context.status = 403;
    context.headers = { "content-type": "text/html" };
    context.body = "<html>Blocked</html>";
  }),
  before("guard-400", "a guard refuses odd queries with 400", async (context, next) => {
    if ([...context.query].length === 0) return next();
    context.status = 400;
    context.body = { code: "QUERY", message: "There are no parameters.", status: 400 };
  }),
  before("slow-300", "each answer takes 300 ms", async (_context, next) => {
    await later(300);
    await next();
  }),
  before("slow-1200-cancels", "each cancel takes 1.2 s", async ({ method }, next) => {
    if (method === "DELETE") await later(1200);
    await next();
  }),
  before("one-per-20ms", "a queue with one place", async (context, next) => {
    const queue = memo(context, "queue", () => ({ last: Promise.resolve() as Promise<unknown> }));
    queue.last = queue.last.then(() => later(6));
    await queue.last;
    await next();
  }),
  before("throttles-every-seventh", "one in seven is told to come back at once", async (context, next) => {
    const seen = memo(context, "seen", () => ({ n: 0 }));
    if (++seen.n % 7 !== 0) return next();
    context.status = 429;
    context.headers = { "retry-after": "0" };
  }),
  before("restarts", "for half a second nobody is there", async (context, next) => {
    const seen = memo(context, "seen", () => ({ n: 0, until: 0 }));
    if (++seen.n === 200) seen.until = performance.now() + 300;
    if (performance.now() > seen.until) return next();
    context.status = 503;
    context.headers = { "retry-after": "1" };
  }),
  conflicts("409-of-text", "the 409 is a sentence", (context) => {
    context.status = 409;
    context.body = "It is too late.";
  }),
  conflicts("409-of-xml", "the 409 is XML", (context) => {
    context.status = 409;
    context.headers["content-type"] = "application/xml";
    context.body = "<error/>";
  }),
  right("empty-list-for-others", "an empty store but for its own orders", [
    errors,
    auth,
    route("GET", listPattern, (context) => {
      context.status = 200;
      context.body = [...context.app.orders.values()].map(({ id, status }) => ({ id, status }));
    }),
    cancel,
    nothing,
  ]),
  right("anonymous-orders", "no order has a field of the document", [
    errors,
    auth,
    route("GET", listPattern, (context) => {
      context.status = 200;
      context.body = [...context.app.orders.values()].map(({ id }) => ({ number: `#${id}` }));
    }),
    cancel,
    nothing,
  ]),
  right("busy", "others order, change and cancel all the time", [
    errors,
    auth,
    route("GET", listPattern, (context) => {
      const turn = memo(context, "turn", () => ({ n: 0 }));
      turn.n++;
      const own = [...context.app.orders.values()].filter(({ status }) => status !== "cancelled");
      const others = Array.from({ length: 5 + (turn.n % 4) }, (_, at) => ({
        id: 5000 + turn.n + at,
        petId: at,
        quantity: turn.n % 9,
        shipDate: "2026-12-24T18:00:00Z",
        complete: turn.n % 2 === 0,
      }));
      context.status = 200;
      context.body = [...others, ...own.map(({ status: _, ...order }) => order)];
    }),
    cancel,
    nothing,
  ]),
  before("sparse", "?fields= picks fields of all orders", async (context, next) => {
    await next();
    const fields = context.query.get("fields")?.split(",");
    if (context.status !== 200 || !fields || !Array.isArray(context.body)) return;
    context.body = context.body.map((order: Record<string, unknown>) =>
      Object.fromEntries(fields.flatMap((field) => (field in order ? [[field, order[field]]] : []))),
    );
  }),
  before("gzip-if-asked", "what can be gzipped is", async (context, next) => {
    await next();
    if (context.body === undefined || !/\bgzip\b/.test(String(context.request.headers["accept-encoding"])))
      return;
    context.body = gzipSync(JSON.stringify(context.body));
    context.headers = {
      ...context.headers,
      "content-type": "application/json",
      "content-encoding": "gzip",
      vary: "accept-encoding",
    };
  }),
  right("dribbles", "a body comes letter by letter", usual, async (context) => {
    if (context.status === 204 || context.method === "HEAD" || context.body === undefined)
      return write(context);
    context.response.writeHead(context.status, { "content-type": "application/json" });
    const text = JSON.stringify(context.body);
    for (let at = 0; at < text.length; at += 200) {
      context.response.write(text.slice(at, at + 200));
      await later(1);
    }
    context.response.end();
  }),
  right("accepts-nothing-else", "406 to who does not read JSON, with the key or without", [
    errors,
    async (context, next) => {
      const { accept } = context.request.headers;
      if (accept && !/json|\*\/\*/.test(accept) && context.request.headers.authorization)
        throw new HttpError(406, "NOT_ACCEPTABLE");
      await next();
    },
    ...usual.slice(1),
  ]),
];
