/** What clients and intermediaries send along with a call. None of it is a parameter of the operations. */

import { type HeaderList, headers } from "../evidence/exchange.ts";
import type { Call } from "../evidence/read-call.ts";
import { unknownHeaders, unknownInCancels, unknownTag } from "../evidence/unknown-headers.ts";
import type { Point } from "./input-model.ts";

export const accepts: Readonly<Record<Point["accept"], readonly (string | null)[]>> = {
  json: ["application/json"],
  none: [null],
  any: ["*/*", "application/json;q=0.9, */*;q=0.8"],
  client: ["application/json, text/plain, */*"],
  // A browser's: it would rather have a page, and takes anything.
  html: ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"],
  // Of a client that takes no JSON: 406 is as good as what the document says.
  other: ["text/csv", "application/xml"],
};

export const encodings: Readonly<Record<Point["encoding"], string | null>> = {
  none: null,
  gzip: "gzip",
  browser: "gzip, deflate, br, zstd",
  identity: "identity",
};

/** Each kind with its forms. None of these is a parameter of the operations. */
export const clientHeaders: Readonly<Record<Point["headers"], readonly (() => HeaderList)[]>> = {
  none: [() => []],
  language: [() => headers("accept-language: de-CH, ar;q=0.9, *;q=0.1")],
  browser: [
    () =>
      headers(
        "user-agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 | sec-fetch-mode: cors | x-requested-with: XMLHttpRequest",
      ),
  ],
  condition: [
    // Of these two a right server finds that they hold, and goes on as usual.
    () => headers("if-match: * | if-unmodified-since: Fri, 31 Dec 2999 23:59:59 GMT"),
    () => headers(`if-none-match: ${unknownTag} | if-modified-since: Thu, 01 Jan 1970 00:00:00 GMT`),
  ],
  range: [() => headers("range: items=0-0"), () => headers("range: bytes=0-9")],
  prefer: [
    () => headers("prefer: return=representation, odata.maxpagesize=1"),
    () => headers("prefer: return=minimal, respond-async, wait=0, handling=lenient"),
  ],
  // Where a developer's page comes from. The last one makes a preflight of OPTIONS, and of nothing else.
  origin: [
    () =>
      headers(
        "origin: http://localhost:3000 | referer: http://localhost:3000/orders | access-control-request-method: DELETE",
      ),
  ],
  // What a proxy says of a client that is its own machine, and of a user that it let in.
  forwarded: [
    () =>
      headers(
        "x-forwarded-for: 127.0.0.1 | x-real-ip: 127.0.0.1 | forwarded: for=127.0.0.1 | x-forwarded-user: admin | x-remote-user: admin",
      ),
  ],
  // With another key for repeats each time: a server may answer a repeat as it did before.
  unknown: [() => [...unknownInCancels, ["idempotency-key", crypto.randomUUID()]]],
};

/** Of caches (RFC 9111, 5.2), of trailers (RFC 9110, 10.1.4) and of tracing: no answer depends on them. */
const ofHttp = headers(
  "cache-control: no-cache | pragma: no-cache | te: trailers | dnt: 1 | priority: u=1 | via: 1.1 proxy | traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01 | x-request-id: none",
);

/** What several proxies say together of a client that is their own machine. */
const throughProxies = headers(
  "x-forwarded-for: 127.0.0.1, 127.0.0.1 | forwarded: for=127.0.0.1, for=127.0.0.1 | x-forwarded-user: admin",
);

const formsOf = (...kinds: readonly Point["headers"][]): readonly HeaderList[] =>
  kinds.flatMap((kind) => clientHeaders[kind].map((form) => form()));
const ofRefusals = [ofHttp, ...formsOf("language", "browser", "condition", "range", "prefer", "forwarded")];
const [origin] = formsOf("origin");

/** Kinds of headers that make no difference to a refusal. */
export const headersOfRefusedCancels: readonly HeaderList[] = [...ofRefusals, unknownInCancels];
export const headersOfRefusedLists: readonly HeaderList[] = [...ofRefusals, ...unknownHeaders];
/** What caches and proxies add on the way. */
export const addedOnTheWay: HeaderList = [...ofHttp, ...throughProxies];
/** Kinds of headers that make no difference to a list. */
export const headersOfLists: readonly HeaderList[] = [
  ofHttp,
  ...formsOf("language", "browser"),
  throughProxies,
];

/**
 * All of them in one call, each kind alone where that is answered otherwise than a call with none of them. An Origin
 * that nobody knows may be refused: it is sent apart.
 * @param isUsual whether a call is answered as one without these headers
 */
export async function askWithHeaders(
  isUsual: (call: Call) => boolean,
  kinds: readonly HeaderList[],
  ask: (headers: HeaderList) => Promise<Call>,
): Promise<void> {
  const [all] = await Promise.all([ask([...new Map(kinds.flat())]), ask(origin!)]);
  if (!isUsual(all)) await Promise.all(kinds.map(ask));
}

/** Cancels that are refused with this status, whatever is sent along. */
export const cancelWithHeaders = (
  status: number | undefined,
  ask: (headers: HeaderList) => Promise<Call>,
): Promise<void> => askWithHeaders((call) => call.status === status, headersOfRefusedCancels, ask);
