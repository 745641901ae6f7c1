/** Answers that carry more than they need, guards in front of a service, and paths that are read in odd ways. */

import { isAscii, isUtf8 } from "node:buffer";
import { parseId } from "../../base/ids.ts";
import { emptyReply, headerOf, type MockReply, type MockRequest, textReply } from "../../mocks/http/reply.ts";
import {
  alterRequests,
  cancelledId,
  isCancel,
  isLetIn,
  isList,
  page,
  redirect,
  refusal,
  retarget,
  textOf,
  withHeaders,
  withoutHeaders,
  withText,
} from "../broken/broken-server.ts";
import { instead } from "../broken/steps.ts";
import { answered, isJson, type RightServer, right } from "./right-server.ts";

/** Every Nth answer is put off. */
const puttingOff = (id: string, every: number, said: () => MockReply): RightServer => ({
  ...right(id, `Each ${every}th answer is put off.`, (mock) => {
    let calls = 0;
    return (request) => (++calls % every === 0 ? said() : mock.handle(request));
  }),
  isSlow: true,
});
const headers: readonly RightServer[] = [
  puttingOff("rate-limited", 3, () => withHeaders(refusal(429), { "retry-after": "0" })),
  puttingOff("overloaded", 3, () => withHeaders(refusal(503), { "retry-after": "0" })),
  puttingOff("put-off-until-a-date", 20, () =>
    withHeaders(refusal(429), { "retry-after": new Date().toUTCString() }),
  ),
  answered("answers-untyped", "No answer says its media type.", (reply) =>
    withoutHeaders(reply, "content-type"),
  ),
  answered("no-challenge-or-length", "Answers carry neither a challenge nor a length.", (reply) =>
    withoutHeaders(reply, "www-authenticate", "content-length"),
  ),
  answered("answers-with-many-headers", "Answers carry headers of caches, cookies and counts.", (reply) =>
    withHeaders(reply, {
      via: "1.1 varnish",
      age: "0",
      "alt-svc": 'h3=":443"',
      vary: "authorization",
      "set-cookie": "a=b; Path=/",
      "cache-control": "no-store",
      etag: 'W/"x"',
      "last-modified": "Sat, 21 Nov 2026 10:00:00 GMT",
      "x-total-count": "14",
      link: '</v1/store/orders?page=1>; rel="self"',
      "ratelimit-remaining": "1",
    }),
  ),
  answered("confirmations-with-many-headers", "A 204 says its type, a place and a tag.", (reply) =>
    reply.status === 204
      ? withHeaders(reply, {
          "content-type": "application/json",
          location: "/v1/store/orders",
          etag: 'W/"1"',
        })
      : undefined,
  ),
  answered("bodies-with-a-bom", "JSON begins with a byte order mark.", (reply) =>
    reply.body.length > 0 && isJson(reply) ? withText(reply, `\ufeff${textOf(reply)}`) : undefined,
  ),
];

type IsMeant = (request: MockRequest) => boolean;
/** Requests that are refused by rules outside of the document. */
const refuses = (id: string, what: string, said: MockReply, isMeant: IsMeant) =>
  right(id, `${what}.`, (mock) => (request) => (isMeant(request) ? said : mock.handle(request)));
/** The same for requests with the key alone. */
const refusesKnown = (id: string, what: string, said: MockReply, isMeant: IsMeant) =>
  right(id, `${what}.`, (mock) => (request) => {
    return isLetIn(mock, request) && isMeant(request) ? said : mock.handle(request);
  });
const isHead: IsMeant = ({ method }) => method === "HEAD";
const hasQuery: IsMeant = (request) => isList(request) && request.target.includes("?");
const isOfPets: IsMeant = ({ target }) => target.startsWith("/v1/pets");
const header = ({ headers }: MockRequest, name: string) => headerOf(headers, name) ?? "";
/** Whether an Accept matches neither JSON nor anything (RFC 9110, 12.5.1). */
const wantsOtherThanJson: IsMeant = (request) => {
  const accept = header(request, "accept");
  return accept !== "" && !/(?:^|,)\s*(?:\*\/\*|application\/(?:\*|json))\s*(?:[,;]|$)/i.test(accept);
};
/** Headers as they are sent: a letter is a byte. */
const headerBytes = ({ headers }: MockRequest) => Buffer.from(JSON.stringify(headers), "latin1");
const isNoUtf8: IsMeant = (request) => !isUtf8(headerBytes(request));
const isBeyondAscii: IsMeant = (request) => !isAscii(headerBytes(request));
const hasHeader =
  (pattern: RegExp): IsMeant =>
  ({ headers }) =>
    Object.keys(headers).some((name) => pattern.test(name));
