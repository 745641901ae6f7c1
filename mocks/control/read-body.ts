/** Reads what a control request carries: each refusal names the field, what it must be and what it was. */

import { BadInput, quoteValue, suggestName } from "../../base/bad-input.ts";
import { parseId } from "../../base/ids.ts";
import { isJsonObject, type Json, type JsonObject, parseJson } from "../../base/json.ts";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { maxSeed } from "../../fixtures/generate-orders.ts";
import { readFixtureOrder, readFixtures } from "../../fixtures/parse-fixtures.ts";
import { scenarioNamed } from "../../fixtures/scenarios.ts";
import type { ProviderStateRequest } from "../../spec/control-protocol.ts";
import type { OrderSource } from "../worlds/order-source.ts";

/** More orders than this are not generated. */
export const maxOrders = 1_000_000;

export function readJsonBody(body: string): Json {
  try {
    return parseJson(body);
  } catch {
    throw new BadInput(
      "Cannot read the request body: it is not JSON. Look for a quote, a comma or a bracket that is missing.",
    );
  }
}

function readObject(body: string, known: readonly string[]): JsonObject {
  const value = readJsonBody(body);
  if (!isJsonObject(value))
    throw new BadInput(`Cannot read the request body: it must be a JSON object, got ${quoteValue(value)}.`);
  for (const name of Object.keys(value)) {
    if (!known.includes(name))
      throw new BadInput(`Cannot use ${quoteValue(name)} of the request body. ${suggestName(name, known)}`);
  }
  return value;
}

/** @param verb what was to be done with the order */
export function readOrderId(segment: string, verb: string): bigint {
  const id = parseId(segment);
  if (id === undefined)
    throw new BadInput(`Cannot ${verb} order ${quoteValue(segment)}: an order id is an int64 in digits.`);
  return id;
}

function readCount(value: Json | undefined, name: string, max: number): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== "bigint" || value < 0n || value > BigInt(max)) {
    throw new BadInput(
      `Cannot use ${name} of the request body: it must be an integer from 0 to ${max}, got ${quoteValue(value)}.`,
    );
  }
  return Number(value);
}

/** The order of a PUT; its id may be left to the path. */
export function readOrder(body: string, id: bigint): FixtureOrder {
  const value = readJsonBody(body);
  if (!isJsonObject(value))
    throw new BadInput(
      `Cannot put order ${id}: the body must be an order, an object, got ${quoteValue(value)}.`,
    );
  if (value.id !== undefined && value.id !== id)
    throw new BadInput(`Cannot put order ${id}: id in the body is ${quoteValue(value.id)}. Leave it out.`);
  return readFixtureOrder({ ...value, id }, `of the request body, order ${id}`);
}

export function readSource(body: string): Partial<OrderSource> {
  if (body.trim() === "") return {};
  const value = readObject(body, ["seed", "orders", "fixtures"]);
  const seed = readCount(value.seed, "seed", maxSeed);
  const count = readCount(value.orders, "orders", maxOrders);
  const { fixtures } = value;
  return {
    ...(seed !== undefined && { seed }),
    ...(count !== undefined && { count }),
    ...(fixtures !== undefined && {
      // The way back to generated orders.
      fixtures:
        fixtures === "default"
          ? undefined
          : typeof fixtures === "string"
            ? scenarioNamed(fixtures)
            : readFixtures(fixtures, "of the request body"),
    }),
  };
}

export function readSnapshotText(body: string): string {
  const { state } = readObject(body, ["state"]);
  if (typeof state !== "string")
    throw new BadInput(
      `Cannot use state of the request body: it must be a snapshot's text, got ${quoteValue(state)}.`,
    );
  return state;
}

/** @param text a query parameter's value, null when it is not there */
export function readSeconds(text: string | null, name: string): number | undefined {
  if (text === null) return undefined;
  if (!/^\d{1,9}$/.test(text))
    throw new BadInput(`Cannot use ?${name}=${text.slice(0, 80)}: it must be a whole number of seconds.`);
  return Number(text);
}

/** @param text the value of `?limit=`, null when it is not there */
export function readLimit(text: string | null): number | undefined {
  if (text === null) return undefined;
  if (!/^\d{1,9}$/.test(text))
    throw new BadInput(
      `Cannot use ?limit=${text.slice(0, 80)}: it must be a whole number. Leave it out for all.`,
    );
  return Number(text);
}

export function readState(body: string): ProviderStateRequest {
  const { state, params, action } = readObject(body, ["state", "params", "action", "consumer"]);
  if (typeof state !== "string")
    throw new BadInput(
      `Cannot use state of the request body: it must be a string, got ${quoteValue(state)}.`,
    );
  if (action !== undefined && action !== "setup" && action !== "teardown") {
    throw new BadInput(
      `Cannot use action of the request body: it must be "setup" or "teardown", got ${quoteValue(action)}.`,
    );
  }
  if (params === undefined || params === null) return { state, action: action ?? "setup" };
  if (!isJsonObject(params))
    throw new BadInput(
      `Cannot use params of the request body: it must be an object, got ${quoteValue(params)}.`,
    );
  const { ids, id } = params;
  if (ids !== undefined && !Array.isArray(ids))
    throw new BadInput(`Cannot use params.ids: it must be an array, got ${quoteValue(ids)}.`);
  const count = readCount(params.count, "params.count", 1000);
  return {
    state,
    action: action ?? "setup",
    params: {
      ...(count !== undefined && { count }),
      ...(ids !== undefined && { ids: ids.map(String) }),
      ...(id !== undefined && { id: String(id) }),
    },
  };
}
