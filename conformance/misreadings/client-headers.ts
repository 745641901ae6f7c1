/** Headers that clients and intermediaries add to a call. None is a parameter of the operations. */

import { type HeaderList, headers } from "../evidence/exchange.ts";
import { unknownHeaders, unknownInCancels, unknownTag } from "../evidence/special-headers.ts";

export const accepts = {
  json: ["application/json"],
  none: [null],
  any: ["*/*", "application/json;q=0.9, */*;q=0.8"],
  client: ["application/json, text/plain, */*"],
  // A browser's: it prefers HTML and accepts anything.
  html: ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"],
  // A client that does not accept JSON: 406 is as right as the documented answer.
  other: ["text/csv", "application/xml", "application/vnd.store.v2+json", "application/problem+json"],
} as const satisfies Record<string, readonly (string | null)[]>;

export const encodings = {
  none: null,
  gzip: "gzip",
  browser: "gzip, deflate, br, zstd",
  identity: "identity",
} as const satisfies Record<string, string | null>;

/** The forms of each kind of header. */
export const clientHeaders = {
  none: [() => []],
  language: [() => headers("accept-language: de-CH, ar;q=0.9, *;q=0.1")],
  browser: [
    () =>
      headers(
        "user-agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 | sec-fetch-mode: cors | x-requested-with: XMLHttpRequest",
      ),
  ],
  condition: [
    // These conditions are true, so that a right server answers as usual.
    () => headers("if-match: * | if-unmodified-since: Fri, 31 Dec 2999 23:59:59 GMT"),
    () => headers(`if-none-match: ${unknownTag} | if-modified-since: Thu, 01 Jan 1970 00:00:00 GMT`),
    // 304 is as right as the whole list.
    () => headers(`if-modified-since: ${new Date().toUTCString()}`),
  ],
  range: [() => headers("range: items=0-0"), () => headers("range: bytes=0-9")],
  prefer: [
    () => headers("prefer: return=representation, odata.maxpagesize=1"),
    () => headers("prefer: return=minimal, respond-async, wait=0, handling=lenient"),
  ],
  // The origin of a developer's page, a health probe's name, and the media type that wrappers of fetch state without content.
  // The third header makes a preflight only of an OPTIONS request.
  origin: [
    () =>
      headers(
        "origin: http://localhost:3000 | referer: http://localhost:3000/orders | access-control-request-method: DELETE | content-type: application/json | user-agent: kube-probe/1.34",
      ),
  ],
  // A proxy's headers about a client on its own machine, and about a user or a certificate that it admitted.
  forwarded: [
    () =>
      headers(
        "x-forwarded-for: 127.0.0.1 | x-real-ip: 127.0.0.1 | forwarded: for=127.0.0.1 | x-forwarded-user: admin | x-remote-user: admin | x-ssl-client-verify: SUCCESS",
      ),
  ],
  // The idempotency key is new each time: a server may answer a repeat as it did before.
  unknown: [() => [...unknownInCancels, ["idempotency-key", crypto.randomUUID()]]],
} as const satisfies Record<string, readonly (() => HeaderList)[]>;

/** Headers of caches (RFC 9111, 5.2), trailers (RFC 9110, 10.1.4) and tracing, which must not change an answer. */
const ofHttp = headers(
  "cache-control: no-cache | pragma: no-cache | te: trailers | dnt: 1 | priority: u=1 | via: 1.1 proxy | traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01 | x-request-id: none",
);

/** Headers of several proxies about a client on their own machine. */
const throughProxies = headers(
  "x-forwarded-for: 127.0.0.1, 127.0.0.1 | forwarded: for=127.0.0.1, for=127.0.0.1 | x-forwarded-user: admin",
);

/** Headers by which some servers replace the path, after or before their check of the key. */
const rewrites = headers("x-original-url: /health | x-rewrite-url: /health | x-forwarded-prefix: /health");

const formsOf = (...kinds: readonly (keyof typeof clientHeaders)[]): readonly HeaderList[] =>
  kinds.flatMap((kind) => clientHeaders[kind].map((form) => form()));
const ofRefusals = [ofHttp, ...formsOf("language", "browser", "condition", "range", "prefer", "forwarded")];
export const originHeaders = clientHeaders.origin[0]();

/** Groups of headers that must not change a refusal. */
export const headersOfRefusedCancels: readonly HeaderList[] = [...ofRefusals, unknownInCancels];
export const headersOfRefusedLists: readonly HeaderList[] = [...ofRefusals, rewrites, ...unknownHeaders];
/** Headers that caches and proxies add to a call. */
export const addedOnTheWay: HeaderList = [...ofHttp, ...throughProxies];
/** Groups of headers that must not change a list. */
export const headersOfLists: readonly HeaderList[] = [
  ofHttp,
  ...formsOf("language", "browser"),
  throughProxies,
];
