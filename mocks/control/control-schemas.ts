/** Shapes of the control plane's bodies, as JSON Schema. */

import type { JsonObject as Schema } from "../../base/json.ts";
import { clientNames, faultPresets } from "../../spec/control-protocol.ts";
import { openQuestions, questionIds } from "../../spec/open-questions.ts";
import { orderStatuses } from "../../spec/wire.ts";
import type { Reader } from "../core/field.ts";
import { faultFields, faultNames, scopeFields } from "../faults/fault-rule.ts";
import { paramFields, snapshotFields, sourceFields, stateFields } from "./read-input.ts";

export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
export const arrayOf = (name: string): Schema => ({ type: "array", items: ref(name) });
export const text: Schema = { type: "string" };
export const count: Schema = { type: "integer", minimum: 0 };
const int64 = { type: "integer", format: "int64" };
const number = { type: "number" };
const texts = { type: "object", additionalProperties: text };

const described = (schema: Schema, description: string): Schema => ({ ...schema, description });
/** An object schema. A property is optional if its name ends with a question mark. */
export function object(properties: Readonly<Record<string, Schema>>): Schema {
  const names = Object.keys(properties);
  const required = names.filter((name) => !name.endsWith("?"));
  return {
    type: "object",
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(names.map((name) => [name.replace("?", ""), properties[name]!])),
  };
}

const members = (fields: Readonly<Record<string, Reader>>): Record<string, Schema> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, reader]) =>
      "schema" in reader ? [[reader.isRequired ? name : `${name}?`, reader.schema as Schema]] : [],
    ),
  );

const question = (id: (typeof questionIds)[number]): Schema => ({
  enum: Object.keys(openQuestions[id].answers),
  description: openQuestions[id].question,
});
const journalEntry = object({
  id: described(count, "Counts up by one, from 1."),
  at: described(count, "Milliseconds since 1970."),
  method: text,
  target: described(text, "Path and query."),
  requestHeaders: texts,
  admitted: described({ type: "boolean" }, "Whether the key was valid."),
  status: count,
  why: described(text, "The rule behind the answer."),
  "requestBody?": described(text, "Left out when it is long."),
  "requestSize?": described(count, "Bytes; left out where there is no body."),
  "secure?": described({ const: true }, "It came by TLS."),
  "client?": described({ enum: clientNames }, "Of a call that the kit itself made."),
  "tookMs?": described(number, "Milliseconds that the mock took, without added delay."),
  "responseHeaders?": texts,
  "responseBody?": described(text, "Left out when it is long."),
  responseSize: described(count, "Bytes."),
  "orders?": described(count, "Orders in a list."),
  "delayMs?": number,
  "end?": { enum: ["cut", "reset", "hang"] },
});

export const controlSchemas: Readonly<Record<string, Schema>> = {
  Error: object({ code: text, message: text, status: count }),
  Health: object({
    service: text,
    version: text,
    seed: count,
    orders: count,
    world: text,
    ready: { type: "boolean" },
    "broken?": described(object({ id: text, story: text }), "The mistake that the mock makes on purpose."),
  }),
  Order: described(
    object({
      id: int64,
      "petId?": int64,
      "quantity?": { type: "integer" },
      "shipDate?": { type: "string", format: "date-time" },
      "complete?": { type: "boolean" },
      status: { enum: orderStatuses },
    }),
    "An order and its state. It may have other fields, too.",
  ),
  OrderPage: object({
    total: described(count, "How many orders the query finds."),
    cancelled: described(count, "How many of those are cancelled."),
    orders: arrayOf("Order"),
  }),
  NewOrder: described(
    { type: "object" },
    "An Order; its status is pending where it is left out, and its id that of the path, if there is one.",
  ),
  Source: object(members(sourceFields)),
  Snapshot: object(members(snapshotFields)),
  FaultRule: {
    oneOf: faultNames.map((name) =>
      object({
        fault: { const: name },
        ...members(faultFields[name]),
        ...members(scopeFields),
        "secondsLeft?": described(number, "What is left of its seconds."),
        "played?": { type: "integer", minimum: 1, description: "How often it has played." },
      }),
    ),
  },
  FaultPreset: { enum: faultPresets },
  JournalEntry: journalEntry,
  Event: object({
    event: {
      enum: ["exchange", "orders", "reset", "restored", "faults", "profile", "journal-cleared", "dropped"],
    },
    world: text,
    "entry?": described(ref("JournalEntry"), "Of an exchange."),
    "ids?": described(
      { type: "array", items: text },
      "Of the orders that changed; left out where they are too many to name.",
    ),
  }),
  World: object({ name: text, changedOrders: count, idleSeconds: count }),
  Dropped: object({ dropped: described(count, "How many worlds are gone.") }),
  SomeAnswers: described(
    object(Object.fromEntries(questionIds.map((id) => [`${id}?`, question(id)]))),
    "The default profile answers what is left out.",
  ),
  Profile: { allOf: [ref("SomeAnswers"), { required: questionIds }] },
  ProviderState: object({ ...members(stateFields), "params?": object(members(paramFields)) }),
  StateIds: object({ ids: { type: "array", items: text } }),
};
