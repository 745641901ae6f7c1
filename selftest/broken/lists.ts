/** Servers whose list is not one JSON array of all orders, at each reading. */

import { formatJson, type Json } from "../../base/json.ts";
import { headerOf } from "../../mocks/http/reply.ts";
import type { OrderStatus } from "../../spec/wire.ts";
import { ordersIn, queryOf, textOf, type WrongRow, withHeaders, withText, wrong } from "./broken-server.ts";
import { type Ask, alterList, alterText, answers, answersWrongly, type OrderFields } from "./steps.ts";

export type Orders = OrderFields[];
export type Change = (orders: Orders, ask: Ask) => unknown;
const all = "list-orders/all-orders";
const array = "list-orders/json-array";
const unique = "order/id-unique";
export const changed = (id: string, description: string, caughtBy: string, change: Change) =>
  wrong(`list-${id}`, description, caughtBy, alterList(change));

/** Something else where an array belongs. */
const shaped = (id: string, how: string, change: Change) =>
  changed(id, `Orders are listed ${how}.`, array, change);
const written = (id: string, how: string, change: (text: string) => string) =>
  wrong(`list-${id}`, `Orders are listed ${how}.`, array, alterText(change));
const shapes: readonly WrongRow[] = [
  ...["data", "orders", "results"].map((name) =>
    shaped(`in-${name}`, `under \`${name}\``, (each) => ({ [name]: each })),
  ),
  shaped("in-items", "under `items`, with a total", (items) => ({ items, total: BigInt(items.length) })),
  shaped("in-content", "under `content`, as Spring pages them", (content) => ({ content, last: true })),
  shaped("in-hal", "under `_embedded`, as HAL has them", (orders) => ({ _embedded: { orders }, _links: {} })),
  shaped("by-id", "in an object, by their ids", (orders) => Object.fromEntries(orders.map((o) => [o.id, o]))),
  shaped("as-null", "as null", () => null),
  shaped("as-json-string", "as JSON in a JSON string", (orders) => formatJson(orders)),
  shaped("as-number", "as a number of them", (orders) => BigInt(orders.length)),
  shaped("wrapped-each-second", "in an object each second time", (orders, { nth }) =>
    nth % 2 ? orders : { orders },
  ),
  written("in-lines", "one JSON object a line", (text) => text.slice(1, -1).replaceAll("},{", "}\n{")),
  written("with-a-trailing-comma", "with a comma after the last", (text) => text.replace(/\]$/, ",]")),
  written("cut-short", "up to the middle of the last", (text) => text.slice(0, -9)),
  written("with-nan", "with NaN for a number", (text) => text.replace(/"quantity":\d+/, '"quantity":NaN')),
  written("in-single-quotes", "in single quotes", (text) => text.replaceAll('"', "'")),
  written("with-a-comment", "with a comment", (text) => `// ${text.length} bytes\n${text}`),
  written("twice", "twice over", (text) => text + text),
  written("with-a-prefix", "behind a guard against hijacking", (text) => `)]}',\n${text}`),
  written("as-a-call", "as a script", (text) => `callback(${text})`),
  written("as-xml", "in XML", () => "<orders></orders>"),
  written("as-csv", "in comma-separated values", () => "id,petId\n1,2\n"),
  written("without-a-body", "not at all", () => ""),
];

/** What stands in the list where an order belongs: once, at the very end. */
const elements: Readonly<Record<string, Json>> = {
  null: null,
  number: 1001n,
  text: "order 1001",
  true: true,
  array: [],
  "array-of-orders": [{ id: 1001n }],
};

export const having = (orders: Orders, is: (order: OrderFields) => boolean) => orders.filter(is);
export const without = (orders: Orders, others: readonly { readonly id: bigint }[]) =>
  having(orders, ({ id }) => !others.some((other) => other.id === id));
/** A plain list that is only a part, or of others, always or at some readings. */
const part = (id: string, how: string, change: Change) => changed(id, `The list ${how}.`, all, change);
const kept = (id: string, how: string, is: (order: OrderFields) => unknown) =>
  part(id, how, (orders) => having(orders, (order) => !!is(order)));
const lacking = (status: OrderStatus) =>
  part(`without-${status}`, `lacks ${status} orders`, (orders, { mock }) =>
    without(orders, ordersIn(mock, status)),
  );
