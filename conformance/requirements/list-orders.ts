/** Sections 4.1 and 8: all orders, in one JSON array. */

import type { Json } from "../../base/json.ts";
import type { Exchange } from "../history/exchange.ts";
import { headerOf, isJsonType } from "../history/exchange.ts";
import type { Judge } from "../history/judge.ts";
import { allHaveIds, describe, expectList, findOrder, listOf } from "../rules/listed-orders.ts";
import { givenLists } from "../scenarios/given-lists.ts";
import { headOfList, plainLists, queriedLists, queries } from "../scenarios/look.ts";
import { readableList } from "./readable-list.ts";
import { type Requirement, requirement } from "./requirement.ts";

const lists = { lists: plainLists };

export const listOrdersRequirements: readonly Requirement[] = [
  requirement({
    id: "list-orders/status",
    title: "Listing with the key answers 200",
    clause: "list-orders",
    scenes: lists,
    check({ lists }, judge) {
      for (const exchange of lists) judge.status(exchange, 200);
    },
  }),
  requirement({
    id: "list-orders/json-array",
    title: "The list is a JSON array at the top level",
    clause: "list-orders",
    scenes: lists,
    check({ lists }, judge) {
      for (const exchange of lists) {
        if (judge.answer(exchange).status !== 200) judge.untestable("The list is not answered 200.");
        expectList(exchange, judge);
      }
    },
  }),
  requirement({
    id: "list-orders/all-orders",
    title: "The list holds every order the run was given, each time it is read",
    clause: "list-all",
    scenes: { given: givenLists },
    check({ given: { ids, lists } }, judge) {
      for (const exchange of lists) expectGiven(ids, exchange, readableList(exchange, judge), judge);
    },
  }),
  requirement({
    id: "list-orders/one-response",
    title: "The list does not point to a next page",
    clause: "list-no-pages",
    scenes: { given: givenLists },
    check({ given: { lists } }, judge) {
      for (const exchange of lists) {
        const link = headerOf(judge.answer(exchange), "link");
        if (link !== undefined && hasNextRelation(link)) {
          judge.unmet("all orders in one response", `a Link to a next page (${link.slice(0, 80)})`, exchange);
        }
      }
    },
  }),
  requirement({
    id: "list-orders/no-filter",
    title: "Query parameters neither filter nor page the list",
    clause: "list-no-filter",
    scenes: { given: givenLists, queried: queriedLists },
    check({ given: { ids }, queried: { before, queried } }, judge) {
      const plain = readableList(before, judge);
      // Only given orders are sure to be there all along; other people's may come and go.
      const present = ids.filter((id) => findOrder(plain, id));
      if (present.length === 0) judge.untestable("The plain list shows none of the given orders.");
      queried.forEach((exchange, index) => {
        const { status } = judge.answer(exchange);
        // What an unknown parameter gets other than a list is not shown; a fault of the server is no answer.
        if (status >= 500) judge.unmet(`an answer below 500 to ?${queries[index]}`, String(status), exchange);
        const list = listOf(exchange);
        if (list) expectGiven(present, exchange, list, judge);
      });
    },
  }),
  requirement({
    id: "list-orders/media-type",
    title: "The list states a JSON media type",
    clause: "rfc9110-content-type",
    scenes: lists,
    check({ lists: [exchange] }, judge) {
      readableList(exchange, judge);
      const type = headerOf(judge.answer(exchange), "content-type");
      if (type === undefined || !isJsonType(type))
        judge.unmet("a JSON media type", type ?? "no Content-Type", exchange);
    },
  }),
  requirement({
    id: "list-orders/reading-changes-nothing",
    title: "A given order looks the same however often the list is read",
    clause: "rfc9110-safe",
    scenes: { given: givenLists },
    check({ given: { ids, lists } }, judge) {
      const [first, ...others] = lists.map((exchange) => ({ exchange, list: readableList(exchange, judge) }));
      for (const id of ids) {
        const before = first && findOrder(first.list, id);
        for (const { exchange, list } of others) {
          const after = findOrder(list, id);
          if (!before || !after) continue;
          const changed = Object.keys(before).filter(
            (name) => describe(before[name]) !== describe(after[name]),
          );
          if (changed.length > 0)
            judge.unmet(`order ${id} as it was`, `another ${changed.join(" and ")}`, exchange);
        }
      }
    },
  }),
  requirement({
    id: "list-orders/head",
    title: "HEAD of the list answers as GET does, without content",
    clause: "rfc9110-head",
    scenes: { head: headOfList },
    check({ head: { withKey } }, judge) {
      const answer = judge.status(withKey, 200);
      if (answer.body.length > 0) judge.unmet("no content", `${answer.body.length} bytes`, withKey);
    },
  }),
];

/** One of a link's relation types is `next` (RFC 8288, 3.3); `next-archive` is another, and an address may hold anything. */
function hasNextRelation(link: string): boolean {
  const withoutAddresses = link.replace(/<[^>]*>/g, "");
  return /;\s*rel\s*=\s*(?:"(?:[^"]*\s)?next(?:\s[^"]*)?"|next\s*(?:[;,]|$))/i.test(withoutAddresses);
}

function expectGiven(ids: readonly bigint[], exchange: Exchange, list: readonly Json[], judge: Judge): void {
  const missing = ids.filter((id) => !findOrder(list, id));
  if (missing.length === 0) return;
  if (!allHaveIds(list))
    judge.untestable("Some listed orders carry no id, and a given one may be among them.");
  judge.unmet(`order ${missing.join(" and ")} in the list`, `${list.length} orders without`, exchange);
}
