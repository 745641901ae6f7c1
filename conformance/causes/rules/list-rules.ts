/** What stands in place of a list of orders, and which orders it holds. */

import { isJsonObject, type Json } from "../../../base/json.ts";
import type { Rule, RuleTable } from "../rule.ts";
import { type AnswerBody, elementsOf, type Is, type Row, rulesOf, whole } from "./answer-body.ts";

const noJson =
  (pattern: RegExp): Is =>
  ({ json, text }) =>
    json === undefined && pattern.test(text);

const envelopes = [
  "data",
  "orders",
  "items",
  "content",
  "results",
  "_embedded",
  "value",
  "list",
  "rows",
] as const;
const shapes: readonly Row[] = [
  ...envelopes.map(
    (name): Row => [
      `list-in-${name}`,
      `{ "${name}": [ ... ] }`,
      whole((json) => isJsonObject(json) && json[name] !== undefined),
    ],
  ),
  [
    "list-keyed",
    "an object with numbers for names",
    whole(
      (json) =>
        isJsonObject(json) &&
        Object.keys(json).length > 0 &&
        Object.keys(json).every((name) => /^-?\d+$/.test(name)),
    ),
  ],
  [
    "list-serialised-twice",
    "the list serialised twice",
    whole((json) => typeof json === "string" && json.trim().startsWith("[")),
  ],
  ["list-null", "null", whole((json) => json === null)],
  ["list-number", "a number", whole((json) => typeof json === "bigint")],
  ["list-html", "an HTML page", noJson(/^<(?!\?xml|orders|list)/i)],
  ["list-xml", "XML", noJson(/^<(?:\?xml|orders|list)/i)],
  ["list-lines", "a JSON object a line", noJson(/^\{.*\}\s*\n\s*\{/s)],
  ["list-csv", "comma-separated values", noJson(/^[a-z]+(?:,[a-z]+)+\s*\n/i)],
  ["list-empty-body", "no body", ({ text }) => text === ""],
  ["list-prefix", "a guard in front of the list", noJson(/^(?:\)\]\}'|while|for\(;;\))/)],
  ["list-jsonp", "a script that calls a function", noJson(/^[\w$.]+\(\s*\[/)],
  ["list-twice", "two lists, one behind the other", noJson(/\]\s*\[/)],
  ["list-trailing-comma", "a comma behind the last order", noJson(/,\s*\]$/)],
  ["list-nan", "NaN for a number", noJson(/\bNaN\b/)],
  ["list-single-quotes", "single quotes in place of double ones", noJson(/^\[\s*\{\s*'/)],
  ["list-comment", "a comment", noJson(/\/\*|\/\/ /)],
  ["list-gzip", "gzip that no header names", ({ text }) => text.startsWith("\u001f\uFFFD")],
  ["list-utf16", "text in UTF-16", noJson(/^\uFFFD*(?:\[\0|\0\[)/)],
  [
    "list-not-utf8",
    "text that is not UTF-8",
    ({ json, text }) =>
      json === undefined && text.includes("\uFFFD") && !text.startsWith("\u001f") && !text.includes("\0"),
  ],
  ["list-cut", "a list that is cut off", noJson(/^\[[^\0]*[^\]]$/)],
];
const types: readonly Row[] = [
  "text/plain",
  "text/html",
  "application/xml",
  "text/csv",
  "application/octet-stream",
  "application/javascript",
].map(
  (type): Row => [
    `list-type-${type}`,
    `the media type is ${type}`,
    (body) => body.type.toLowerCase().startsWith(type) && Array.isArray(body.json),
  ],
);

const idsOf = (body: AnswerBody) =>
  elementsOf(body).flatMap((element) =>
    isJsonObject(element) && typeof element.id === "bigint" ? [element.id] : [],
  );
const isSubset =
  (kept: (order: Readonly<Record<string, Json | undefined>>) => boolean): Is =>
  (body) => {
    const orders = elementsOf(body).filter(isJsonObject);
    return orders.length > 0 && orders.every(kept);
  };
const contents: readonly Row[] = [
  ["ids-repeated", "an id stands there twice", (body) => new Set(idsOf(body)).size < idsOf(body).length],
  [
    "ids-rounded",
    "ids are rounded as doubles are",
    (body) => idsOf(body).length > 0 && idsOf(body).every((id) => BigInt(Number(id)) === id),
  ],
  [
    "ids-in-32-bits",
    "ids have their low 32 bits alone",
    (body) => idsOf(body).length > 0 && idsOf(body).every((id) => BigInt.asIntN(32, id) === id),
  ],
  ["list-nothing", "no order is listed", whole((json) => Array.isArray(json) && json.length === 0)],
  ...[1, 2, 3, 5, 10, 20, 25, 50, 100].map(
    (most): Row => [
      "list-capped",
      `at most ${most} orders are listed`,
      (body) => idsOf(body).length === most && elementsOf(body).length === most,
    ],
  ),
  [
    "list-safe-ids",
    "ids beyond 2^53 are not listed",
    (body) => idsOf(body).length > 0 && idsOf(body).every((id) => id < 2n ** 53n),
  ],
  ["list-complete", "only complete orders are listed", isSubset(({ complete }) => complete === true)],
  ["list-incomplete", "only incomplete orders are listed", isSubset(({ complete }) => complete === false)],
];

export const listRules: RuleTable = {
  kinds: /^(?:list:shape|query:cut)$/,
  rules: rulesOf([...shapes, ...types]),
};
/** A list that lacks no given order may hold what the rule leaves, too. */
const whereMissing = (rule: Rule): Rule => ({
  ...rule,
  shows: (facts, run) => rule.shows(facts, run) && (facts.missing.length > 0 || undefined),
});
export const contentRules: RuleTable = {
  kinds: /^(?:list:missing|order:again)$/,
  rules: rulesOf(contents).map(whereMissing),
};
