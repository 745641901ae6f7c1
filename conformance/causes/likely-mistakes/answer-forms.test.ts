import { describe, expect, test } from "vitest";
import { likelyMistakes } from "../../testing/likely-mistakes.ts";
import { answer, cancel, list, orders } from "../../testing/requirement-histories.ts";
import { listed } from "../../testing/write-history.ts";
import { jsonForms, otherForms, valueForms } from "./answer-forms.ts";

const error = '{"code":"refused","message":"No.","status":404}';
const json = [["content-type", "application/json"]] as const;

/** An Error in each form of a wrong body, by the words of the form. */
const bodies: Readonly<Record<string, string>> = {
  null: "null",
  "a number or a literal": "404",
  "serialised twice": JSON.stringify(error),
  "an empty array": "[]",
  "in an array": `[${error}]`,
  "an empty object": "{}",
  "an object with numbers for names": `{"0":${error}}`,
  "in a member of its own, such as `data` or `errors`": `{"data":${error}}`,
  "the members in capitals": '{"Code":"refused","Message":"No.","Status":404}',
  "the error of Fastify or Nest: statusCode, error, message":
    '{"statusCode":404,"error":"Not Found","message":"No."}',
  "the error of Spring Boot: timestamp, status, error, path":
    '{"timestamp":"now","status":404,"error":"Not Found","path":"/"}',
  "a Problem Details object (RFC 9457)": '{"title":"Not found","status":404}',
  "one text alone, such as `detail` or `error`": '{"detail":"Not found."}',
  "no body": "",
  "a message of PHP in front of the JSON": `<br />\n<b>Warning</b>: no key${error}`,
  "an HTML page": "<!doctype html><title>404</title>",
  XML: "<error><code>404</code></error>",
  "a guard in front of the JSON": `)]}'${error}`,
  "a script that calls a function": `callback(${error})`,
  "single quotes in place of double ones": error.replaceAll('"', "'"),
  "a JSON object a line": `${error}\n${error}`,
  "two bodies, one after the other": `${error}${error}`,
  "a comma after the last one": error.replace("}", ",}"),
  "NaN for a number": error.replace("404", "NaN"),
  "a comment": error.replace(",", ", /* why */"),
  "comma-separated values": "code,message\nrefused,No.",
  "plain text": "Not found",
  "JSON that is cut off": error.slice(0, -5),
  "more JSON than is read": "[".repeat(600) + "]".repeat(600),
};

/** An example of each form of a wrong value, by the words of the form, and the first field for which it is wrong. */
const values: Readonly<Record<string, readonly [field: string, value: string]>> = {
  missing: ["code", "undefined"],
  null: ["quantity", "null"],
  "a boolean": ["quantity", "true"],
  "an array": ["quantity", "[1]"],
  "an object": ["quantity", '{"$numberLong":"1"}'],
  "a fraction": ["quantity", "1.5"],
  "0 or 1": ["complete", "0"],
  "seconds since 1970": ["shipDate", "1795000000"],
  "milliseconds since 1970": ["shipDate", "1795000000000"],
  "an integer beyond int64": ["petId", "99999999999999999999"],
  "a number": ["complete", "17"],
  "a number in quotes": ["quantity", '"3"'],
  "a boolean in quotes": ["complete", '"yes"'],
  "an empty string": ["shipDate", '""'],
  "a date without a time": ["shipDate", '"2026-11-20"'],
  "a time without a date": ["shipDate", '"08:00:00"'],
  "the zero date of MySQL": ["shipDate", '"0000-00-00 00:00:00"'],
  "a space between date and time": ["shipDate", '"2026-11-20 08:00:00"'],
  "a date with slashes": ["shipDate", '"20/11/2026"'],
  "the date of HTTP and mail": ["shipDate", '"Fri, 20 Nov 2026 08:00:00 GMT"'],
  "Date.prototype.toString": ["shipDate", '"Fri Nov 20 2026 08:00:00 GMT+0000"'],
  "the dates of .NET, /Date(...)/": ["shipDate", '"/Date(1795000000000)/"'],
  "java.time with the name of a zone": ["shipDate", '"2026-11-20T08:00:00+01:00[Europe/Berlin]"'],
  "a day or a time that there is not": ["shipDate", '"2026-02-31T08:00:00Z"'],
  "a word and a number": ["quantity", '"item-3"'],
  "a word": ["complete", '"done"'],
};

const errorsOf = (text: string) => [900, 901, 902].map((id) => cancel(id, answer(404, text, json)));

describe("the form of an Error", () => {
  test.each(Object.entries(bodies))("%s", (words, text) => {
    expect(likelyMistakes([list(), ...errorsOf(text)])).toEqual([words]);
  });

  test("JSON under another media type", () => {
    const typed = answer(404, error, [["content-type", "text/html"]]);
    expect(likelyMistakes([list(), ...[900, 901, 902].map((id) => cancel(id, typed))])).toEqual([
      "JSON under another media type",
    ]);
  });
});

describe("the form of a value", () => {
  test.each(Object.entries(values).filter(([words]) => words !== "missing"))(
    "%s",
    (words, [field, value]) => {
      const order = JSON.stringify({ ...listed(101), [field]: "?" }).replace('"?"', value);
      const others = [102, 103, 104, 105].map((id) => JSON.stringify(listed(id)));
      const wrong = list(answer(200, `[${[order, ...others]}]`, json));
      expect(likelyMistakes([wrong, wrong, wrong])).toEqual([`${field}: ${words}`]);
    },
  );

  test.each(["code", "message", "status"])("%s is missing", (name) => {
    const rest = Object.entries({ code: "a", message: "b", status: 404 }).filter(([each]) => each !== name);
    const text = JSON.stringify(Object.fromEntries(rest));
    expect(likelyMistakes([list(), ...errorsOf(text)])).toContain(`${name}: missing`);
  });

  test("a number in place of an order", () => {
    const wrong = list(orders(101, 102, 103, 104, 105, [1]));
    expect(likelyMistakes([wrong, wrong, wrong])).toEqual(["in place of an order: an array"]);
  });
});

test.each([
  ["JSON that is cut off", (orders: string) => orders.slice(0, -9)],
  ["more JSON than is read", (orders: string) => orders.replace("]", `,{"note":"${"n".repeat(2 ** 20)}"}]`)],
])("a list that is cut off after its beginning: %s", (words, textOf) => {
  const many = Array.from({ length: 300 }, (_, at) => listed(101 + at));
  const wrong = list(answer(200, textOf(JSON.stringify(many)), json));
  expect(likelyMistakes([wrong, wrong, wrong])).toEqual([words]);
});

test("each form is tried", () => {
  const forms = [...jsonForms, ...otherForms, ...valueForms].map(([, words]) => words);
  const tried = [...Object.keys(bodies), ...Object.keys(values)];
  expect([...new Set([...forms, "missing", "more JSON than is read"])].toSorted()).toEqual(
    [...new Set(tried)].toSorted(),
  );
});
