/** Forms of wrong bodies, and of wrong values in them: frequent mistakes of serializers and frameworks. */

import { formatJson, isJsonObject, type Json, type JsonObject } from "../../../base/json.ts";
import { type Answer, bodyText, headerOf, isJsonType, parsedBody } from "../../evidence/exchange.ts";
import { isFaulty, orderFields } from "../../evidence/order-faults.ts";
import type { CallFacts } from "../call-facts.ts";
import type { LikelyMistake } from "../match-mistakes.ts";

/** A form, which applies if its pattern is the first that matches. */
type Form = readonly [id: string, words: string, pattern: RegExp];

/** Forms of bodies that are JSON. */
export const jsonForms: readonly Form[] = [
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
export const otherForms: readonly Form[] = [
  ["empty", "no body", /^$/],
  ["php-message", "a message of PHP in front of the JSON", /^<br ?\/?>\s*<b>\w/i],
  [
    "page",
    "an HTML page",
    /^<(?:!doctype html|!--|(?:html|head|body|title|meta|h\d|p|div|center|pre|br|b|script|style|table)\b)/i,
  ],
  // Any root element: converters from JSON to XML choose different names for it.
  ["xml", "XML", /^</],
  ["prefix", "a guard in front of the JSON", /^(?:\)\]\}'|while|for\(;;\))/],
  ["jsonp", "a script that calls a function", /^[\w$.]+\(/],
  ["single-quotes", "single quotes in place of double ones", /^[[{\s]*'/],
  ["lines", "a JSON object a line", /^\{.*\}\s*\n\s*\{/s],
  ["twice", "two bodies, one after the other", /\}\s*\{|\]\s*\[/],
  ["trailing-comma", "a comma after the last one", /,\s*[\]}]$/],
  ["nan", "NaN for a number", /\bNaN\b/],
  ["comment", "a comment", /\/\*|\/\/ /],
  ["csv", "comma-separated values", /^[a-z]+(?:,[a-z]+)+\s*\n/i],
  ["text", "plain text", /^[\w ]/],
  ["cut", "JSON that is cut off", /^[[{]/],
];

/** Forms of values, by their JSON. */
export const valueForms: readonly Form[] = [
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

/** A fault of an answer's body, such as `list-nested` or `error-code-null`. */
interface AnswerForm {
  readonly id: string;
  readonly text: string;
}

/** The form of a text, with the id and the words of its subject before its own. */
function formOf(forms: readonly Form[], text: string, id: string, subject = ""): readonly AnswerForm[] {
  const found = forms.find(([, , pattern]) => pattern.test(text));
  return found ? [{ id: `${id}-${found[0]}`, text: subject + found[1] }] : [];
}
const valueForm = (value: Json, id: string, subject: string) =>
  formOf(valueForms, formatJson(value), id, `${subject}: `);

const known = new WeakMap<Answer, readonly AnswerForm[]>();

export function formsOf(answer: Answer): readonly AnswerForm[] {
  const forms = known.get(answer) ?? findForms(answer);
  known.set(answer, forms);
  return forms;
}

/** Whether these bodies are wrong in the same way, because the same code writes all of them. */
export function shareForm(answers: readonly (Answer | undefined)[]): boolean {
  const forms = answers.map((answer) => (answer ? formsOf(answer).map(({ text }) => text) : []));
  return forms[0]!.some((form) => forms.every((others) => others.includes(form)));
}

function findForms(answer: Answer): readonly AnswerForm[] {
  const subject = answer.status === 200 ? "list" : "error";
  const text = bodyText({ ...answer, body: answer.body.subarray(0, 4000) }).trim();
  const parsed = parsedBody(answer);
  if ("error" in parsed) {
    // A body that is not UTF-8 has only this fault, since its text is not read.
    if (parsed.error === "it is not UTF-8") return [];
    const isCut = parsed.isTooMuch && /^[[{]/.test(text);
    return isCut
      ? [{ id: `${subject}-too-much`, text: "more JSON than is read" }]
      : formOf(otherForms, text, subject);
  }
  const { json } = parsed;
  const isTyped = isJsonType(headerOf(answer, "content-type") ?? "application/json");
  return [
    ...formOf(jsonForms, text, subject),
    ...(isTyped ? [] : [{ id: `${subject}-type`, text: "JSON under another media type" }]),
    ...(Array.isArray(json) ? valuesIn(json) : isJsonObject(json) ? memberIn(json, answer) : []),
  ];
}

/** Forms of the values of a field that are wrong in one way, and of values in place of an order. */
function valuesIn(list: readonly Json[]): readonly AnswerForm[] {
  const orders = list.filter(isJsonObject);
  const inFields = orderFields.flatMap((field) => {
    const values = orders.flatMap((order) => (order[field] === undefined ? [] : [order[field]]));
    const faulty = values.filter((value) => isFaulty(field, value));
    const forms = faulty.flatMap((value) => valueForm(value, field, field));
    const isOneForm = forms.length === faulty.length && forms.every(({ id }) => id === forms[0]!.id);
    return isOneForm ? forms.slice(0, 1) : [];
  });
  const others = list.filter((element) => !isJsonObject(element));
  return [...inFields, ...others.flatMap((each) => valueForm(each, "element", "in place of an order"))];
}

/** The form of the only wrong member of an Error. */
function memberIn(error: JsonObject, { status }: Answer): readonly AnswerForm[] {
  const wrong = ["code", "message", "status"].filter((name) =>
    name === "status" ? error[name] !== BigInt(status) : typeof error[name] !== "string",
  );
  const [name] = wrong;
  if (name === undefined || wrong.length > 1) return [];
  const value = error[name];
  if (value === undefined) return [{ id: `error-${name}-missing`, text: `${name}: missing` }];
  if (name === "status" && typeof value === "bigint")
    return [{ id: "error-status-other", text: "status: another number than the HTTP status" }];
  return valueForm(value, `error-${name}`, name);
}

/** A mistake for each form of some answer, if one of these patterns has its id. */
export function formMistakes(
  calls: readonly CallFacts[],
  wanted: readonly RegExp[],
): readonly LikelyMistake[] {
  const forms = calls.flatMap(({ call: { exchange } }) => (exchange.answer ? formsOf(exchange.answer) : []));
  const tried = forms.filter(({ id }) => wanted.some((pattern) => pattern.test(id)));
  const byText = new Map(tried.map((form) => [form.text, form]));
  return [...byText.values()].map((form) => ({
    ...form,
    isOfAll: true,
    // A call without an answer belongs to a group of another kind.
    shows: ({ call: { exchange } }) =>
      exchange.answer && formsOf(exchange.answer).some(({ text }) => text === form.text),
  }));
}
