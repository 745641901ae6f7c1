/** Headers by which other services page, filter, change the user, force or skip something. The document knows none of them. */

import { type HeaderList, headers } from "./exchange.ts";

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

const values = new Map(unknownHeaders.flat().map(([name, value]) => [`${name}: ${value}`, true]));

/** Names with values: a user's own header of the same name means something else. An idempotency key is new each time. */
export const isUnknownHeader = (name: string, value: string): boolean =>
  values.has(`${name.toLowerCase()}: ${value}`) || /^idempotency-key$/i.test(name);
