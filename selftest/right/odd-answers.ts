/** Answers that carry more than they need, guards in front of a service, and paths that are read in odd ways. */

import { isAscii } from "node:buffer";
import { parseId } from "../../base/ids.ts";
import { emptyReply, headerOf, type MockReply, type MockRequest, textReply } from "../../mocks/http/reply.ts";
import {
  alterRequests,
  type Build,
  cancelledId,
  isCancel,
  isLetIn,
  isList,
  overrideMethod,
  page,
  refusal,
  respell,
  textOf,
  toList,
  withHeaders,
  withoutHeaders,
  withText,
} from "../broken/broken-server.ts";
import { readsIds } from "../broken/steps.ts";
import { answered, isJson, type RightServer, rightServersOf } from "./right-server.ts";

/** Answers "later" to every nth request. */
const putsOff =
  (every: number, said: () => MockReply): Build =>
  (mock) => {
    let calls = 0;
    return (request) => (++calls % every === 0 ? said() : mock.handle(request));
  };
const waitFor = (status: number, time: string) => withHeaders(refusal(status), { "retry-after": time });
const untilNow = putsOff(20, () => waitFor(429, new Date().toUTCString()));
const slow = rightServersOf(
  { "put-off-until-a-date: Each twentieth answer is a 429 with a date.": untilNow },
  { isSlow: true },
);
const manyHeaders = {
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
};
const headersOf204 = { "content-type": "application/json", location: "/v1/store/orders", etag: 'W/"1"' };
const lacks = (...names: readonly string[]) => answered((reply) => withoutHeaders(reply, ...names));
const carries = (headers: Readonly<Record<string, string>>, status?: number) =>
  answered((reply) =>
    status === undefined || reply.status === status ? withHeaders(reply, headers) : undefined,
  );
const ofUse = ["www-authenticate", "content-length"];
const withMark = answered((reply) =>
  reply.body.length > 0 && isJson(reply) ? withText(reply, `\ufeff${textOf(reply)}`) : undefined,
);
const headers = rightServersOf({
  "answers-untyped: No answer says its media type.": lacks("content-type"),
  "no-challenge-or-length: Answers carry neither a challenge nor a length.": lacks(...ofUse),
  "answers-with-many-headers: Answers carry headers of caches, cookies and counts.": carries(manyHeaders),
  "confirmations-with-many-headers: A 204 says its type, a place and a tag.": carries(headersOf204, 204),
  "bodies-with-a-bom: JSON begins with a byte order mark.": withMark,
});

type Condition = (request: MockRequest) => boolean;
/** Refuses requests by rules outside of the document. */
const refuses =
  (said: MockReply, condition: Condition): Build =>
  (mock) =>
  (request) =>
    condition(request) ? said : mock.handle(request);
/** The same only for requests with the key. */
const refusesKnown =
  (said: MockReply, condition: Condition): Build =>
  (mock) =>
    refuses(said, (request) => isLetIn(mock, request) && condition(request))(mock);
const isHead: Condition = ({ method }) => method === "HEAD";
const hasQuery: Condition = (request) => isList(request) && request.target.includes("?");
const isOfPets: Condition = ({ target }) => target.startsWith("/v1/pets");
const header = ({ headers }: MockRequest, name: string) => headerOf(headers, name) ?? "";
/** Whether an Accept matches neither JSON nor anything (RFC 9110, 12.5.1). */
const wantsOtherThanJson: Condition = (request) => {
  const accept = header(request, "accept");
  return accept !== "" && !/(?:^|,)\s*(?:\*\/\*|application\/(?:\*|json))\s*(?:[,;]|$)/i.test(accept);
};
const sendsHeader =
  (pattern: RegExp): Condition =>
  ({ headers }) =>
    Object.keys(headers).some((name) => pattern.test(name));
