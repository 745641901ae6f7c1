/** Servers whose list is not one JSON array of all orders at each reading. */

import type { Json } from "../../base/json.ts";
import { headerOf } from "../../mocks/http/reply.ts";
import { ordersIn, queryOf, textOf, type WrongRow, withHeaders, withText, wrong } from "./broken-server.ts";
import { wrongTexts } from "./forms.ts";
import { type Ask, alterList, alterText, answers, type OrderFields } from "./steps.ts";

export type Orders = OrderFields[];
export type Change = (orders: Orders, ask: Ask) => unknown;
const all = "list-orders/all-orders";
const array = "list-orders/json-array";
const unique = "order/id-unique";
export const changed = (id: string, description: string, caughtBy: string, change: Change) =>
  wrong(`list-${id}`, description, caughtBy, alterList(change));

/** Values in place of the array. */
const shaped = (id: string, how: string, change: Change) =>
  changed(id, `Orders are listed ${how}.`, array, change);
const written = (id: string, how: string, form: keyof typeof wrongTexts) =>
  wrong(`list-${id}`, `Orders are listed ${how}.`, array, alterText(wrongTexts[form]));
const shapes: readonly WrongRow[] = [
  shaped("in-items", "under `items`, with a total", (items) => ({ items, total: BigInt(items.length) })),
  shaped("by-id", "in an object, by their ids", (orders) => Object.fromEntries(orders.map((o) => [o.id, o]))),
  shaped("as-null", "as null", () => null),
  shaped("as-number", "as a number of them", (orders) => BigInt(orders.length)),
  shaped("wrapped-each-second", "in an object each second time", (orders, { nth }) =>
    nth % 2 ? orders : { orders },
  ),
  written("in-lines", "one JSON object a line", "lines"),
  written("as-json-string", "as JSON in a JSON string", "in-text"),
  written("cut-short", "up to the middle of the last", "cut"),
  written("in-single-quotes", "in single quotes", "single-quotes"),
  written("as-a-call", "as a script", "call"),
  written("as-csv", "in comma-separated values", "csv"),
  written("without-a-body", "not at all", "empty"),
];

/** Values in place of an order, once, at the very end. */
const elements: Readonly<Record<string, Json>> = {
  null: null,
  text: "order 1001",
  true: true,
  array: [],
};

export const having = (orders: Orders, is: (order: OrderFields) => boolean) => orders.filter(is);
export const without = (orders: Orders, others: readonly { readonly id: bigint }[]) =>
  having(orders, ({ id }) => !others.some((other) => other.id === id));
/** A list that is only a part, or has other ids, always or at some readings. */
const part = (id: string, how: string, change: Change) => changed(id, `The list ${how}.`, all, change);
const kept = (id: string, how: string, is: (order: OrderFields) => unknown) =>
  part(id, how, (orders) => having(orders, (order) => !!is(order)));
const renumbered = (id: string, how: string, numberOf: (id: bigint) => bigint, also = "") =>
  changed(id, `The list ${how}.`, `${all}${also}`, (orders) =>
    orders.map((order) => ({ ...order, id: numberOf(order.id as bigint) })),
  );
const parts: readonly WrongRow[] = [
  part("paged-by-20", "is the first page of 20; ?page=2 shows the next", (orders, { request }) => {
    const number = Number(queryOf(request).get("page") ?? 1);
    return orders.slice(20 * (number - 1), 20 * number);
  }),
  part("empty", "is always empty", () => []),
  kept("within-2-53", "lacks ids that a double cannot hold", ({ id }) => (id as bigint) <= 2n ** 53n),
  part("without-shipped", "lacks shipped orders", (orders, { mock }) =>
    without(orders, ordersIn(mock, "shipped")),
  ),
  renumbered("ids-in-doubles", "has ids as doubles", (id) => BigInt(Number(id)), ` ${unique}`),
  renumbered("gives-one-id-to-all", "has the id 1 everywhere", () => 1n, ` ${unique}`),
  part("shrinking", "lacks an order after eight readings", (orders, { nth }) =>
    nth > 8 ? orders.slice(0, -1) : orders,
  ),
  part("lacking-each-5", "lacks another of its last seven orders each fifth time", (orders, { nth }) =>
    nth % 5 ? orders : orders.toSpliced(-1 - (nth % 7), 1),
  ),
];

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
  changed("repeats-an-order", "A join lists one order twice.", unique, (orders) => [...orders, orders[7]]),
  // A 304 says that it is as it was when it had that tag (RFC 9110, 15.4.5).
  wrong(
    "list-with-one-tag",
    "The list has one tag for ever.",
    "list-orders/no-filter",
    answers("list", ({ request }, reply) =>
      headerOf(request.headers, "if-none-match") === '"1"'
        ? { ...reply, status: 304, headers: { etag: '"1"' }, body: [] }
        : withHeaders(reply, { etag: '"1"' }),
    ),
  ),
  wrong("list-cached-for-ten-readings", "The list is read again at every tenth reading.", all, (mock) => {
    let kept: string | undefined;
    return answers("list", ({ nth }, reply) => {
      if (kept === undefined || nth % 10 === 1) kept = textOf(reply);
      return withText(reply, kept);
    })(mock);
  }),
];