/** Headers of an allow-list. */
const hasUnknownHeader = hasHeader(
  /^(?!(?:host|connection|accept|accept-encoding|accept-language|authorization|content-length|cookie|user-agent)$)./i,
);
const claimsProxy = hasHeader(
  /^(?:forwarded|x-forwarded-.*|x-real-ip|x-remote-user|x-(?:original|rewrite)-url)$/i,
);
const rewritesPath = hasHeader(/^x-(?:original|rewrite)-url$/i);
/** The status of a malformed id, by its shape. */
function shapeStatus(id: string): number {
  if (/^[a-z]+$/i.test(id)) return 404;
  if (/^0x/.test(id)) return 403;
  if (/^\d+\.\d+$/.test(id)) return 422;
  if (id.length > 25) return 414;
  return /^\d+$/.test(id) ? 400 : 405;
}
const isNoId = (request: MockRequest) => parseId(cancelledId(request)) === undefined;
const toList = redirect(308, "/v1/store/orders");
const guards: readonly RightServer[] = [
  refusesKnown("head-405", "HEAD is a 405", emptyReply(405, "no HEAD", { allow: "GET" }), isHead),
  refuses("head-501", "HEAD is a 501 for everyone", emptyReply(501, "no HEAD"), isHead),
  refuses("pets-404", "The deprecated pet path is gone", refusal(404), isOfPets),
  refusesKnown("pets", "There are pets", textReply(200, "application/json", '{"id":1}', "a pet"), isOfPets),
  refusesKnown("queries-422", "A query parameter is a 422", refusal(422), hasQuery),
  refusesKnown("queries-404", "A path with a query is another", refusal(404), hasQuery),
  refusesKnown("queries-redirected", "A query is redirected to the plain list", toList, hasQuery),
  refuses("slashes-redirected", "A slash at the end is sent elsewhere", toList, ({ target }) =>
    /.\/$/.test(target),
  ),
  // Kestrel's default; so do others that decode headers before they read the request.
  refuses("headers-in-utf-8", "A header that is no UTF-8 is a 400", emptyReply(400, "no UTF-8"), isNoUtf8),
  refuses("headers-in-ascii", "A header beyond ASCII is a 400", emptyReply(400, "no ASCII"), isBeyondAscii),
  refusesKnown("headers-known", "A header that it does not know is a 400", refusal(400), hasUnknownHeader),
  refuses("proxies-first", "A header of a proxy is a 403 before the key", page(403), claimsProxy),
  refuses("rewrites-first", "A header of another path is a 400 before the key", refusal(400), rewritesPath),
  refuses("accept-first", "What is no JSON is a 406 before the key", refusal(406), wantsOtherThanJson),
  refusesKnown("accept-406", "What is no JSON is a 406 to the key", refusal(406), wantsOtherThanJson),
  refuses(
    "ranges-first",
    "A range of no bytes is refused before the key",
    emptyReply(416, "range"),
    (request) => /^(?!bytes=[\d,-]+$)./.test(header(request, "range")),
  ),
  right("reads-one-order", "GET of one order shows it, with the key.", (mock) => (request) => {
    const order = mock.control.orders().find(({ id }) => request.target === `/v1/store/orders/${id}`);
    return request.method === "GET" && order && isLetIn(mock, request)
      ? textReply(200, "application/json", `{"id":${order.id}}`, "one order")
      : mock.handle(request);
  }),
  answered("malformed-ids-by-shape", "A malformed id is a 4xx by its shape.", (reply, request) =>
    isCancel(request) && reply.status === 404 && isNoId(request) && shapeStatus(cancelledId(request)) !== 404
      ? page(shapeStatus(cancelledId(request)))
      : undefined,
  ),
];

/** The same number in another notation. */
const reads = (id: string, what: string, read: (text: string) => string | undefined) =>
  right(`reads-${id}`, `${what} are read.`, (mock) =>
    instead(["unknown", "malformed"], ({ id, request }) => {
      const text = read(id);
      return text === undefined || text === id ? undefined : mock.handle(retarget(request, text));
    })(mock),
  );
/** Another spelling of the path, with the same key asked. */
const spelled = (id: string, what: string, change: (path: string) => string) =>
  right(
    `path-${id}`,
    `Paths with ${what} are read.`,
    alterRequests((request) => {
      const [path = "", ...query] = request.target.split(/(?=\?)/);
      return { ...request, target: [change(path), ...query].join("") };
    }),
  );
const readers: readonly RightServer[] = [
  reads("plus", "Ids with a plus", (text) => /^\+(\d+)$/.exec(text)?.[1]),
  reads("spaces", "Ids with spaces around", (text) => text.trim()),
  reads("decimals", "Ids with zeros behind a point", (text) => /^(\d+)\.0*$/.exec(text)?.[1]),
  reads("underscores", "Ids with underscores", (text) =>
    /^\d[\d_]*\d$/.test(text) ? text.replaceAll("_", "") : undefined,
  ),
  reads("other-bases", "Ids in other bases", (text) =>
    /^0(?:x[\da-f]+|o[0-7]+|b[01]+)$/i.test(text) ? String(BigInt(text)) : undefined,
  ),
  reads("exponents", "Ids with exponents", (text) =>
    /^\d+(?:\.\d+)?e\+?\d{1,2}$/i.test(text) && Number.isSafeInteger(Number(text))
      ? String(Number(text))
      : undefined,
  ),
  reads("other-digits", "Ids in other digits", (text) =>
    text.normalize("NFKC").replace(/[٠-٩]/g, (digit) => String("٠١٢٣٤٥٦٧٨٩".indexOf(digit))),
  ),
  reads("parameters", "Ids with a parameter of the path", (text) => /^(\d+);[\w=]*$/.exec(text)?.[1]),
  spelled("trailing-slash", "a slash behind them", (path) => path.replace(/(?<=.)\/$/, "")),
  spelled("double-slash", "double slashes", (path) => path.replace(/\/{2,}/g, "/")),
  spelled("any-case", "capitals", (path) => path.toLowerCase()),
  spelled("suffix", "a suffix", (path) => path.replace(/\.json$/, "")),
  right(
    "method-override",
    "A method may be overridden, with the key.",
    alterRequests((request) => {
      const other = headerOf(request.headers, "x-http-method-override");
      return request.method === "POST" && other ? { ...request, method: other } : request;
    }),
  ),
];

export const oddAnswers: readonly RightServer[] = [...headers, ...guards, ...readers];
