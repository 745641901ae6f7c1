/** Wrong statuses, texts and values. Named servers have a few of them, random servers any. */

import type { Json } from "../../base/json.ts";

/** Statuses that are wrong for each kind of request. */
export const wrongStatuses = {
  list: [201, 202, 203, 204, 206, 207, 226, 404, 500, 501],
  query: [500, 502],
  "refused list": [200, 302, 400, 403, 404, 407, 419, 422, 500],
  "refused cancel": [200, 204, 302, 400, 403, 404, 407, 409, 500],
  pending: [200, 201, 202, 205, 206, 302, 304, 400, 404, 409, 410, 500],
  again: [200, 202, 204, 301, 400, 401, 403, 405, 410, 412, 422, 423, 500, 501],
  shipped: [200, 202, 204, 400, 403, 404, 405, 410, 412, 422, 423, 428, 500],
  unknown: [200, 202, 204, 400, 403, 405, 409, 410, 412, 422, 500, 501],
  malformed: [200, 204, 302, 500],
} as const;

/** Texts in place of a JSON array of objects, or of an object. */
export const wrongTexts = {
  empty: () => "",
  word: () => "Unauthorized",
  page: () => "<h1>No</h1>",
  xml: () => "<orders></orders>",
  csv: () => "id,petId\n1,2\n",
  null: () => "null",
  true: () => "true",
  nested: (json) => `{"data":${json}}`,
  "in-array": (json) => `[${json}]`,
  "in-text": (json) => JSON.stringify(json),
  cut: (json) => json.trimEnd().slice(0, -9),
  twice: (json) => json + json,
  lines: (json) => json.trim().slice(1, -1).replaceAll("},{", "}\n{"),
  "single-quotes": (json) => json.replaceAll('"', "'"),
  "trailing-comma": (json) => json.trimEnd().replace(/.$/, ",$&"),
  nan: (json) => json.replace(/:\s*-?\d+(?=[,}])/, ":NaN"),
  comment: (json) => `// ${json.length} bytes\n${json}`,
  prefix: (json) => `)]}',\n${json}`,
  call: (json) => `callback(${json})`,
} as const satisfies Readonly<Record<string, (json: string) => string>>;

const otherTypes = { null: null, array: [1n], object: { value: 1n } } as const;
const notText = { number: 1001n, fraction: 0.5, true: true, ...otherTypes };
const notNumber = { text: "7", "empty-text": "", true: true, ...otherTypes };
const notInteger = { ...notNumber, fraction: 7.5, "tiny-fraction": 1e-9 };
const notInt64 = { ...notInteger, "too-large": 2n ** 63n, "too-small": -(2n ** 63n) - 1n };
/** Texts that are not ISO 8601 date-times; base/date-time.test.ts has more. */
const notDateTime = {
  empty: "",
  words: "soon",
  local: "20/11/2026 10:00",
  "day-only": "2026-11-20",
  "of-a-mail": "Fri, 20 Nov 2026 10:00:00 GMT",
  "of-dotnet": "/Date(1790000000000)/",
  zero: "0000-00-00T00:00:00Z",
  impossible: "2026-02-30T10:00:00Z",
};

type Values = Readonly<Record<string, Json>>;
export const wrongOrderValues: Readonly<Record<string, Values>> = {
  id: notInt64,
  petId: notInt64,
  quantity: notInteger,
  shipDate: { ...notText, ...notDateTime },
  complete: { text: "false", yes: "yes", zero: 0n, one: 1n, fraction: 0.5, ...otherTypes },
};
export const wrongErrorValues: Readonly<Record<string, Values>> = {
  code: notText,
  message: notText,
  status: { ...notText, zero: 0n, word: "error", digits: "401" },
};
