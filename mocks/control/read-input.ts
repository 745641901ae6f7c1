/**
 * Reads the input of the control plane, over HTTP and in process: each refusal names the field, the allowed values and the
 * given one.
 */

import { BadInput, quoteValue } from "../../base/bad-input.ts";
import { readId } from "../../base/ids.ts";
import { parseJson } from "../../base/json.ts";
import { maxValuesOf, TooMuchJson } from "../../base/json-limits.ts";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { maxSeed } from "../../fixtures/generate-orders.ts";
import type { OrderSource } from "../../fixtures/order-source.ts";
import { readFixtureOrder, readFixtures } from "../../fixtures/parse-fixtures.ts";
import { scenarioNamed, scenarioNames } from "../../fixtures/scenarios.ts";
import { type ProviderStateRequest, providerStates } from "../../spec/control-protocol.ts";
import {
  anyObject,
  anyText,
  asGiven,
  described,
  field,
  integer,
  readMembers,
  required,
  word,
} from "../core/field.ts";
import { maxOrders } from "../worlds/worlds.ts";

/**
 * The JSON value of a request body, for a method of the control, which checks it.
 * @param maxBytes of the body, which bounds the number of its values
 * @throws {BadInput}
 */
export function readGiven(body: string, maxBytes: number): never {
  try {
    return parseJson(body, maxValuesOf(maxBytes)) as never;
  } catch (error) {
    const fact =
      error instanceof TooMuchJson
        ? `${error.message}.`
        : "it is not JSON. Look for a quote, a comma or a bracket that is missing.";
    throw new BadInput(`Cannot read the request body: ${fact}`);
  }
}

/** @param verb names the operation on the order */
export function readOrderId(value: unknown, verb: string): bigint {
  const id = readId(value);
  if (value === undefined)
    throw new BadInput(`Cannot ${verb} the order: its id is missing. Give an int64 in digits.`);
  if (typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new BadInput(
      `Cannot ${verb} order ${value}: a number is exact up to 2^53 only. Give the id as a bigint or as text.`,
    );
  if (id === undefined)
    throw new BadInput(`Cannot ${verb} order ${quoteValue(value)}: an order id is an int64 in digits.`);
  return id;
}

/** @param verb names the operation on the order. @param idOfPath where the path names it; the body may lack it then */
export function readOrder(value: unknown, verb: string, idOfPath?: bigint): FixtureOrder {
  const given = anyObject.read(value, idOfPath === undefined ? "the order" : `order ${idOfPath}`);
  const id = idOfPath ?? readOrderId(given.id, verb);
  if (given.id !== undefined && readId(given.id) !== id)
    throw new BadInput(`Cannot put order ${id}: id in the body is ${quoteValue(given.id)}. Leave it out.`);
  return readFixtureOrder({ ...given, id }, `of the request body, order ${id}`);
}

export const sourceFields = {
  seed: integer(0, maxSeed),
  orders: integer(0, maxOrders),
  fixtures: {
    schema: {
      anyOf: [{ enum: scenarioNames() }, { type: "array", items: { type: "object" } }],
      description: "A scenario, or orders of one's own.",
    },
    read(value: unknown): OrderSource["fixtures"] {
      // The way back to generated orders.
      if (value === "default") return undefined;
      return typeof value === "string" ? scenarioNamed(value) : readFixtures(value, "of the source");
    },
  },
};

export function readSource(value: unknown): Partial<OrderSource> {
  const { orders: count, ...source } = readMembers(value, sourceFields, "the source");
  return {
    ...source,
    ...(count !== undefined && { count }),
    ...("fixtures" in (value as object) && { fixtures: source.fixtures }),
  } as Partial<OrderSource>;
}

const wholeNumber = integer(0, Number.MAX_SAFE_INTEGER);

/** A number of items or seconds that a caller in process gives; undefined where it is left out. @throws {BadInput} */
export const readCount = (value: unknown, name: string): number | undefined =>
  value === undefined ? undefined : wholeNumber.read(value, name);

export const snapshotFields = {
  state: required(described(anyText, "Orders and profile as a short text.")),
};

export const paramFields = {
  count: integer(1, 1000),
  ids: field("an array", (value) => (Array.isArray(value) ? value.map(String) : undefined), {
    type: "array",
    items: { type: "string" },
  }),
  id: { schema: { type: "string" }, read: String },
};

export const stateFields = {
  state: required(word(...Object.values(providerStates))),
  params: {
    read(value: unknown, name: string) {
      if (value === null) return undefined;
      const { count, ids, id } = anyObject.read(value, name);
      return readMembers({ count, ids, id }, paramFields, name, `${name}.`);
    },
  },
  action: word("setup", "teardown"),
  consumer: asGiven,
};

export const readState = (value: unknown): ProviderStateRequest =>
  readMembers(value, stateFields, "the provider state") as ProviderStateRequest;
