/** Answers that keep the document, oddly. */

import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { type ServerRow, servers } from "../independent-server.ts";
import type { Ask, Say } from "../shop.ts";
import { fault, idOf, json, listPath, say, toJson } from "../shop.ts";

/** Every answer changed. */
export const every = (id: string, why: string, change: (said: Say, ask: Ask) => Say): ServerRow => [
  id,
  why,
  (shop) => {
    const { answer } = shop;
    shop.answer = async (ask) => change(await answer(ask), ask);
  },
];
const headed = (id: string, why: string, headers: Readonly<Record<string, string>>) =>
  every(id, why, (said) => ({ ...said, headers: { ...said.headers, ...headers } }));
const typed = (id: string, type: string, why = "a JSON media type, however written") =>
  every(id, why, (said) =>
    said.body.length > 0 ? { ...said, headers: { ...said.headers, "content-type": type } } : said,
  );
/** What another change has coded is no text any more. */
const isText = ({ headers, body }: Say) => body.length > 0 && headers["content-encoding"] === undefined;
const bodied = (id: string, why: string, change: (text: string) => string | Buffer) =>
  every(id, why, (said) => (isText(said) ? { ...said, body: change(String(said.body)) } : said));
const coded = (id: string, coding: string, code: (text: string) => Buffer) =>
  every(id, "a content coding is HTTP's own", (said) =>
    said.body.length > 0
      ? { ...said, headers: { ...said.headers, "content-encoding": coding }, body: code(String(said.body)) }
      : said,
  );
const error = (id: string, why: string, change: (body: Record<string, unknown>) => unknown) =>
  every(id, why, (said) =>
    said.status === 401 || said.status === 404
      ? { ...said, body: toJson(change(JSON.parse(String(said.body)))) }
      : said,
  );
const refusing = (id: string, why: string, status: number, when: (ask: Ask) => boolean): ServerRow => [
  id,
  why,
  (shop) => {
    const { serve } = shop;
    shop.serve = (ask) => (when(ask) ? fault(status, `http_${status}`, "No") : serve(ask));
  },
];
const isMalformed = (ask: Ask) => ask.method === "DELETE" && !/\/-?\d+$/.test(ask.path);
const conflict = (id: string, said: () => Say): ServerRow => [
  id,
  "7.3: the body of the 409 is not shown",
  (shop) => {
    shop.shipped = said;
    shop.again = said;
  },
];

