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
  "user-agent: Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 | sec-ch-ua-mobile: ?1 | save-data: on | cookie: page=2; limit=1; status=none; admin=true; role=admin; debug=true; note=%; flag",
);
const tool = headers("user-agent: curl/8.14.1");

/** Headers of lists, in groups that are sent together: a server that ignores a group ignores each header in it. */
export const unknownHeaders: readonly HeaderList[] = [paging, selection, owner, rights, client, tool];

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

/**
 * Headers that may have an effect on a right server, by HTTP or by a convention: which these are, the answers that may be due
 * to them, and what a run sends of them.
 */
interface SpecialHeader {
  readonly includes: (name: string, value: string) => boolean;
  readonly mayCause: (answer: Answer) => boolean;
  readonly sends: readonly (() => HeaderList)[];
}
const named = (pattern: RegExp) => (name: string) => pattern.test(name);

export const specialHeaders = {
  condition: {
    includes: named(/^if-[a-z-]+$/i),
    mayCause: ({ status }) => status === 304 || status === 412,
    sends: [
      // These conditions are true, so that a right server answers as usual.
      () => headers("if-match: * | if-unmodified-since: Fri, 31 Dec 2999 23:59:59 GMT"),
      () => headers(`if-none-match: ${unknownTag} | if-modified-since: Thu, 01 Jan 1970 00:00:00 GMT`),
      // 304 is as right as the whole list.
      () => headers(`if-modified-since: ${new Date().toUTCString()}`),
    ],
  },
  range: {
    includes: named(/^range$/i),
    mayCause: ({ status }) => status === 206 || status === 416,
    sends: [() => headers("range: items=0-0"), () => headers("range: bytes=0-9")],
  },
  // It may change anything (RFC 7240).
  prefer: {
    includes: named(/^prefer$/i),
    mayCause: () => true,
    sends: [
      () => headers("prefer: return=representation, odata.maxpagesize=1"),
      () => headers("prefer: return=minimal, respond-async, wait=0, handling=lenient"),
    ],
  },
  // The origin of a developer's page, and a health probe's name. The third header makes a preflight only of an OPTIONS request.
  origin: {
    includes: named(/^origin$/i),
    mayCause: ({ status }) => status === 403,
    sends: [
      () =>
        headers(
          "origin: http://localhost:3000 | referer: http://localhost:3000/orders | access-control-request-method: DELETE | user-agent: kube-probe/1.34",
        ),
    ],
  },
  accept: {
    includes: (name, value) => /^accept$/i.test(name) && !admitsJson(value),
    mayCause: (answer) =>
      answer.status === 406 || !isJsonType(headerOf(answer, "content-type") ?? "application/json"),
    sends: [],
  },
  unknown: {
    includes: isUnknownHeader,
    mayCause: ({ status }) => isOtherRefusal(status),
    // The idempotency key is new each time: a server may answer a repeat as it did before.
    sends: [() => [...unknownInCancels, ["idempotency-key", crypto.randomUUID()]]],
  },
} as const satisfies Readonly<Record<string, SpecialHeader>>;
const kinds: readonly SpecialHeader[] = Object.values(specialHeaders);

/** Whether another status than usual is not a fault, because of this header. */
export const mayHaveEffect = (name: string, value: string): boolean =>
  kinds.some(({ includes }) => includes(name, value));

/** Whether a request has a header that has an effect on some servers. */
export const hasSpecialHeader = ({ headers }: OutgoingRequest): boolean =>
  headers.some(([name, value]) => mayHaveEffect(name, value));

/**
 * Whether an answer may be due to a header that has an effect on some servers; if not, the call counts like any other.
 * @param isOriginAdmitted whether the server is known to accept such calls from its Origin
 */
export function mayBeDueToHeader({ request, answer }: Exchange, isOriginAdmitted = false): boolean {
  const effective = kinds.filter(
    (kind) =>
      !(isOriginAdmitted && kind === specialHeaders.origin) &&
      request.headers.some(([name, value]) => kind.includes(name, value)),
  );
  return effective.some(({ mayCause }) => !answer || mayCause(answer));
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
