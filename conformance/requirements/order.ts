/** Section 2: each listed order is an Order, each field it has of its type. */

import { dateTimeKind } from "../../base/date-time.ts";
import { isInt64 } from "../../base/ids.ts";
import { isJsonObject, type Json } from "../../base/json.ts";
import type { TestableClauseId } from "../../spec/clauses.ts";
import { describe, ordersIn, repeatedId } from "../rules/listed-orders.ts";
import { isInteger } from "../rules/order-type-fault.ts";
import { plainLists } from "../scenarios/look.ts";
import { readableList } from "./readable-list.ts";
import { type Requirement, requirement } from "./requirement.ts";

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
    id: `order/${name}`,
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

function idOf(id: Json | undefined): string {
  return typeof id === "bigint" ? String(id) : `with ${id === undefined ? "no id" : `id ${describe(id)}`}`;
}

const isString = (value: Json): value is string => typeof value === "string";

export const orderRequirements: readonly Requirement[] = [
  requirement({
    id: "order/is-object",
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
    id: "order/id-unique",
    title: "No two listed orders have the same id",
    clause: "order-id-unique",
    scenes: lists,
    check({ lists }, judge) {
      for (const exchange of lists) {
        const repeated = repeatedId(readableList(exchange, judge));
        if (repeated !== undefined) judge.unmet("each id once", `order ${repeated} twice`, exchange);
      }
    },
  }),
];
