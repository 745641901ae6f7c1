/** Lists whose orders, or whose text, are odd. */

import type { Json } from "../../base/json.ts";
import type { MockOptions } from "../../mocks/mock-options.ts";
import { alterHeaders, alterOrders, alterText } from "../broken/steps.ts";
import { orderWith, pick, type RightServer, rightServersOf } from "./right-server.ts";

/** Adds fields to each order, or changes them. */
const fields = (added: Readonly<Record<string, Json>>) => alterOrders((order) => ({ ...order, ...added }));
/** Gives each order one of these values in a field. */
const oneOf = (field: string, values: readonly Json[]) =>
  alterOrders((order) => ({ ...order, [field]: pick(values, order) }));

const legalDates = `
  2026-11-20T10:00:00+14:00 2026-11-20t10:00:00z 2016-12-31T23:59:60Z 2026-11-20T10:00:00.123456789-00:00
  2026-11-20T10:00:00 20261120T100000Z 2026-W47-5T10:00Z 2026-324T10:00:00Z 2026-11-20T24:00:00Z 2026-11-20T10:00:00,5+01
  0000-01-01T00:00:00Z 9999-12-31T23:59:59.999999999999Z 2000-02-29T23:59:59-23:59 1969-12-31T23:59:59Z
`
  .trim()
  .split(/\s+/);
const deep = (levels: number): Json => (levels === 0 ? "effectKind" : { below: [deep(levels - 1)] });
const perilous = '{"__proto__":{"id":"x"},"constructor":1,"toString":null,"length":0,"id"';
const alike = { ID: "x", Id: null, petid: "7", pet_id: 1.5, ship_date: 0n, Complete: "no", "": 1n };
const documented = ["petId", "quantity", "shipDate", "complete"] as const;
const withFewerFields = alterOrders((order) => {
  const { [pick(documented, order)]: _, ...rest } = order;
  return rest;
});
const extremes = ["-0", "1E400", "9".repeat(300), "-9223372036854775809", "-0.0"];
const extremeQuantities = alterText((json) =>
  // In any order of its fields, since another oddity may shuffle them.
  json.replace(/\{[^{}]*\}/g, (order) => {
    const id = BigInt(/"id":(-?\d+)(?![\d.eE])/.exec(order)?.[1] ?? 0);
    return order.replace(/"quantity":\d+(?![\d.eE])/, `"quantity":${pick(extremes, { id })}`);
  }),
);
const integers = /"(id|petId|quantity)":(\d)(\d*)(?![\d.eE])/g;

const written = (by: string) => alterText((json) => json.replace(integers, by));
const oddPets = [2n ** 63n - 1n, -(2n ** 63n), 0n];
const statuses = ["pending", "shipped", null, 3n, { code: 1n }, false];
const withVersions = alterOrders((order) => ({
  ...order,
  previous: [{ id: order.id, quantity: "2" }, { id: 1001n }],
}));
const unicode = { note: "🐢 \u202eabc\u2028\u0000 \ud800 é" };

const shown = rightServersOf({
  "orders-with-fewer-fields: Orders lack any field but their id.": withFewerFields,
  "orders-of-bare-ids: Orders show their id and nothing else.": alterOrders(({ id }) => ({ id })),
  "orders-with-odd-dates: Orders have dates in every form of ISO 8601.": oneOf("shipDate", legalDates),
  "orders-with-odd-quantities: Orders have odd quantities.": oneOf("quantity", [0n, -5n, 10n ** 30n]),
  "orders-with-odd-pets: Orders have petIds at the ends of int64.": oneOf("petId", oddPets),
  "orders-with-any-status: Orders have a `status` of any type.": oneOf("status", statuses),
  "orders-nested-deep: Orders carry a field of a hundred levels.": fields({ history: deep(100) }),
  "orders-with-fields-alike: Orders carry fields named almost as the document's.": fields(alike),
  "orders-with-orders-inside: Orders carry their earlier versions.": withVersions,
  "orders-with-unicode: Orders hold emoji, marks, a lone surrogate.": fields(unicode),
  "list-with-perilous-names: Orders have fields of a JavaScript object's own.": alterText((json) =>
    json.replaceAll('{"id"', perilous),
  ),
  "list-with-keys-twice: Orders have fields twice with the same value.": written('"$1":$2$3,"$1":$2$3'),
  "list-with-integers-as-decimals: Integers are written 3.0.": written('"$1":$2$3.0'),
  "list-with-extreme-quantities: Quantities are minus zero, or beyond doubles.": extremeQuantities,
  "list-spread-out: The list is full of white space.": alterText(
    (json) => `\n\t ${json.replace(/,(?=[{"])/g, " ,\r\n\t").replaceAll('":', '" : ')}\n`,
  ),
  "list-escaped: The list has names and values in escapes.": alterText((json) =>
    json.replaceAll('"id"', '"\\u0069d"').replaceAll("T", "\\u0054"),
  ),
  "list-typed-hal: The list is HAL.": alterHeaders({ "content-type": "application/hal+json" }),
  "list-typed-in-capitals: The list's type is in capitals.": alterHeaders({
    "content-type": 'APPLICATION/JSON; charset="utf-8"; profile="a;b"',
  }),
  "list-deprecated: The list says that it is deprecated.": alterHeaders({
    deprecation: "@1767225600",
    sunset: "Thu, 31 Dec 2026 23:59:59 GMT",
    warning: '299 - "Deprecated"',
    link: '</v2/orders?rel=next>; rel="successor-version", </a>; rel="next-archive"; title="rel=next"',
  }),
});
const aThousand = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`field${at}`, BigInt(at)]));
const wide = rightServersOf(
  { "orders-of-a-thousand-fields: Orders carry a thousand more fields each.": fields(aThousand) },
  { options: { orders: 5 }, isSlow: true },
);

const extremeIds = [-(2n ** 63n), -(2n ** 53n) - 1n, -12n, -1n, 0n, 1n, 12n, 2n ** 53n, 2n ** 63n - 1n];
const nearIds = Array.from({ length: 12 }, (_, index) => 2n ** 53n + 2n ** 32n + BigInt(index));
/** A mock without changes, with other options. */
const plain = (name: `${string}: ${string}`, options: MockOptions) =>
  rightServersOf({ [name]: (mock) => mock.handle }, { options });
const ofOthers = (ids: readonly bigint[]) => ({ fixtures: ids.map((id) => orderWith(id)) });

export const oddOrders: readonly RightServer[] = [
  ...shown,
  ...wide,
  ...plain("list-of-thousands: There are 5,000 orders.", { orders: 5000 }),
  ...plain("list-of-the-run-alone: There are no orders but the run's.", { orders: 0 }),
  ...plain("orders-of-extreme-ids: Others' orders have ids at both ends of int64.", ofOthers(extremeIds)),
  ...plain("orders-near-the-run's: Others' orders are 2^32 away from the run's.", ofOthers(nearIds)),
];