const renumbered = (id: string, how: string, numberOf: (id: bigint, at: number) => bigint, also = "") =>
  changed(id, `The list ${how}.`, `${all}${also}`, (orders) =>
    orders.map((order, at) => ({ ...order, id: numberOf(order.id as bigint, at) })),
  );
/** At some readings. */
const cut = (id: string, how: string, isCut: (nth: number) => boolean, end = -1) =>
  part(id, how, (orders, { nth }) => (isCut(nth) ? orders.slice(0, end) : orders));
const parts: readonly WrongRow[] = [
  part("capped-at-25", "ends after 25 orders", (orders) => orders.slice(0, 25)),
  part("paged-by-20", "is the first page of 20; ?page=2 shows the next", (orders, { request }) => {
    const number = Number(queryOf(request).get("page") ?? 1);
    return orders.slice(20 * (number - 1), 20 * number);
  }),
  part("empty", "is always empty", () => []),
  kept("of-the-complete", "holds complete orders alone", ({ complete }) => complete),
  kept("of-the-incomplete", "holds incomplete orders alone", ({ complete }) => !complete),
  kept("within-2-53", "lacks ids that a double cannot hold", ({ id }) => (id as bigint) <= 2n ** 53n),
  kept("without-odd-ids", "lacks odd ids", ({ id }) => (id as bigint) % 2n === 0n),
  lacking("shipped"),
  lacking("pending"),
  renumbered("ids-by-position", "has positions for ids", (_, at) => BigInt(at)),
  renumbered("ids-in-32-bits", "has the low 32 bits of ids", (id) => BigInt.asIntN(32, id)),
  renumbered("ids-in-doubles", "has ids as doubles", (id) => BigInt(Number(id)), ` ${unique}`),
  renumbered("gives-one-id-to-all", "has the id 1 everywhere", () => 1n, ` ${unique}`),
  cut("shrinking", "lacks an order after eight readings", (nth) => nth > 8),
  cut("empty-later", "is empty after 25 readings", (nth) => nth > 25, 0),
  cut("short-at-first", "is short five times", (nth) => nth < 6, 4),
  ...[2, 3, 7].map((n) =>
    cut(`cut-each-${n}`, `lacks its last order each ${n} readings`, (nth) => nth % n === 0),
  ),
  cut("empty-each-5", "is empty each fifth time", (nth) => nth % 5 === 0, 0),
  part("lacking-each-5", "lacks another of its last seven orders each fifth time", (orders, { nth }) =>
    nth % 5 ? orders : orders.toSpliced(-1 - (nth % 7), 1),
  ),
];

/** Right orders that are listed more than once, or under another's id. */
const repeats: readonly WrongRow[] = [
  changed("repeats-an-order", "A join lists one order twice.", unique, (orders) => [...orders, orders[7]]),
  changed("repeats-at-the-end", "The first order is listed again, with other data.", unique, (orders) => [
    ...orders,
    { ...orders[0], petId: 99n },
  ]),
];

/** The list as it was some time ago. */
const cached = (id: string, what: string, isStale: (nth: number) => boolean) =>
  wrong(`list-${id}`, `The list is cached ${what}.`, all, (mock) => {
    let kept: string | undefined;
    return answers("list", ({ nth }, reply) => {
      if (kept === undefined || !isStale(nth)) kept = textOf(reply);
      return withText(reply, kept);
    })(mock);
  });

export const listRows: readonly WrongRow[] = [
  ...shapes,
  ...Object.entries(elements).map(([name, value]) =>
    changed(
      `last-is-${name}`,
      `The list's last element is ${name.replaceAll("-", " ")}.`,
      "order/is-object",
      (orders) => [...orders, value],
    ),
  ),
  ...parts,
  ...repeats,
  // A 304 says that it is as it was when it had that tag (RFC 9110, 15.4.5).
  answersWrongly(
    "list-with-one-tag",
    "The list has one tag for ever.",
    "list-orders/no-filter",
    "list",
    ({ request }, reply) =>
      headerOf(request.headers, "if-none-match") === '"1"'
        ? { ...reply, status: 304, headers: { etag: '"1"' }, body: [] }
        : withHeaders(reply, { etag: '"1"' }),
  ),
  cached("frozen-at-the-first-reading", "at its first reading for good", () => true),
  cached("cached-for-ten-readings", "and made anew at every tenth reading", (nth) => nth % 10 !== 1),
];
