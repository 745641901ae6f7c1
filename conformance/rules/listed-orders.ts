/** Reading a list answer: the array, its orders, one order's documented fields. */

import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import type { Exchange } from "../history/exchange.ts";
import { parsedBody } from "../history/exchange.ts";
import type { Judge } from "../history/judge.ts";

/** The list's elements. A 200 with a JSON array, or unmet. */
export function expectList(exchange: Exchange, judge: Judge): readonly Json[] {
  judge.status(exchange, 200);
  const json = judge.json(exchange);
  if (!Array.isArray(json)) {
    return judge.unmet(
      "a JSON array at the top level",
      isJsonObject(json) ? "a JSON object" : describe(json),
      exchange,
    );
  }
  return json;
}

/** The list's elements, or undefined where the answer is no list: other requirements say why. */
export function listOf(exchange: Exchange): readonly Json[] | undefined {
  if (exchange.answer?.status !== 200) return undefined;
  const parsed = parsedBody(exchange.answer);
  return "json" in parsed && Array.isArray(parsed.json) ? parsed.json : undefined;
}

/** The orders among a list's elements; an element that is no object has a requirement of its own. */
export function ordersIn(list: readonly Json[]): readonly JsonObject[] {
  return list.filter((element) => isJsonObject(element));
}

/** The listed order with an id, by its digits. */
export function findOrder(list: readonly Json[], id: bigint): JsonObject | undefined {
  return ordersIn(list).find((order) => order.id === id);
}

/** Orders need not carry an id (section 2); then none can be said to be missing. */
export function allHaveIds(list: readonly Json[]): boolean {
  return ordersIn(list).every((order) => order.id !== undefined);
}

/** The first id that two listed orders share. */
export function repeatedId(list: readonly Json[]): bigint | undefined {
  const seen = new Set<bigint>();
  for (const { id } of ordersIn(list)) {
    if (typeof id !== "bigint") continue;
    if (seen.has(id)) return id;
    seen.add(id);
  }
  return undefined;
}

const documentedFields = ["id", "petId", "quantity", "shipDate", "complete"] as const;

/**
 * The documented fields in which two views of an order differ.
 * @param passing fields that change by themselves, as an expected date may
 */
export function changedFields(
  before: JsonObject,
  after: JsonObject,
  passing: ReadonlySet<string> = new Set(),
): readonly string[] {
  return documentedFields.filter((field) => before[field] !== after[field] && !passing.has(field));
}

/** The fields of an order that differ between two readings with nothing in between. */
export function passingFields(id: bigint, ...pairs: (readonly [Exchange, Exchange])[]): ReadonlySet<string> {
  const passing = new Set<string>();
  for (const [first, second] of pairs) {
    const one = findOrder(listOf(first) ?? [], id);
    const other = findOrder(listOf(second) ?? [], id);
    for (const field of one && other ? changedFields(one, other) : []) passing.add(field);
  }
  return passing;
}

/** A value in a few words, for `received`. */
export function describe(value: Json | undefined): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (typeof value === "string")
    return `the string ${JSON.stringify(value.length > 60 ? `${value.slice(0, 57)}...` : value)}`;
  if (typeof value === "boolean") return String(value);
  if (typeof value === "bigint") return `the integer ${value}`;
  if (typeof value === "number") return `the number ${value}`;
  return Array.isArray(value) ? "an array" : "an object";
}

/** By what the document says of them, these move as time goes by: an expected date, a fulfilment (section 2). */
const movingFields: readonly string[] = ["shipDate", "complete"];

/** The moving fields in which some other order differs between two readings. */
export function fieldsChangedElsewhere(id: bigint, first: Exchange, second: Exchange): ReadonlySet<string> {
  const later = new Map(ordersIn(listOf(second) ?? []).map((order) => [order.id, order]));
  const changed = new Set<string>();
  for (const order of ordersIn(listOf(first) ?? [])) {
    const other = order.id === undefined || order.id === id ? undefined : later.get(order.id);
    for (const field of other ? changedFields(order, other) : []) {
      if (movingFields.includes(field)) changed.add(field);
    }
  }
  return changed;
}