export const oddAnswers = servers([
  typed("type-charset", "application/json; charset=utf-8"),
  typed("type-capitals", "Application/JSON;Charset=UTF-8"),
  typed("type-plus-json", "application/vnd.store+json"),
  typed("type-with-version", 'application/json; version="1.0"; profile=x'),
  headed("many-headers", "headers are not the document's", {
    "x-request-id": "a",
    "strict-transport-security": "max-age=1",
    vary: "authorization",
    "cache-control": "no-store",
    "access-control-allow-origin": "*",
    server: "shop",
    via: "1.1 gateway",
  }),
  headed("says-paged", "a header about pages is no page", {
    "x-total-count": "14",
    link: '</v1/store/orders?page=1>; rel="self"',
  }),
  headed("says-deprecated", "so are lifecycle headers", {
    deprecation: "@1767225600",
    sunset: "Sat, 31 Jul 2027 23:59:59 GMT",
  }),
  headed("sets-cookie", "a cookie nobody needs", { "set-cookie": "session=x; Path=/; HttpOnly" }),
  headed("rate-limit-headers", "8.2: rate limits are not shown", {
    "ratelimit-limit": "1000",
    "ratelimit-remaining": "1",
  }),
  headed("closes", "a connection may be closed after each answer", { connection: "close" }),
  headed("etag", "a validator is HTTP's own", {
    etag: '"abc"',
    "last-modified": "Sat, 21 Nov 2026 10:00:00 GMT",
  }),
  bodied(
    "pretty",
    "white space is JSON's own",
    (text) =>
      ` \n\t${text.replaceAll("{", "{\r\n").replaceAll(',"', ' ,\n\t"').replaceAll('":', '" : ')}\r\n`,
  ),
  bodied("escaped", "an escape is the letter", (text) =>
    text.replaceAll("order", "\\u006frder").replaceAll("message", "\\u006dessage"),
  ),
  coded("gzip-always", "gzip", gzipSync),
  coded("brotli-always", "br", brotliCompressSync),
  coded("deflate-always", "deflate", deflateSync),
  error("error-extra", "more fields are fine", (body) => ({
    ...body,
    details: [1, { a: null }],
    timestamp: "now",
    error: "x",
  })),
  error("error-empty-words", "7.2: possible codes are not shown", (body) => ({
    ...body,
    code: "",
    message: "",
  })),
  error("error-numeric-code-text", "a code of digits is a string", (body) => ({
    ...body,
    code: String(body.status),
  })),
  error("error-any-language", "a message is for people", (body) => ({
    ...body,
    message: "Für Sie nicht: 注文 🛒 \u0000",
  })),
  every("error-status-1e2", "401.0 and 4.01e2 are the integer 401", (said) =>
    said.status >= 400
      ? { ...said, body: String(said.body).replace(/"status":(\d)(\d\d)/, '"status":$1.$2e2') }
      : said,
  ),
  every("error-as-problem", "application/problem+json is JSON", (said) =>
    said.status >= 400
      ? { ...said, headers: { ...said.headers, "content-type": "application/problem+json" } }
      : said,
  ),
  conflict("409-empty", () => say(409)),
  conflict("409-text", () => say(409, "shipped", "text/plain")),
  conflict("409-html", () => say(409, "<h1>Conflict</h1>", "text/html")),
  conflict("409-list", () => json(409, [1])),
  conflict("409-other-status-inside", () => json(409, { status: 400, code: 7 })),
  conflict("409-broken-json", () => say(409, "{", "application/json")),
  conflict("409-null", () => json(409, null)),
  refusing("malformed-400", "an id that is no number may be refused as the server likes", 400, isMalformed),
  refusing("malformed-405", "so it may", 405, isMalformed),
  refusing("malformed-422", "so it may", 422, isMalformed),
  refusing("malformed-403-by-a-gateway", "so it may", 403, isMalformed),
  refusing("malformed-414", "so it may", 414, (ask) => ask.path.length > 50),
  refusing("beyond-int64-400", "it is no int64", 400, ({ path }) => /\/-?\d{20,}$/.test(path)),
  refusing("query-400", "no parameter exists", 400, (ask) => ask.target.includes("?")),
  refusing(
    "accept-406",
    "HTTP's own negotiation",
    406,
    ({ headers: { accept } }) => !!accept && !/json|\*\/\*/.test(accept),
  ),
  refusing("head-405", "HEAD is not shown", 405, (ask) => ask.method === "HEAD"),
  refusing("head-404", "HEAD is not shown", 404, (ask) => ask.method === "HEAD"),
  refusing("other-path-spellings-400", "a strict front end", 400, (ask) => /\/\/|%2|\/\.|;/i.test(ask.path)),
  [
    "html-for-other-paths",
    "other paths are not shown",
    (shop) => {
      shop.other = () => say(404, "<h1>Not Found</h1>", "text/html");
      const { answer } = shop;
      shop.answer = (ask) => (ask.path === listPath || idOf(ask) ? answer(ask) : shop.other(ask));
    },
  ],
  [
    "options-401",
    "OPTIONS is not shown",
    (shop) => {
      shop.answer = (ask) => (shop.knows(ask) ? shop.serve(ask) : shop.refuse(ask));
    },
  ],
  [
    "not-modified",
    "a conditional request is HTTP's own",
    (shop) => {
      const { serve } = shop;
      shop.serve = (ask) => {
        const isConditional = ask.headers["if-none-match"] ?? ask.headers["if-modified-since"];
        return isConditional && ask.method !== "DELETE" ? say(304) : serve(ask);
      };
    },
  ],
  [
    "reads-one-order",
    "4.3: reading one order is not shown",
    (shop) => {
      const { other } = shop;
      shop.other = (ask) => {
        const row = ask.method === "GET" ? shop.find(idOf(ask) ?? "", ask) : undefined;
        return row ? json(200, shop.show(row)) : other(ask);
      };
    },
  ],
  [
    "pets",
    "9.4: GET /pets/{petId} is deprecated",
    (shop) => {
      const { other } = shop;
      shop.other = (ask) =>
        /^\/v1\/pets\/\d+$/.test(ask.path) ? json(200, { id: 1, name: "Rex" }) : other(ask);
    },
  ],
]);
