/** Converts an order to the texts of its form, and back, with a message for each field that cannot be read. */

import { formatJson, isJsonObject, readJson } from "../../base/json.ts";
import type { FixtureOrder } from "../../fixtures/fixture-order.ts";
import { readFixtureOrder } from "../../fixtures/parse-fixtures.ts";

const documented = ["id", "status", "petId", "quantity", "shipDate", "complete"] as const;
export type FieldName = (typeof documented)[number] | "more";
type Texts = Readonly<Record<FieldName, string>>;
export type Problems = Readonly<Partial<Record<FieldName, string | undefined>>>;

/** The texts of an order, or of a new one. */
export function textsOf(order: Partial<FixtureOrder>): Texts {
  const { id, status, petId, quantity, shipDate, complete, ...more } = order;
  const fields = { id, status, petId, quantity, shipDate, complete };
  const texts = Object.entries(fields).map(([name, value = ""]) => [name, String(value)]);
  return { ...Object.fromEntries(texts), more: Object.keys(more).length > 0 ? formatJson(more, 2) : "" };
}

/** @returns the order, or a message for each wrong field */
export function readTexts(texts: Texts): { readonly order?: FixtureOrder; readonly problems: Problems } {
  const problems: Partial<Record<FieldName, string>> = {};
  const fields: Record<string, unknown> = {};
  /** By the rules of a fixtures file. */
  const take = (name: FieldName, read: () => object) => {
    try {
      const value = read();
      readFixtureOrder({ id: 1n, ...value }, "");
      Object.assign(fields, value);
    } catch (error) {
      problems[name] = (error as Error).message.replace(/^Cannot read fixtures : /, "");
    }
  };
  take("more", () => {
    const more = readJson(texts.more.trim() || "{}", refuseMore);
    return isJsonObject(more) ? more : refuseMore();
  });
  for (const name of documented) {
    const text = texts[name].trim();
    if (text !== "") take(name, () => ({ [name]: readValue(name, text) }));
  }
  if (texts.id.trim() === "") problems.id = "An order needs an id, an integer (int64).";
  if (Object.keys(problems).length > 0) return { problems };
  return { order: readFixtureOrder(fields, ""), problems };
}

function refuseMore(): never {
  throw new Error("This must be a JSON object.");
}

function readValue(name: (typeof documented)[number], text: string): unknown {
  if (name === "shipDate" || name === "status") return text;
  if (name === "complete") return text === "true";
  // A text that is not an integer stays unchanged, for the message.
  return /^-?\d+$/.test(text) ? BigInt(text) : text;
}
