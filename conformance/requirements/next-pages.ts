/** All orders come in one response (8, rule 1): a list must not point to more. */

import { headerOf } from "../evidence/exchange.ts";
import type { History } from "../evidence/history.ts";
import type { Contradiction } from "../model/contradiction.ts";

export function nextPages({ lists }: History): readonly Contradiction[] {
  return lists.flatMap(({ call: { exchange } }) => {
    const link = headerOf(exchange.answer!, "link");
    if (link === undefined || !hasNextRelation(link)) return [];
    const received = `a Link to a next page (${link.slice(0, 80)})`;
    return [{ expected: "all orders in one response", received, exchange }];
  });
}

/** One of a link's relation types is `next` (RFC 8288, 3.3); `next-archive` is another, and an address may hold anything. */
function hasNextRelation(link: string): boolean {
  const withoutAddresses = link.replace(/<[^>]*>/g, "");
  return /;\s*rel\s*=\s*(?:"(?:[^"]*\s)?next(?:\s[^"]*)?"|next\s*(?:[;,]|$))/i.test(withoutAddresses);
}
