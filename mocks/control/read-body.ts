/** Reads the JSON of a request body: a short one at once, the orders of a long one in steps. */

import { BadInput } from "../../base/bad-input.ts";
import { JsonReader } from "../../base/json-reader.ts";
import type { Steps } from "../../base/steps.ts";
import { createFixtureList } from "../../fixtures/parse-fixtures.ts";
import type { MockRequest } from "../http/reply.ts";
import type { OrderSource } from "../worlds/world-state.ts";
import { readSource } from "./read-input.ts";

/** Characters that one order may have. */
const mostOrderLength = 65_536;
/** Characters of what is no list of orders: a seed, a count, a scenario's name. */
const mostPlainLength = 1000;

function openBody(text: string): JsonReader {
  return new JsonReader(text, (fact = notJson) => {
    throw new BadInput(`Cannot read the request body: ${fact}`);
  });
}
const notJson = "it is not JSON. Look for a quote, a comma or a bracket that is missing.";

/** The JSON value of a request body, for a method of the control, which checks it. @throws {BadInput} */
export function readGiven({ body = "" }: MockRequest): never {
  const reader = openBody(body);
  const value = reader.value();
  reader.end();
  return value as never;
}

/** What a world is to start from, as `readSource` reads it; undefined for a body without anything. */
export function* readSourceBody({ body = "" }: MockRequest): Steps<Partial<OrderSource> | undefined> {
  if (!/[^ \t\r\n]/.test(body)) return undefined;
  const reader = openBody(body);
  if (!reader.opens("{")) {
    const value = reader.value(mostPlainLength);
    reader.end();
    return readSource(value);
  }
  const plain: Record<string, unknown> = {};
  let fixtures: OrderSource["fixtures"];
  while (reader.hasNext("}")) {
    const name = reader.name();
    // A name that is unknown is refused before its value is read.
    readSource({ [name]: undefined });
    if (name === "fixtures" && reader.opens("[")) {
      const list = createFixtureList("of the source");
      while (reader.hasNext("]")) {
        list.add(reader.value(mostOrderLength));
        if (list.orders.length % ordersOfStep === 0) yield;
      }
      fixtures = list.orders;
      delete plain.fixtures;
    } else {
      plain[name] = reader.value(mostPlainLength);
      if (name === "fixtures") fixtures = undefined;
    }
  }
  reader.end();
  return { ...readSource(plain), ...(fixtures && { fixtures }) };
}

const ordersOfStep = 64;
