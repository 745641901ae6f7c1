/** Addresses of servers, as options give them. */

import { BadInput, quoteValue } from "../base/bad-input.ts";

/** @throws {BadInput} for what is no plain http or https address */
export function checkUrl(text: string, what: string): void {
  // URL drops line ends and spaces without a word; a request would have them.
  const url = URL.canParse(text) && !/[\s\p{Cc}]/u.test(text) ? new URL(text) : undefined;
  if (!url || !["http:", "https:"].includes(url.protocol)) {
    throw new BadInput(
      `Cannot use ${what}: it must be an http or https address, as in https://host/v1, got ${quoteValue(text)}.`,
    );
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new BadInput(
      `Cannot use ${what}: it must not hold a user, a query or a fragment. The key goes into STORE_ORDERS_API_KEY.`,
    );
  }
}
