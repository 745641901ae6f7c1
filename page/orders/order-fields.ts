/** An order as the texts of its form, and back; what cannot be read is told of each field. */

import { formatJson, isJsonObject, parseJson } from "../../base/json.ts";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { readFixtureOrder } from "../../fixtures/parse-fixtures.ts";

const documented = ["id", "status", "petId", "quantity", "shipDate", "complete"] as const;
export type FieldName = (typeof documented)[number] | "more";
export type Texts = Readonly<Record<FieldName, string>>;
export type Problems = Readonly<Partial<Record<FieldName, string | undefined>>>;

export const newTexts: Texts = {
  id: "",
  status: "pending",
  petId: "",
  quantity: "1",
  shipDate: "",
  complete: "false",
  more: "",
};

export function textsOf(order: FixtureOrder): Texts {
  const { id, status, petId = "", quantity = "", shipDate = "", complete = "", ...more } = order;
  const texts = { id, status, petId, quantity, shipDate, complete };
  return {
    ...(Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, String(value)])) as Texts),
    more: Object.keys(more).length > 0 ? formatJson(more, 2) : "",
  };
}

/** @returns the order, or what is wrong with each field */
export function readTexts(texts: Texts): { readonly order?: FixtureOrder; readonly problems: Problems } {
  const problems: Partial<Record<FieldName, string>> = {};
  let fields: Record<string, unknown> = {};
  /** By the rules of a fixtures file. */
  const check = (name: FieldName, value: object) => {
    try {
      readFixtureOrder({ id: 1n, ...value } as never, "");
    } catch (error) {
      problems[name] = (error as Error).message.replace(/^Cannot read fixtures : /, "");
    }
  };
  const more = texts.more.trim() === "" ? {} : readObject(texts.more);
  if (more) {
    fields = { ...more };
    check("more", more);
  } else problems.more = "This must be a JSON object.";
  for (const name of documented) {
    const text = texts[name].trim();
    if (text === "") continue;
    fields[name] = readValue(name, text);
    check(name, { [name]: fields[name] });
  }
  if (texts.id.trim() === "") problems.id = "An order needs an id, an integer (int64).";
  if (Object.keys(problems).length > 0) return { problems };
  return { order: readFixtureOrder(fields as never, ""), problems };
}

function readValue(name: (typeof documented)[number], text: string): unknown {
  if (name === "shipDate" || name === "status") return text;
  if (name === "complete") return text === "true";
  // What is no integer is left as it stands, for the message to show.
  return /^-?\d+$/.test(text) ? BigInt(text) : text;
}

function readObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const json = parseJson(text);
    return isJsonObject(json) ? json : undefined;
  } catch {
    return undefined;
  }
}