/** Headers of an allow-list. */
const hasUnknownHeader = sendsHeader(
  /^(?!(?:host|connection|accept|accept-encoding|accept-language|authorization|content-length|cookie|user-agent)$)./i,
);
const claimsProxy = sendsHeader(
  /^(?:forwarded|x-forwarded-.*|x-real-ip|x-remote-user|x-(?:original|rewrite)-url)$/i,
);
const rewritesPath = sendsHeader(/^x-(?:original|rewrite)-url$/i);
/** Headers as they are sent: a letter is a byte. */
const isNotAscii: Condition = ({ headers }) => !isAscii(Buffer.from(JSON.stringify(headers), "latin1"));
const isOddRange: Condition = (request) => /^(?!bytes=[\d,-]+$)./.test(header(request, "range"));
/** The status of a malformed id, by its shape. */
function shapeStatus(id: string): number {
  if (/^[a-z]+$/i.test(id)) return 404;
  if (/^0x/.test(id)) return 403;
  if (/^\d+\.\d+$/.test(id)) return 422;
  if (id.length > 25) return 414;
  return /^\d+$/.test(id) ? 400 : 405;
}
const byShape = answered((reply, request) => {
  const id = cancelledId(request);
  const isMalformed = isCancel(request) && reply.status === 404 && parseId(id) === undefined;
  return isMalformed && shapeStatus(id) !== 404 ? page(shapeStatus(id)) : undefined;
});
const readsOneOrder: Build = (mock) => (request) => {
  const order = mock.control.orders().find(({ id }) => request.target === `/v1/store/orders/${id}`);
  return request.method === "GET" && order && isLetIn(mock, request)
    ? textReply(200, "application/json", `{"id":${order.id}}`, "one order")
    : mock.handle(request);
};
const aPet = textReply(200, "application/json", '{"id":1}', "a pet");
const guards = rightServersOf({
  "head-501: HEAD is a 501 for everyone.": refuses(emptyReply(501, "no HEAD"), isHead),
  "pets: There are pets.": refusesKnown(aPet, isOfPets),
  "queries-422: A query parameter is a 422.": refusesKnown(refusal(422), hasQuery),
  "queries-redirected: A query is redirected to the plain list.": refusesKnown(toList(308), hasQuery),
  // Kestrel's default; so do others that decode headers before they read the request.
  "headers-in-ascii: A header beyond ASCII is a 400.": refuses(emptyReply(400, "no ASCII"), isNotAscii),
  "accept-first: What is no JSON is a 406 before the key.": refuses(refusal(406), wantsOtherThanJson),
  "ranges-first: A range of no bytes is a 416 before the key.": refuses(emptyReply(416, "range"), isOddRange),
  "headers-known: A header that it does not know is a 400.": refusesKnown(refusal(400), hasUnknownHeader),
  "proxies-first: A header of a proxy is a 403 before the key.": refuses(page(403), claimsProxy),
  "rewrites-first: A header of another path is a 400 before the key.": refuses(refusal(400), rewritesPath),
  "reads-one-order: GET of one order shows it, with the key.": readsOneOrder,
  "malformed-ids-by-shape: A malformed id is a 4xx by its shape.": byShape,
});

/** Accepts another spelling of the path, which needs the same key. */
const spelled = (read: (path: string) => string) => alterRequests((request) => respell(request, read));
function readExponent(text: string): string | undefined {
  const isRead = /^\d+(?:\.\d+)?e\+?\d{1,2}$/i.test(text) && Number.isSafeInteger(Number(text));
  return isRead ? String(Number(text)) : undefined;
}
const readDigits = (text: string) =>
  text.normalize("NFKC").replace(/[٠-٩]/g, (digit) => String("٠١٢٣٤٥٦٧٨٩".indexOf(digit)));
const beforeParameter = (text: string) => /^(\d+);[\w=]*$/.exec(text)?.[1];
const readers = rightServersOf({
  "reads-exponents: Ids with exponents are read.": readsIds(readExponent),
  "reads-other-digits: Ids in other digits are read.": readsIds(readDigits),
  "reads-parameters: Ids with a parameter of the path are read.": readsIds(beforeParameter),
  "path-any-case: Paths with capitals are read.": spelled((path) => path.toLowerCase()),
  "path-suffix: Paths with a suffix are read.": spelled((path) => path.replace(/\.json$/, "")),
  "method-override: A method may be overridden, with the key.": alterRequests(overrideMethod),
});

export const oddAnswers: readonly RightServer[] = [...slow, ...headers, ...guards, ...readers];
