/**
 * Headers that have an effect on some servers: by HTTP, and those by which other services page, filter, change the user,
 * force or skip something. The document has none of the latter.
 */

import {
  type Answer,
  type Exchange,
  type HeaderList,
  headerOf,
  headers,
  isJsonType,
  type OutgoingRequest,
} from "./exchange.ts";

const paging = headers(
  "x-page: 2 | x-page-size: 1 | x-per-page: 1 | x-limit: 1 | x-offset: 1000 | page: 2 | limit: 1 | offset: 1000",
);
const selection = headers(
  "x-filter: status eq none | x-status: none | x-fields: id | x-sort: -id | x-timezone: Asia/Tokyo | time-zone: Asia/Tokyo",
);
const owner = headers(
  "x-tenant-id: none | x-tenant: none | x-organization-id: none | x-account-id: none | x-customer-id: none | x-store-id: none | x-user-id: 1 | x-user: admin",
);
const rights = headers(
  "x-admin: true | x-role: admin | x-user-role: admin | x-force: true | x-override: true | x-confirm: true | x-internal: true | x-debug: true | x-test: true | x-dry-run: true | x-reason: none",
);
const client = headers(
  "user-agent: Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 | sec-ch-ua-mobile: ?1 | save-data: on | cookie: page=2; limit=1; status=none; admin=true; role=admin; debug=true; session=abc; note=%; flag",
);
const tool = headers("user-agent: curl/8.14.1");
/**
 * Values that are allowed, and that servers which parse them may not expect (RFC 9110, 13.1.3; RFC 7239, 6.2). An Upgrade that
 * Connection does not name has no effect (RFC 9110, 7.8).
 */
const oddValues = headers(
  `x-forwarded-for: unknown | forwarded: for=_hidden | if-modified-since: never | referer: about:blank | accept-language: * | x-request-id: ${"x".repeat(200)} | upgrade: websocket | expect: 100-continue | content-type: multipart/form-data; boundary=x`,
);

/** Headers of lists, in groups that are sent together: a server that ignores a group ignores each header in it. */
export const unknownHeaders: readonly HeaderList[] = [
  paging,
  selection,
  owner,
  rights,
  client,
  tool,
  oddValues,
];

/** Headers of cancels, sent together. None names another owner, for whom a given id may be another order's. */
export const unknownInCancels: HeaderList = [...new Map([...selection, ...rights, ...client])];

/** An entity tag that no list has. */
export const unknownTag = '"none-such"';

const values = new Set(unknownHeaders.flat().map(([name, value]) => `${name}: ${value}`));

/** Whether it is one of these headers with its value: a user's own header of the same name means something else. */
export const isUnknownHeader = (name: string, value: string): boolean =>
  values.has(`${name.toLowerCase()}: ${value}`) ||
  // An idempotency key is new each time.
  /^idempotency-key$/i.test(name);

/** A header that may have an effect on a right server, by HTTP or by a convention, and the answers that may be due to it. */
type SpecialHeader = readonly [
  includes: (name: string, value: string) => boolean,
  mayCause: (answer: Answer) => boolean,
];
const named = (pattern: RegExp) => (name: string) => pattern.test(name);
const originHeader: SpecialHeader = [named(/^origin$/i), ({ status }) => status === 403];
const specialHeaders: readonly SpecialHeader[] = [
  originHeader,
  [named(/^range$/i), ({ status }) => status === 206 || status === 416],
  [named(/^if-[a-z-]+$/i), ({ status }) => status === 304 || status === 412],
  // It may change anything (RFC 7240).
  [named(/^prefer$/i), () => true],
  [
    (name, value) => /^accept$/i.test(name) && !admitsJson(value),
    (answer) => answer.status === 406 || !isJsonType(headerOf(answer, "content-type") ?? "application/json"),
  ],
  [isUnknownHeader, ({ status }) => isOtherRefusal(status)],
];

/** Whether a header may have an effect on a right server, so that another status than usual is not a fault. */
export const mayHaveEffect = (name: string, value: string): boolean =>
  specialHeaders.some(([includes]) => includes(name, value));

/** Whether a request has a header that has an effect on some servers. */
export const hasSpecialHeader = ({ headers }: OutgoingRequest): boolean =>
  headers.some(([name, value]) => mayHaveEffect(name, value));

/**
 * Whether an answer may be due to a header that has an effect on some servers; if not, the call counts like any other.
 * @param isOriginAdmitted whether the server is known to accept such calls from its Origin
 */
export function mayBeDueToHeader({ request, answer }: Exchange, isOriginAdmitted = false): boolean {
  return specialHeaders.some(
    (header) =>
      !(isOriginAdmitted && header === originHeader) &&
      request.headers.some(([name, value]) => header[0](name, value)) &&
      (!answer || header[1](answer)),
  );
}

/** Whether a status is a refusal that the document gives for no call. */
export const isOtherRefusal = (status: number): boolean =>
  status >= 400 && status < 500 && ![401, 404, 409].includes(status);

/** Whether an Accept admits `application/json`: the most specific range that matches it decides (RFC 9110, 12.5.1). */
function admitsJson(accept: string): boolean {
  if (accept.trim() === "") return true;
  const ranges = accept.split(",").map((range) => range.toLowerCase().replace(/\s/g, ""));
  const matching = ["application/json", "application/*", "*/*"].map((type) =>
    ranges.filter((range) => range.split(";")[0] === type),
  );
  const [mostSpecific = []] = matching.filter((found) => found.length > 0);
  return mostSpecific.some((range) => !/;q=0(?:\.0*)?(?:;|$)/.test(range));
}
