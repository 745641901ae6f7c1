/** Reads what callers give to the control plane, over HTTP and in process alike: each refusal names the field, what it must be and what it was. */

import { BadInput, quoteValue, suggestName } from "../../base/bad-input.ts";
import { readId } from "../../base/ids.ts";
import { isJsonObject, type Json } from "../../base/json.ts";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { maxSeed } from "../../fixtures/generate-orders.ts";
import { readFixtureOrder, readFixtures } from "../../fixtures/parse-fixtures.ts";
import { scenarioNamed } from "../../fixtures/scenarios.ts";
import type { ProviderStateRequest } from "../../spec/control-protocol.ts";
import { orderStatuses } from "../../spec/wire.ts";
import { maxOrders, type OrderSource } from "../worlds/order-source.ts";
import { mostPageOrders, type OrderQuery, sorts } from "../worlds/search-orders.ts";

/** @param verb what is to be done with the order */
export function readOrderId(value: unknown, verb: string): bigint {
  const id = readId(value);
  if (id === undefined)
    throw new BadInput(`Cannot ${verb} order ${quoteValue(value)}: an order id is an int64 in digits.`);
  return id;
}

/** The members of an object, of the kinds that are known. @param what ends "Cannot use ..." */
function readMembers(
  value: unknown,
  what: string,
  known: readonly string[],
): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new BadInput(`Cannot use ${what}: it must be an object, got ${quoteValue(value)}.`);
  for (const name of Object.keys(value)) {
    if (!known.includes(name))
      throw new BadInput(`Cannot use ${quoteValue(name)} of ${what}. ${suggestName(name, known)}`);
  }
  return value as Readonly<Record<string, unknown>>;
}

/** JSON brings integers as bigint, callers in process as numbers. */
function readInteger(value: unknown, name: string, least: number, most: number): number | undefined {
  if (value === undefined) return undefined;
  const number = typeof value === "bigint" ? Number(value) : value;
  if (typeof number === "number" && Number.isInteger(number) && number >= least && number <= most)
    return number;
  throw new BadInput(
    `Cannot use ${name}: it must be an integer from ${least} to ${most}, got ${quoteValue(value)}.`,
  );
}

export function readOrder(value: unknown, id: bigint): FixtureOrder {
  if (!isJsonObject(value))
    throw new BadInput(
      `Cannot put order ${id}: the body must be an order, an object, got ${quoteValue(value)}.`,
    );
  if (value.id !== undefined && readId(value.id) !== id)
    throw new BadInput(`Cannot put order ${id}: id in the body is ${quoteValue(value.id)}. Leave it out.`);
  return readFixtureOrder({ ...value, id }, `of the request body, order ${id}`);
}

export const sourceMembers = ["seed", "orders", "fixtures"] as const;

export function readSource(value: unknown): Partial<OrderSource> {
  const given = readMembers(value, "the source", sourceMembers);
  const seed = readInteger(given.seed, "seed", 0, maxSeed);
  const count = readInteger(given.orders, "orders", 0, maxOrders);
  return {
    ...(seed !== undefined && { seed }),
    ...(count !== undefined && { count }),
    ...("fixtures" in given && { fixtures: readStartOrders(given.fixtures) }),
  };
}

function readStartOrders(value: unknown): OrderSource["fixtures"] {
  // The way back to generated orders.
  if (value === undefined || value === "default") return undefined;
  return typeof value === "string" ? scenarioNamed(value) : readFixtures(value as Json, "of the source");
}

export function readSnapshot(value: unknown): string {
  const { state } = readMembers(value, "the request body", ["state"]);
  if (typeof state !== "string")
    throw new BadInput(
      `Cannot use state of the request body: it must be a snapshot's text, got ${quoteValue(state)}.`,
    );
  return state;
}

const mostSearchText = 200;

export function readQuery(value: unknown): OrderQuery {
  const given = readMembers(value, "the query", ["state", "id", "text", "sort", "offset", "limit"]);
  const { state, sort, id, text } = given;
  if (id !== undefined && !(typeof id === "string" && /^-?\d{0,19}$/.test(id)))
    throw new BadInput(`Cannot use id: it must be the first digits of ids, got ${quoteValue(id)}.`);
  if (text !== undefined && !(typeof text === "string" && text.length <= mostSearchText))
    throw new BadInput(
      `Cannot use text: it must be at most ${mostSearchText} characters, got ${quoteValue(text)}.`,
    );
  return {
    text,
    state: readWord(state, "state", orderStatuses),
    sort: readWord(sort, "sort", sorts),
    id,
    offset: readInteger(given.offset, "offset", 0, Number.MAX_SAFE_INTEGER),
    limit: readInteger(given.limit, "limit", 0, mostPageOrders),
  };
}

export function readWord<Word extends string>(
  value: unknown,
  name: string,
  words: readonly Word[],
): Word | undefined {
  if (value === undefined) return undefined;
  const word = words.find((each) => each === value);
  if (word !== undefined) return word;
  const hint = typeof value === "string" ? suggestName(value, words) : `Use one of: ${words.join(", ")}.`;
  throw new BadInput(`Cannot use ${name} ${quoteValue(value)}. ${hint}`);
}

/** A whole number of a query; undefined where the parameter is left out. */
export function readParameter(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new BadInput(`Cannot use ?${name}=${text.slice(0, 80)}: it must be a whole number.`);
}

export function readState(value: unknown): ProviderStateRequest {
  const given = readMembers(value, "the provider state", ["state", "params", "action", "consumer"]);
  const { state, params } = given;
  if (typeof state !== "string")
    throw new BadInput(`Cannot use state: it must be a string, got ${quoteValue(state)}.`);
  const action = readWord(given.action, "action", ["setup", "teardown"] as const) ?? "setup";
  if (params === undefined || params === null) return { state, action };
  if (!isJsonObject(params))
    throw new BadInput(`Cannot use params: it must be an object, got ${quoteValue(params)}.`);
  const { ids, id } = params;
  if (ids !== undefined && !Array.isArray(ids))
    throw new BadInput(`Cannot use params.ids: it must be an array, got ${quoteValue(ids)}.`);
  const count = readInteger(params.count, "params.count", 1, 1000);
  return {
    state,
    action,
    params: {
      ...(count !== undefined && { count }),
      ...(ids !== undefined && { ids: ids.map(String) }),
      ...(id !== undefined && { id: String(id) }),
    },
  };
}
