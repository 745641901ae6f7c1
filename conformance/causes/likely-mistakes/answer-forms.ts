/** Forms of wrong bodies, and of wrong values in them: frequent mistakes of serializers and frameworks. */

import { formatJson, isJsonObject, type Json, type JsonObject } from "../../../base/json.ts";
import { type Answer, bodyText, headerOf, isJsonType, parsedBody } from "../../evidence/exchange.ts";
import { orderFields as fields, isFaulty } from "../../evidence/order-faults.ts";
import type { LikelyMistake } from "../likely-mistake.ts";

/** The first whose pattern matches counts. */
type Form = readonly [id: string, words: string, pattern: RegExp];

/** Forms of bodies that are JSON. */
const jsonForms: readonly Form[] = [
  ["null", "null", /^null$/],
  ["literal", "a number or a literal", /^(?:true|false|-?\d)/],
  ["serialised-twice", "serialised twice", /^"\s*[[{]/],
  ["nothing", "an empty array", /^\[\s*\]$/],
  ["in-array", "in an array", /^\[/],
  ["empty-object", "an empty object", /^\{\s*\}$/],
  ["keyed", "an object with numbers for names", /^\{\s*"-?\d+"/],
  ["nested", "in a member of its own, such as `data` or `errors`", /^\{\s*"\w+"\s*:\s*[[{]/],
  ["capitals", "the members in capitals", /^\{\s*"[A-Z]/],
  [
    "status-code",
    "the error of Fastify or Nest: statusCode, error, message",
    /^(?!.*"status"\s*:).*"statusCode"\s*:/s,
  ],
  ["spring", "the error of Spring Boot: timestamp, status, error, path", /"timestamp".*"error"/s],
  ["problem", "a Problem Details object (RFC 9457)", /^(?!.*"code").*"title"/s],
  ["detail", "one text alone, such as `detail` or `error`", /^\{\s*"\w+"\s*:\s*"[^"]*"\s*\}$/],
];

/** Forms of bodies that are not JSON. */
const otherForms: readonly Form[] = [
  ["empty", "no body", /^$/],
  ["php-message", "a message of PHP in front of the JSON", /^<br ?\/?>\s*<b>\w/i],
  [
    "page",
    "an HTML page",
    /^<(?:!doctype html|!--|(?:html|head|body|title|meta|h\d|p|div|center|pre|br|b|script|style|table)\b)/i,
  ],
  // With any root: converters from JSON to XML choose different names for it.
  ["xml", "XML", /^</],
  ["prefix", "a guard in front of the JSON", /^(?:\)\]\}'|while|for\(;;\))/],
  ["jsonp", "a script that calls a function", /^[\w$.]+\(/],
  ["single-quotes", "single quotes in place of double ones", /^[[{\s]*'/],
  ["lines", "a JSON object a line", /^\{.*\}\s*\n\s*\{/s],
  ["twice", "two bodies, one behind the other", /\}\s*\{|\]\s*\[/],
  ["trailing-comma", "a comma behind the last one", /,\s*[\]}]$/],
  ["nan", "NaN for a number", /\bNaN\b/],
  ["comment", "a comment", /\/\*|\/\/ /],
  ["csv", "comma-separated values", /^[a-z]+(?:,[a-z]+)+\s*\n/i],
  ["text", "plain text", /^[\w ]/],
  ["cut", "JSON that is cut off", /^[[{]/],
  ["too-much", "more JSON than is read", /^$/],
];

/** Forms of values, by their JSON. */
const valueForms: readonly Form[] = [
  ["null", "null", /^null$/],
  ["boolean", "a boolean", /^(?:true|false)$/],
  ["array", "an array", /^\[/],
  ["object", "an object", /^\{/],
  ["fraction", "a fraction", /^-?\d+[.e]/],
  ["bit", "0 or 1", /^[01]$/],
  ["epoch-seconds", "seconds since 1970", /^\d{9,11}$/],
  ["epoch", "milliseconds since 1970", /^\d{12,15}$/],
  ["too-large", "an integer beyond int64", /^-?\d{19,}$/],
  ["number", "a number", /^-?\d+$/],
  ["digits", "a number in quotes", /^"-?\d+"$/],
  ["boolean-text", "a boolean in quotes", /^"(?:true|false|yes|no|y|n)"$/i],
  ["empty", "an empty string", /^""$/],
  ["date-only", "a date without a time", /^"\d{4}-\d\d-\d\d"$/],
  ["time-only", "a time without a date", /^"\d\d:\d\d/],
  ["date-zero", "the zero date of MySQL", /^"0000-00-00/],
  ["date-space", "a space between date and time", /^"\d{4}-\d\d-\d\d \d\d:\d\d/],
  ["date-slashes", "a date with slashes", /^"\d{1,2}\/\d{1,2}\/\d{4}/],
  ["date-http", "the date of HTTP and mail", /^"[A-Z][a-z]{2}, \d\d [A-Z]/],
  ["date-javascript", "Date.prototype.toString", /^"[A-Z][a-z]{2} [A-Z][a-z]{2} \d\d \d{4}/],
  ["date-dotnet", "the dates of .NET, /Date(...)/", /^"\/Date\(/],
  ["date-java-zone", "java.time with the name of a zone", /\[[\w/]+\]"$/],
  ["date-impossible", "a day or a time that there is not", /^"\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)?"$/],
  ["id-in-text", "a word and a number", /^"[a-z]+[-_ ]\d+"$/i],
  ["word", "a word", /^"[A-Za-z][A-Za-z ]*"$/],
];

const formOf = (forms: readonly Form[], text: string): string =>
  forms.find(([, , pattern]) => pattern.test(text))?.[0] ?? "other";
const valueFormOf = (value: Json) => formOf(valueForms, formatJson(value));

const known = new WeakMap<Answer, ReadonlySet<string>>();

/** Forms of a whole body that lists and errors share, since the same code writes both. */
const sharedForms: ReadonlySet<string> = new Set([
  ...["serialised-twice", "nested", "keyed", "type"],
  ...otherForms.map(([id]) => id).filter((id) => id !== "text" && id !== "empty"),
]);

/** Whether the bodies of all these answers are wrong in the same way. */
export function shareForm(answers: readonly (Answer | undefined)[]): boolean {
  const [first, ...others] = answers.map((answer) => (answer ? formsIn(answer) : new Set<string>()));
  return [...(first ?? [])].some((form) => sharedForms.has(form) && others.every((forms) => forms.has(form)));
}

/** The faults of an answer's body, as ids of forms: `nested`, `code-null`. */
function formsIn(answer: Answer): ReadonlySet<string> {
  const forms = known.get(answer) ?? new Set(findForms(answer));
  known.set(answer, forms);
  return forms;
}

function findForms(answer: Answer): readonly string[] {
  const text = bodyText({ ...answer, body: answer.body.subarray(0, 4000) }).trim();
  const parsed = parsedBody(answer);
  // A body that is not UTF-8 has only this fault, since its text is not read.
  if ("error" in parsed) {
    if (parsed.error === "it is not UTF-8") return [];
    const form = formOf(otherForms, text);
    return [parsed.isTooMuch && form === "cut" ? "too-much" : form];
  }
  const { json } = parsed;
  const isTyped = isJsonType(headerOf(answer, "content-type") ?? "application/json");
  const values = Array.isArray(json) ? valuesIn(json) : isJsonObject(json) ? membersIn(json, answer) : [];
  return [formOf(jsonForms, text), ...(isTyped ? [] : ["type"]), ...values];
}

/** Forms of the values of a field that are wrong in one way, and of values in place of an order. */
function valuesIn(list: readonly Json[]): readonly string[] {
  const orders = list.filter(isJsonObject);
  const inFields = fields.flatMap((field) => {
    const values = orders.flatMap((order) => (order[field] === undefined ? [] : [order[field]]));
    const forms = new Set(values.filter((value) => isFaulty(field, value)).map(valueFormOf));
    return forms.size === 1 ? [`${field}-${[...forms]}`] : [];
  });
  const others = list.filter((element) => !isJsonObject(element));
  return [...inFields, ...others.map((element) => `element-${valueFormOf(element)}`)];
}

const members = ["code", "message", "status"] as const;

/** The form of the only wrong member of an Error. */
function membersIn(error: JsonObject, { status }: Answer): readonly string[] {
  const wrong = members.filter((name) =>
    name === "status" ? error[name] !== BigInt(status) : typeof error[name] !== "string",
  );
  const [name] = wrong;
  if (name === undefined || wrong.length > 1) return [];
  return [`${name}-${error[name] === undefined ? "missing" : valueFormOf(error[name])}`];
}

const mistake = (id: string, form: string, text: string): LikelyMistake => ({
  id,
  text,
  isOfAll: true,
  // A call without an answer belongs to a group of another kind.
  shows: ({ call: { exchange } }) => exchange.answer && formsIn(exchange.answer).has(form),
});
const typed = ["type", "JSON under another media type"] as const;
const bodyMistakes = (subject: string) =>
  [...jsonForms, ...otherForms, typed].map(([form, words]) => mistake(`${subject}-${form}`, form, words));
const valueMistakes = (name: string, words: string, prefix = "") =>
  [["missing", "missing"] as const, ...valueForms].map(([form, how]) =>
    mistake(`${prefix}${name}-${form}`, `${name}-${form}`, `${words}: ${how}`),
  );

const lists = bodyMistakes("list");

export const errorBodies: readonly LikelyMistake[] = [
  ...bodyMistakes("error"),
  ...members.flatMap((name) => valueMistakes(name, name, "error-")),
];
/** Whether a body is an array, as a list should be, or a text, which may be a table. */
export const listBodies = lists.filter(({ id }) => !/-(?:nothing|in-array|text)$/.test(id));
export const emptyList = lists.filter(({ id }) => id === "list-nothing");
export const orderFields: readonly LikelyMistake[] = [
  ...fields.flatMap((field) => valueMistakes(field, field)),
  ...valueMistakes("element", "in place of an order"),
];
