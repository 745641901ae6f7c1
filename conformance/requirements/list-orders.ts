/** Sections 2, 4.1 and 8: all orders, in one JSON array, each field of its type. */

import type { TestableClauseId } from "../../spec/clauses.ts";
import { isJsonObject, type Json } from "../../spec/json.ts";
import { isInt64 } from "../../spec/wire.ts";
import { dateTimeKind } from "../date-time.ts";
import type { Exchange } from "../exchange.ts";
import { headerOf, isJsonType } from "../exchange.ts";
import type { Judge } from "../judge.ts";
import { allHaveIds, describe, expectList, findOrder, listOf, ordersIn } from "../listed-orders.ts";
import { type Requirement, requirement } from "../requirement.ts";
import { givenLists } from "../scenes/given-lists.ts";
import { headOfList, plainLists, queriedLists, queries } from "../scenes/look.ts";

const lists = { lists: plainLists };

/** A requirement on one field of every listed order, where it is present (no field is required). */
function fieldRequirement(
  name: string,
  field: string,
  clause: TestableClauseId,
  title: string,
  expected: string,
  isRight: (value: Json) => boolean,
): Requirement {
  return requirement({
    id: `list-orders/${name}`,
    title,
    clause,
    scenes: lists,
    check({ lists }, judge) {
      for (const exchange of lists) {
        for (const order of ordersIn(readableList(exchange, judge))) {
          const value = order[field];
          if (value !== undefined && !isRight(value)) {
            judge.unmet(`${field} of order ${idOf(order.id)} to be ${expected}`, describe(value), exchange);
          }
        }
      }
    },
  });
}

/** The list, where it can be read; where not, `list-orders/json-array` says so. */
function readableList(exchange: Exchange, judge: Judge): readonly Json[] {
  judge.answer(exchange);
  return listOf(exchange) ?? judge.untestable("The list is not a 200 with a JSON array.");
}

function idOf(id: Json | undefined): string {
  return typeof id === "bigint" ? String(id) : `with ${id === undefined ? "no id" : `id ${describe(id)}`}`;
}

const isString = (value: Json): value is string => typeof value === "string";

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
    id: "list-orders/elements-are-objects",
    title: "Each listed order is a JSON object",
    clause: "order-is-object",
    scenes: lists,
    check({ lists }, judge) {
      for (const exchange of lists) {
        const list = readableList(exchange, judge);
        const wrong = list.findIndex((element) => !isJsonObject(element));
        if (wrong >= 0) judge.unmet(`element ${wrong} to be an object`, describe(list[wrong]), exchange);
      }
    },
  }),
  fieldRequirement("id", "id", "order-id", "Each id is an int64 integer", "an int64 integer", isInt64),
  fieldRequirement(
    "pet-id",
    "petId",
    "order-pet-id",
    "Each petId is an int64 integer",
    "an int64 integer",
    isInt64,
  ),
  fieldRequirement(
    "quantity",
    "quantity",
    "order-quantity",
    "Each quantity is an integer",
    "an integer",
    isInteger,
  ),
  fieldRequirement(
    "ship-date-type",
    "shipDate",
    "order-ship-date",
    "Each shipDate is a string",
    "a string",
    isString,
  ),
  fieldRequirement(
    "ship-date",
    "shipDate",
    "order-ship-date",
    "Each shipDate is an ISO 8601 date-time",
    "an ISO 8601 date-time",
    (value) => !isString(value) || dateTimeKind(value) !== "invalid",
  ),
  fieldRequirement(
    "ship-date-rfc3339",
    "shipDate",
    "rfc3339-date-time",
    "Each shipDate is in the profile of RFC 3339",
    "an RFC 3339 date-time",
    (value) => !isString(value) || dateTimeKind(value) !== "iso8601",
  ),
  fieldRequirement(
    "complete",
    "complete",
    "order-complete",
    "Each complete is a boolean",
    "a boolean",
    (value) => typeof value === "boolean",
  ),
  requirement({
    id: "list-orders/ids-unique",
    title: "No two listed orders have the same id",
    clause: "order-id-unique",
    scenes: lists,
    check({ lists }, judge) {
      for (const exchange of lists) {
        const seen = new Set<Json>();
        for (const { id } of ordersIn(readableList(exchange, judge))) {
          if (typeof id !== "bigint") continue;
          if (seen.has(id)) judge.unmet("each id once", `order ${id} twice`, exchange);
          seen.add(id);
        }
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
        if (link !== undefined && /\brel="?next\b/i.test(link)) {
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

/** JSON has no literal for infinity: a number that became it was an integer too large for a double. */
function isInteger(value: Json): boolean {
  return (
    typeof value === "bigint" || value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY
  );
}

function expectGiven(ids: readonly bigint[], exchange: Exchange, list: readonly Json[], judge: Judge): void {
  const missing = ids.filter((id) => !findOrder(list, id));
  if (missing.length === 0) return;
  if (!allHaveIds(list))
    judge.untestable("Some listed orders carry no id, and a given one may be among them.");
  judge.unmet(`order ${missing.join(" and ")} in the list`, `${list.length} orders without`, exchange);
}
