/** Lists whose orders, or whose text, are odd. */

import type { Json } from "../../base/json.ts";
import type { MockOptions } from "../../mocks/mock-options.ts";
import { withHeaders } from "../broken/broken-server.ts";
import { type Ask, alterOrders, alterText, answers, type OrderFields } from "../broken/steps.ts";
import { orderWith, pick, type RightServer, right } from "./right-server.ts";

export const orders = (
  id: string,
  how: string,
  change: (order: OrderFields, index: number, ask: Ask) => unknown,
) => right(`orders-${id}`, `Orders ${how}.`, alterOrders(change));
const text = (id: string, how: string, change: (text: string) => string) =>
  right(`list-${id}`, `The list ${how}.`, alterText(change));
const headed = (id: string, headers: Readonly<Record<string, string>>) =>
  right(
    `list-${id}`,
    `The list has ${Object.keys(headers).join(", ")}.`,
    answers("list", (_, reply) => withHeaders(reply, headers)),
  );

const legalDates = `
  2026-11-20T10:00:00+14:00 2026-11-20t10:00:00z 2016-12-31T23:59:60Z 2026-11-20T10:00:00.123456789-00:00
  2026-11-20T10:00:00 20261120T100000Z 2026-W47-5T10:00Z 2026-324T10:00:00Z 2026-11-20T24:00:00Z 2026-11-20T10:00:00,5+01
  0000-01-01T00:00:00Z 9999-12-31T23:59:59.999999999999Z 2000-02-29T23:59:59-23:59 1969-12-31T23:59:59Z
`
  .trim()
  .split(/\s+/);
const deep = (levels: number): Json => (levels === 0 ? "effectKind" : { below: [deep(levels - 1)] });
const perilous = '{"__proto__":{"id":"x"},"constructor":1,"toString":null,"length":0,"id"';
const alike = {
  ID: "x",
  Id: null,
  petid: "7",
  pet_id: 1.5,
  Quantity: "two",
  ship_date: 0n,
  Complete: "no",
  "": 1n,
};
const documented = ["petId", "quantity", "shipDate", "complete"] as const;
const extremes = ["-0", "1E400", "9".repeat(300), "-9223372036854775809", "-0.0"];
const integers = /"(id|petId|quantity)":(\d)(\d*)(?![\d.eE])/g;

const shown: readonly RightServer[] = [
  orders("with-more-fields", "carry fields of their own", (order) => ({
    ...order,
    status: "on hold",
    customer: { id: "c-1" },
    tags: [null, 1n],
  })),
  orders("with-fewer-fields", "lack any field but their id, each another one", (order) => {
    const { [pick(documented, order)]: _, ...rest } = order;
    return rest;
  }),
  orders("of-bare-ids", "show their id and nothing else", ({ id }) => ({ id })),
  orders("with-odd-dates", "have dates in every form ISO 8601 allows", (order) => ({
    ...order,
    shipDate: pick(legalDates, order),
  })),
  orders("with-odd-numbers", "have odd quantities, and petIds at the ends of int64", (order) => ({
    ...order,
    quantity: pick([0n, -5n, 10n ** 30n, 2n ** 63n], order),
    petId: pick([2n ** 63n - 1n, -(2n ** 63n), 0n], order),
  })),
  orders("with-any-status", "have a `status` of any type", (order) => ({
    ...order,
    status: pick<Json>(["pending", "shipped", "cancelled", null, 3n, { code: 1n }, false], order),
  })),
  orders("nested-deep", "carry a field of a hundred levels", (order) => ({ ...order, history: deep(100) })),
  {
    ...orders("of-a-thousand-fields", "carry a thousand more fields each", (order) => ({
      ...order,
      ...Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`field${index}`, BigInt(index)])),
    })),
    options: { orders: 5 },
    isSlow: true,
  },
  orders("with-fields-alike", "carry fields named almost as the document's", (order) => ({
    ...order,
    ...alike,
  })),
  orders("with-orders-inside", "carry their earlier versions", (order) => ({
    ...order,
    previous: [{ id: order.id, quantity: "2" }, { id: 1001n }],
  })),
  orders("with-unicode", "hold emoji, marks, a lone surrogate", (order) => ({
    ...order,
    note: "🐢 \u202eabc\u2028\u0000 \ud800 é",
  })),
  text("with-perilous-names", "has fields with the names of a JavaScript object's own", (json) =>
    json.replaceAll('{"id"', perilous),
  ),
  text("with-keys-twice", "has fields twice with the same value", (json) =>
    json.replace(integers, '"$1":$2$3,"$1":$2$3'),
  ),
  text("with-integers-as-decimals", "has integers written 3.0", (json) =>
    json.replace(integers, '"$1":$2$3.0'),
  ),
  text("with-extreme-quantities", "has quantities of minus zero, beyond doubles, of 300 digits", (json) =>
    // In any order of its fields, since another oddity may shuffle them.
    json.replace(/\{[^{}]*\}/g, (order) => {
      const id = BigInt(/"id":(-?\d+)(?![\d.eE])/.exec(order)?.[1] ?? 0);
      return order.replace(/"quantity":\d+(?![\d.eE])/, `"quantity":${pick(extremes, { id })}`);
    }),
  ),
  text(
    "spread-out",
    "is full of white space",
    (json) => `\n\t ${json.replace(/,(?=[{"])/g, " ,\r\n\t").replaceAll('":', '" : ')}\n`,
  ),
  text("escaped", "has names and values in escapes", (json) =>
    json.replaceAll('"id"', '"\\u0069d"').replaceAll("T", "\\u0054"),
  ),
  headed("typed-hal", { "content-type": "application/hal+json" }),
  headed("typed-text-json", { "content-type": "text/json;charset=utf8" }),
  headed("typed-in-capitals", { "content-type": 'APPLICATION/JSON; charset="utf-8"; profile="a;b"' }),
  headed("deprecated", {
    deprecation: "@1767225600",
    sunset: "Thu, 31 Dec 2026 23:59:59 GMT",
    warning: '299 - "Deprecated"',
    link: '</v2/orders?rel=next>; rel="successor-version", </a>; rel="next-archive"; title="rel=next"',
  }),
];

const extremeIds = [-(2n ** 63n), -(2n ** 53n) - 1n, -12n, -1n, 0n, 1n, 12n, 2n ** 53n, 2n ** 63n - 1n];
const plain = (id: string, what: string, options: MockOptions) =>
  right(id, `There are ${what}.`, (mock) => mock.handle, { options });
const amounts: readonly RightServer[] = [
  plain("list-of-thousands", "5,000 orders", { orders: 5000 }),
  plain("list-of-the-run-alone", "no orders but the run's", { orders: 0 }),
  plain("orders-of-extreme-ids", "others' orders with ids at both ends of int64", {
    fixtures: extremeIds.map((id) => orderWith(id)),
  }),
  plain("orders-near-the-run's", "others' orders 2^32 away from the run's", {
    fixtures: Array.from({ length: 12 }, (_, index) => orderWith(2n ** 53n + 2n ** 32n + BigInt(index))),
  }),
];

export const oddOrders: readonly RightServer[] = [...shown, ...amounts];
