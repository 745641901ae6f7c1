/** How a field of a listed order is written, and what stands in place of an order. */

import { isJsonObject, type Json } from "../../../base/json.ts";
import type { RuleTable } from "../rule.ts";
import { elementsOf, type Is, type Row, rulesOf } from "./answer-body.ts";

/** Elements of the list that are no orders. */
const elements: readonly (readonly [id: string, text: string, is: (value: Json) => boolean])[] = [
  ["null", "null in place of an order", (value) => value === null],
  ["boolean", "true or false in place of an order", (value) => typeof value === "boolean"],
  ["id", "a number in place of an order", (value) => typeof value === "bigint"],
  ["text", "a text in place of an order", (value) => typeof value === "string"],
  ["array", "an array in place of an order", (value) => Array.isArray(value)],
];

/** How a value is written. */
const writings: readonly (readonly [id: string, text: string, is: (value: Json) => boolean])[] = [
  ["null", "null where there is no value", (value) => value === null],
  ["digits", "a number in quotes", (value) => typeof value === "string" && /^-?\d+$/.test(value)],
  [
    "boolean-text",
    "a boolean in quotes",
    (value) => typeof value === "string" && /^(?:true|false|yes|no|y|n)$/i.test(value),
  ],
  ["empty", "an empty string", (value) => value === ""],
  [
    "epoch-seconds",
    "seconds since 1970",
    (value) => typeof value === "bigint" && value > 10n ** 8n && value < 10n ** 11n,
  ],
  [
    "epoch",
    "milliseconds since 1970",
    (value) => typeof value === "bigint" && value >= 10n ** 11n && value < 10n ** 15n,
  ],
  ["bit", "0 or 1", (value) => value === 0n || value === 1n],
  ["fraction", "a fraction", (value) => typeof value === "number"],
  ["boolean", "a boolean", (value) => typeof value === "boolean"],
  [
    "too-large",
    "an integer beyond int64",
    (value) => typeof value === "bigint" && BigInt.asIntN(64, value) !== value,
  ],
  ["list", "a list", (value) => Array.isArray(value)],
  ["object", "an object", (value) => isJsonObject(value)],
  [
    "date-only",
    "a date without a time",
    (value) => typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value),
  ],
  ["time-only", "a time without a date", (value) => typeof value === "string" && /^\d\d:\d\d/.test(value)],
  [
    "date-space",
    "a space between date and time",
    (value) => typeof value === "string" && /^\d{4}-\d\d-\d\d \d\d:\d\d/.test(value),
  ],
  [
    "date-slashes",
    "a date with slashes",
    (value) => typeof value === "string" && /^\d{1,2}\/\d{1,2}\/\d{4}/.test(value),
  ],
  [
    "date-http",
    "the date of HTTP and mail",
    (value) => typeof value === "string" && /^[A-Z][a-z]{2}, \d\d [A-Z]/.test(value),
  ],
  [
    "date-javascript",
    "Date.prototype.toString",
    (value) => typeof value === "string" && /^[A-Z][a-z]{2} [A-Z][a-z]{2} \d\d \d{4}/.test(value),
  ],
  [
    "date-dotnet",
    "the dates of .NET, /Date(...)/",
    (value) => typeof value === "string" && value.startsWith("/Date("),
  ],
  [
    "date-java-zone",
    "java.time with the name of a zone",
    (value) => typeof value === "string" && /\[[\w/]+\]$/.test(value),
  ],
  [
    "date-zero",
    "the zero date of MySQL",
    (value) => typeof value === "string" && value.startsWith("0000-00-00"),
  ],
  [
    "date-impossible",
    "a day or a time that there is not",
    (value) =>
      typeof value === "string" &&
      /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?$/.test(value),
  ],
  [
    "id-in-text",
    "a word and a number",
    (value) => typeof value === "string" && /^[a-z]+[-_ ]\d+$/i.test(value),
  ],
  [
    "word",
    "a word",
    (value) =>
      typeof value === "string" &&
      /^[A-Za-z][A-Za-z ]*$/.test(value) &&
      !/^(?:true|false|yes|no|y|n)$/i.test(value),
  ],
];

const fields = ["id", "petId", "quantity", "shipDate", "complete"] as const;
type Field = (typeof fields)[number];
const isInteger = (value: Json | undefined) =>
  typeof value === "bigint" && BigInt.asIntN(64, value) === value;
const isDate = (value: string) =>
  !Number.isNaN(Date.parse(value)) &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(value);
const isRight: Readonly<Record<Field, (value: Json) => boolean>> = {
  id: isInteger,
  petId: isInteger,
  quantity: (value) => typeof value === "bigint",
  shipDate: (value) =>
    typeof value === "string" &&
    isDate(value) &&
    new Date(value).toISOString().slice(8, 10) === value.slice(8, 10),
  complete: (value) => typeof value === "boolean",
};

/** Some order has the field written so, and none has it wrong in another way. */
const written =
  (field: Field, is: (value: Json) => boolean): Is =>
  (body) => {
    const wrong = elementsOf(body).flatMap((element) => {
      const value = isJsonObject(element) ? element[field] : undefined;
      return value === undefined || isRight[field](value) ? [] : [value];
    });
    return wrong.length > 0 && wrong.every(is);
  };

const fieldRows: readonly Row[] = fields.flatMap((field) =>
  writings
    .filter(([id]) => field === "shipDate" || !/^(?:date|time|epoch)-?/.test(id))
    .map(([id, text, is]): Row => [`${field}-${id}`, `${field}: ${text}`, written(field, is)]),
);
const elementRows: readonly Row[] = elements.map(
  ([id, text, is]): Row => [`element-${id}`, text, (body) => elementsOf(body).some(is)],
);
export const orderRules: RuleTable = {
  kinds: /^(?:order:|cancel:list)/,
  rules: rulesOf([...fieldRows, ...elementRows]),
};
